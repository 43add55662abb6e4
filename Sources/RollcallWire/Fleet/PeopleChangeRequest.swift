public import Rollcall

/// A change of many people: `{ids, profile}`, `{ids, region}` or `{ids, active}`. An empty region takes it away.
public struct PeopleChangeRequest: Equatable, Sendable {
  /// What all of them get.
  public enum Change: Equatable, Sendable {
    /// The name of a profile.
    case profile(String)
    /// The name of a region; `nil` = none.
    case region(String?)
    /// Whether they may log in and report.
    case active(Bool)
  }

  /// Who, 1 to ``PersonRequest/most``, each once.
  public let people: [Responder.ID]
  /// What they get.
  public let change: Change

  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> PeopleChangeRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> PeopleChangeRequest in
      var findings = Findings()
      let members = JSONMembers<PeopleField>(of: root)
      let profile = findings.text(members[.profile], PeopleField.profile.name, limit: 40)
      let region =
        members[.region]?.string == ""
        ? "" : findings.text(members[.region], PeopleField.region.name, limit: 80)
      let isActive = findings.flag(members[.active], PeopleField.active.name, else: .refused)
      let people = try findings.ids(members[.ids], PeopleField.ids.name, limit: PersonRequest.most)
      try findings.throwFaults()
      let changes = [
        profile.map { Change.profile($0) }, region.map { Change.region($0.isEmpty ? nil : $0) },
        isActive.map { Change.active($0) },
      ].compactMap(\.self)
      if changes.count != 1 {
        findings.refuse(
          PeopleField.profile.name, .required, "one of profile, region and active is required")
      }
      try findings.throwFaults()
      guard let change = changes.first else { throw .invalid([]) }
      return PeopleChangeRequest(people: people.map { Responder.ID($0) }, change: change)
    }
  }
}

extension PeopleChangeRequest.Change {
  /// What a program calls it.
  public var field: String {
    switch self {
    case .profile: PeopleField.profile.name
    case .region: PeopleField.region.name
    case .active: PeopleField.active.name
    }
  }
}

/// A change of the duty of many people: `{ids, state}`.
public struct PeopleDutyRequest: Equatable, Sendable {
  /// Who, 1 to ``PersonRequest/most``, each once.
  public let people: [Responder.ID]
  /// On duty, else off.
  public let isOn: Bool

  private enum Word: String, CaseIterable { case on = "on_duty", off = "off_duty" }

  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> PeopleDutyRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> PeopleDutyRequest in
      var findings = Findings()
      let members = JSONMembers<PeopleField>(of: root)
      let word: Word? = findings.requiredWord(members[.state], PeopleField.state.name)
      let people = try findings.ids(members[.ids], PeopleField.ids.name, limit: PersonRequest.most)
      try findings.throwFaults()
      guard let word else { throw .invalid([]) }
      return PeopleDutyRequest(people: people.map { Responder.ID($0) }, isOn: word == .on)
    }
  }
}

private enum PeopleField: Int, JSONField {
  case ids, profile, region, active, state
  static let names = JSONFieldNames(allCases)
  var name: String { String(describing: self) }
}
