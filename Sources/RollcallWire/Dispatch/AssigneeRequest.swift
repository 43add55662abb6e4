public import Rollcall

/// What is to be done about an assignee: `{responder_id, reason?, undo?}`.
public struct AssigneeRequest: Equatable, Sendable {
  /// The assignee.
  public var responder: Responder.ID
  /// Why, at most ``ReassignRequest/reasonLimit`` bytes; may be empty.
  public var reason: String
  /// Whether it is undone.
  public var isUndone: Bool

  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> AssigneeRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> AssigneeRequest in
      var findings = Findings()
      let members = JSONMembers<AssigneeField>(of: root)
      let responder = findings.person(members[.responder], AssigneeField.responder.name)
      let reason = findings.optionalText(
        members[.reason], AssigneeField.reason.name, limit: ReassignRequest.reasonLimit)
      let undo = members[.undo]
      if let undo, undo.bool == nil { findings.refuse("undo", .type, "undo must be true or false") }
      try findings.throwFaults()
      return AssigneeRequest(
        responder: responder ?? Responder.ID(0), reason: reason ?? "", isUndone: undo?.bool ?? false)
    }
  }
}

/// A call to a person about an incident: `{responder_id, result, note?}`.
public struct CallRequest: Equatable, Sendable {
  /// Who was called.
  public var responder: Responder.ID
  /// What came of it, as sent.
  public var result: String
  /// A note, at most ``ReassignRequest/reasonLimit`` bytes; may be empty.
  public var note: String

  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> CallRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> CallRequest in
      var findings = Findings()
      let members = JSONMembers<AssigneeField>(of: root)
      let responder = findings.person(members[.responder], AssigneeField.responder.name)
      let value = findings.required(members[.result], AssigneeField.result.name)
      let result = findings.text(value, AssigneeField.result.name, limit: 20)
      let note = findings.optionalText(
        members[.note], AssigneeField.note.name, limit: ReassignRequest.reasonLimit)
      try findings.throwFaults()
      return CallRequest(
        responder: responder ?? Responder.ID(0), result: result ?? "", note: note ?? "")
    }
  }
}

extension Findings {
  fileprivate mutating func person(_ value: JSONValue?, _ field: String) -> Responder.ID? {
    id(value, field).map { Responder.ID($0) }
  }
}

private enum AssigneeField: Int, JSONField {
  case responder, reason, undo, result, note
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .responder: "responder_id"
    case .reason: "reason"
    case .undo: "undo"
    case .result: "result"
    case .note: "note"
    }
  }
}
