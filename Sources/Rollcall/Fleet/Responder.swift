/// The person whose phone reports.
public struct Responder: Equatable, Sendable {
  /// A responder's id.
  public typealias ID = Identifier<Responder>

  /// Their id.
  public var id: ID
  /// The workspace they belong to.
  public var workspace: Workspace.ID
  /// Their name as the console shows it.
  public var name: String
  /// Their number, E.164, used to log in. Never in logs.
  public var phone: String?
  /// The name of their reporting profile.
  public var profile: String
  /// The name of their region.
  public var region: String?
  /// Their id in the operator's own system.
  public var externalID: String?
  /// Whether they may log in and report.
  public var isActive: Bool
  /// What they can do.
  public var skills: SkillList

  /// Creates a responder.
  public init(
    id: ID, workspace: Workspace.ID, name: String, phone: String? = nil, profile: String,
    region: String? = nil, externalID: String? = nil, isActive: Bool = true, skills: SkillList = .none
  ) {
    self.id = id
    self.workspace = workspace
    self.name = name
    self.phone = phone
    self.profile = profile
    self.region = region
    self.externalID = externalID
    self.isActive = isActive
    self.skills = skills
  }
}
