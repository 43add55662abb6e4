public import Rollcall

/// Who is to take part in an event: `{ids}`, or everybody active with a profile, `{profile}`.
public enum ParticipantsRequest: Equatable, Sendable {
  /// These, each once.
  case people([Responder.ID])
  /// Everybody active with the profile of this name.
  case profile(String)

  /// The most people of one request.
  public static let most = 500

  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> ParticipantsRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> ParticipantsRequest in
      var findings = Findings()
      let members = JSONMembers<ParticipantsField>(of: root)
      let profile = findings.text(members[.profile], ParticipantsField.profile.name, limit: 40)
      guard members[.ids] != nil || members[.profile] == nil else {
        try findings.throwFaults()
        guard let profile else { throw .invalid([]) }
        return .profile(profile)
      }
      if members[.profile] != nil {
        findings.refuse(ParticipantsField.profile.name, .format, "either ids or profile, not both")
      }
      let people = try findings.ids(members[.ids], ParticipantsField.ids.name, limit: most)
      try findings.throwFaults()
      return .people(people.map { Responder.ID($0) })
    }
  }
}

/// Who no longer takes part in an event: `{ids}`.
public enum LeavingRequest {
  /// Decodes a body: the people, each once.
  public static func decode(bytes: [UInt8]) throws(WireError) -> [Responder.ID] {
    try JSON.readObject(bytes) { root throws(WireError) -> [Responder.ID] in
      var findings = Findings()
      let people = try findings.ids(
        JSONMembers<ParticipantsField>(of: root)[.ids], ParticipantsField.ids.name,
        limit: ParticipantsRequest.most)
      try findings.throwFaults()
      return people.map { Responder.ID($0) }
    }
  }
}

private enum ParticipantsField: Int, JSONField {
  case ids, profile
  static let names = JSONFieldNames(allCases)
  var name: String { String(describing: self) }
}
