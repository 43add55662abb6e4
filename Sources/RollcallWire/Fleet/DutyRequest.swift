public import Rollcall

/// A phone's change of the duty state: `{state, at?, id?, order?}`.
public struct DutyRequest: Equatable, Sendable {
  /// The new state.
  public var state: DutyState
  /// When, by the phone's clock.
  public var at: Timestamp?
  /// The phone's own id of the change: the same id means the same change. 1 to 64 bytes without control
  /// characters.
  public var id: String?
  /// The order or mission, named as in the operator's own system. 1 to 64 bytes without control characters.
  public var order: String?

  /// Creates a change.
  public init(state: DutyState, at: Timestamp? = nil, id: String? = nil, order: String? = nil) {
    self.state = state
    self.at = at
    self.id = id
    self.order = order
  }

  /// Decodes a change. `id` and `order` may be integers, kept as their digits.
  ///
  /// - `now`: the server's time, from which `at` may not be further than 366 days.
  public static func decode(bytes: [UInt8], now: Timestamp) throws(WireError) -> DutyRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> DutyRequest in
      let members = JSONMembers<DutyField>(of: root)
      var findings = Findings()
      let state: DutyState? = findings.requiredWord(members[.state], DutyField.state.name)
      let at = findings.instant(members[.at], DutyField.at.name, near: now)
      let id = findings.identifier(members[.id], DutyField.id.name, limit: 64, orInteger: true)
      let order = findings.identifier(members[.order], DutyField.order.name, limit: 64, orInteger: true)
      try findings.throwFaults()
      guard let state else { throw .invalid([]) }
      return DutyRequest(state: state, at: at, id: id, order: order)
    }
  }

  /// The body that a phone sends.
  public func encode() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { body in
      body.member(DutyField.state.name, state.rawValue)
      if let at { body.member(DutyField.at.name, at) }
      if let id { body.member(DutyField.id.name, id) }
      if let order { body.member(DutyField.order.name, order) }
    }
    return writer.bytes
  }
}

enum DutyField: Int, JSONField {
  case state, at, id, order
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .state: "state"
    case .at: "at"
    case .id: "id"
    case .order: "order"
    }
  }
}
