import RollcallStore

/// A new responder from the command line or a list.
public struct Person: Codable, Equatable, Sendable {
  /// Their name.
  public var name: String
  /// E.164, e.g. `+38640123456`.
  public var phone: String?
  /// The name of a profile of the workspace.
  public var profile: String
  /// The name of a region.
  public var region: String?
  /// Their name in the operator's own system.
  public var externalID: String?
  /// Their skills: `medic;boat=2027-03-31`.
  public var skills: String?
  /// Their line in the list, from 1.
  public var line: Int?
  /// Whether the list says their profile; absent = it does.
  var hasProfile: Bool?

  /// A person from their parts.
  public init(
    name: String, phone: String? = nil, profile: String? = nil, region: String? = nil,
    externalID: String? = nil, skills: String? = nil, line: Int? = nil
  ) {
    self.name = name
    self.phone = phone
    self.profile = profile ?? "responder"
    hasProfile = profile != nil
    self.region = region
    self.externalID = externalID
    self.skills = skills
    self.line = line
  }

  /// The same in the store's words.
  var asNew: NewResponder {
    NewResponder(
      name: name, phone: phone, profile: profile, region: region, externalID: externalID,
      skills: skills ?? "")
  }
}

/// A change of a responder; absent members stay as they are.
public struct PersonChange: Codable, Equatable, Sendable {
  /// A new name.
  public var name: String?
  /// A new number, E.164.
  public var phone: String?
  /// Another profile.
  public var profile: String?
  /// Another region.
  public var region: String?
  /// Whether they may log in and report.
  public var isActive: Bool?
  /// Their skills; empty removes all.
  public var skills: String?
  /// Their duty rule: a name, `default` for their profile's, or its JSON.
  public var dutyRule: String?

  /// A change from its parts.
  public init(
    name: String? = nil, phone: String? = nil, profile: String? = nil, region: String? = nil,
    isActive: Bool? = nil, skills: String? = nil, dutyRule: String? = nil
  ) {
    self.name = name
    self.phone = phone
    self.profile = profile
    self.region = region
    self.isActive = isActive
    self.skills = skills
    self.dutyRule = dutyRule
  }
}
