public import Rollcall

/// A visit to be planned: `{responder_id, outlet_id, day, from?, to?}`, times by the workspace's clocks.
public struct VisitRequest: Equatable, Sendable {
  /// Who is to go.
  public var responder: Responder.ID
  /// Where to.
  public var outlet: Outlet.ID
  /// The day, or the part of it.
  public var window: VisitWindow

  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> VisitRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> VisitRequest in
      var findings = Findings()
      let members = JSONMembers<VisitField>(of: root)
      let responder = findings.id(members[.responder], VisitField.responder.name)
      let outlet = findings.id(members[.outlet], VisitField.outlet.name)
      let day = findings.required(members[.day], VisitField.day.name).flatMap {
        findings.text($0, VisitField.day.name, limit: timeLimit)
      }
      let from = findings.text(members[.from], VisitField.from.name, limit: timeLimit)
      let to = findings.text(members[.to], VisitField.to.name, limit: timeLimit)
      try findings.throwFaults()
      let window = day.flatMap { VisitWindow(day: $0, from: from ?? "", to: to ?? "") }
      if let day, VisitWindow(day: day) == nil {
        findings.refuse(VisitField.day.name, .format, "day must be a day such as 2026-11-21")
      } else if window == nil {
        findings.refuse(
          VisitField.from.name, .format,
          "from and to must be times such as 09:00, the first before the second")
      }
      try findings.throwFaults()
      guard let responder, let outlet, let window else { throw .invalid([]) }
      return VisitRequest(
        responder: Responder.ID(responder), outlet: Outlet.ID(outlet), window: window)
    }
  }

  /// The longest text of a day or a time, bytes.
  private static let timeLimit = 10
}

private enum VisitField: Int, JSONField {
  case responder, outlet, day, from, to
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .responder: "responder_id"
    case .outlet: "outlet_id"
    case .day: "day"
    case .from: "from"
    case .to: "to"
    }
  }
}
