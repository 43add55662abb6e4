/// What puts a person on and off duty when nobody switches it by hand.
public enum DutyRule: Equatable, Sendable {
  /// Nothing does.
  case manual
  /// The first report after each login or new token puts them on duty.
  case reporting
  /// The first contact within their hours puts them on duty, the end of the hours off duty.
  case timetable(Timetable)

  /// The rules by name.
  public enum Name: String, CaseIterable, Codable, Sendable { case manual, reporting, timetable }

  /// Its name.
  public var name: Name {
    switch self {
    case .manual: .manual
    case .reporting: .reporting
    case .timetable: .timetable
    }
  }

  /// A rule of its parts; `nil` when hours come with another rule than a timetable.
  public init?(_ name: Name, _ timetable: Timetable) {
    switch name {
    case .timetable: self = .timetable(timetable)
    case .manual where timetable.isEmpty: self = .manual
    case .reporting where timetable.isEmpty: self = .reporting
    case .manual, .reporting: return nil
    }
  }

  /// Its timetable; `nil` = it has none.
  public var timetable: Timetable? { if case .timetable(let table) = self { table } else { nil } }

  /// What is wrong with it, as messages.
  public func problems() -> [String] { timetable?.problems() ?? [] }
}

extension DutyRule: Codable {
  private enum CodingKeys: String, CodingKey { case rule, hours, exceptions }

  /// Decodes `{rule, hours?, exceptions?}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let name = try values.decode(Name.self, forKey: .rule)
    let timetable = Timetable(
      hours: try values.decodeIfPresent([Timetable.Hours].self, forKey: .hours) ?? [],
      exceptions: try values.decodeIfPresent([Timetable.Exception].self, forKey: .exceptions) ?? [])
    guard let rule = DutyRule(name, timetable) else {
      throw DecodingError.dataCorruptedError(
        forKey: .hours, in: values, debugDescription: "only a timetable has hours")
    }
    self = rule
  }

  /// Encodes a rule; only a timetable has hours.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .rule)
    guard let timetable else { return }
    try values.encode(timetable.hours, forKey: .hours)
    try values.encode(timetable.exceptions, forKey: .exceptions)
  }
}
