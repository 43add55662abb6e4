public import Rollcall

/// Whom to ask, as a control room's own system says it: `{mode?, picks?, answer_s?}`.
public struct AskingRequest: Equatable, Sendable {
  /// The order of asking; by ranking by default.
  public var mode: Asking.Mode
  /// The picked people in order; empty unless the mode is manual.
  public var picks: [Responder.ID]
  /// How long each has to answer; `nil` = the workspace's setting for the severity.
  public var answerWithin: Milliseconds?

  /// By ranking, with the workspace's time to answer.
  public static let standard = AskingRequest(mode: .automatic)

  /// Creates a request.
  public init(mode: Asking.Mode, picks: [Responder.ID] = [], answerWithin: Milliseconds? = nil) {
    self.mode = mode
    self.picks = picks
    self.answerWithin = answerWithin
  }

  /// Decodes a separate body; an empty one is ``standard``.
  public static func decode(bytes: [UInt8]) throws(WireError) -> AskingRequest {
    guard !bytes.isEmpty else { return standard }
    return try JSON.readObject(bytes) { root throws(WireError) -> AskingRequest in
      var findings = Findings()
      let asking = findings.asking(root, under: "")
      try findings.throwFaults()
      return asking
    }
  }

  /// The asking, with the workspace's time to answer as a default.
  public func asking(orElse standard: Milliseconds) -> Asking {
    Asking(mode, picks: picks, answerWithin: answerWithin ?? standard)
  }
}

/// A reassignment: `{reason?}` beside the members of an ``AskingRequest``.
public struct ReassignRequest: Equatable, Sendable {
  /// Who is asked instead.
  public var asking: AskingRequest
  /// The reason, at most ``reasonLimit`` bytes; may be empty.
  public var reason: String

  /// The longest reason, in bytes.
  public static let reasonLimit = 500

  /// Decodes a body; an empty one gives no reason and asks by ranking.
  public static func decode(bytes: [UInt8]) throws(WireError) -> ReassignRequest {
    guard !bytes.isEmpty else { return ReassignRequest(asking: .standard, reason: "") }
    return try JSON.readObject(bytes) { root throws(WireError) -> ReassignRequest in
      var findings = Findings()
      let asking = findings.asking(root, under: "")
      let reason = findings.optionalText(
        JSONMembers<SaidField>(of: root)[.reason], SaidField.reason.name, limit: reasonLimit)
      try findings.throwFaults()
      return ReassignRequest(asking: asking, reason: reason ?? "")
    }
  }
}

/// A note for an incident's log: `{note}`.
public enum NoteRequest {
  /// The longest note, in bytes.
  public static let limit = 2_000

  /// Decodes a body: the note, 1 to ``limit`` bytes.
  public static func decode(bytes: [UInt8]) throws(WireError) -> String {
    try JSON.readObject(bytes) { root throws(WireError) -> String in
      var findings = Findings()
      let value = findings.required(JSONMembers<SaidField>(of: root)[.note], SaidField.note.name)
      let note = findings.text(value, SaidField.note.name, limit: limit)
      try findings.throwFaults()
      return note ?? ""
    }
  }
}

extension Findings {
  /// Reads whom to ask. Errors are named by `prefix` and the member's name.
  mutating func asking(_ object: JSONValue, under prefix: String) -> AskingRequest {
    let members = JSONMembers<AskingField>(of: object)
    let name = { (field: AskingField) in prefix + field.name }
    let mode: Asking.Mode? =
      members[.mode] == nil ? .automatic : requiredWord(members[.mode], name(.mode))
    var picks: [Responder.ID] = []
    if let value = members[.picks] { picks = people(value, name(.picks)) }
    if let mode {
      let isByHand = Asking(mode).isByHand
      if isByHand, members[.picks] == nil { refuse(name(.picks), .required, "\(name(.picks)) is required") }
      if !isByHand, !picks.isEmpty {
        refuse(name(.picks), .format, "\(name(.picks)) belongs to the mode parallel")
      }
    }
    return AskingRequest(
      mode: mode ?? .automatic, picks: picks, answerWithin: answerTime(members[.answer], name(.answer)))
  }

  private mutating func people(_ value: JSONValue, _ field: String) -> [Responder.ID] {
    guard value.kind == .array else {
      refuse(field, .type, "\(field) must be an array of ids")
      return []
    }
    guard (0...Asking.pickLimit).contains(value.count) else {
      refuse(field, .range, "\(field) must have at most \(Asking.pickLimit) members, not \(value.count)")
      return []
    }
    var ids: [Responder.ID] = []
    for (_, element) in value.elements {
      guard case .exact(let id) = element.integer else {
        refuse(field, .type, "\(field) must be an array of ids")
        return []
      }
      ids.append(Responder.ID(id))
    }
    return ids
  }

  private mutating func answerTime(_ value: JSONValue?, _ field: String) -> Milliseconds? {
    guard let value else { return nil }
    guard value.kind == .number else {
      refuse(field, .type, "\(field) must be a number of seconds")
      return nil
    }
    guard let seconds = value.double, (15...600).contains(seconds) else {
      refuse(field, .range, "\(field) must be 15 to 600 seconds")
      return nil
    }
    return Milliseconds((seconds * 1_000).rounded())
  }

  /// A text of at most `limit` bytes; an empty one counts as absent.
  mutating func optionalText(_ value: JSONValue?, _ field: String, limit: Int) -> String? {
    value?.string == "" ? nil : text(value, field, limit: limit)
  }
}

enum AskingField: Int, JSONField {
  case mode, picks, answer
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .mode: "mode"
    case .picks: "picks"
    case .answer: "answer_s"
    }
  }
}

private enum SaidField: Int, JSONField {
  case reason, note
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .reason: "reason"
    case .note: "note"
    }
  }
}
