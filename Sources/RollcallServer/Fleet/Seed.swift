import Foundation
public import Rollcall
import RollcallStore

/// A whole workspace as data: a folder with `workspace.json`, `people.csv`, `regions.json` and, if there are any,
/// `outlets.csv`.
public struct Seed: Codable, Sendable {
  /// A person of the console.
  public struct Member: Codable, Equatable, Sendable {
    /// What they log in with.
    public var email: String
    /// Their role.
    public var role: String
  }

  /// The workspace's name in URLs.
  public var slug: String
  /// Its name for people.
  public var name: String
  /// Its IANA time zone.
  public var timeZone: String
  /// How many days of pings it keeps.
  public var retentionDays: Int
  /// Who may log in.
  public var members: [Member]
  /// The hash of the one password that they all get.
  public var passwordHash: String
  /// Who reports.
  public var people: [Person]
  /// How they report.
  public var profiles: [Profile]
  /// Where they are at home: people name these.
  public var regions: [Region]
  /// Places to be visited.
  public var outlets: [Outlet]

  /// Reads a folder.
  ///
  /// - Throws: `SettingsError` with the file and the line at fault.
  public init(folder: String, profiles: [Profile], passwordHash: String) throws(SettingsError) {
    let document: WorkspaceDocument = try Self.decode(folder + "/workspace.json")
    let ground: RegionsDocument = try Self.decode(folder + "/regions.json")
    let list = folder + "/people.csv"
    people = try Self.read(list, PeopleList.read)
    let places = folder + "/outlets.csv"
    outlets = FileManager.default.fileExists(atPath: places) ? try Self.read(places, OutletList.read) : []
    regions = ground.regions
    let names = Set(regions.map(\.name))
    if let stray = people.first(where: { $0.region.map { !names.contains($0) } ?? false }) {
      throw SettingsError("\(list): \(stray.name): regions.json has no region \(stray.region ?? "")")
    }
    (slug, name, timeZone) = (document.slug, document.name, document.timeZone)
    retentionDays = document.retentionDays ?? 90
    members = document.members
    self.profiles = profiles
    self.passwordHash = passwordHash
  }

  private static func read<Entry>(
    _ path: String, _ reader: ([UInt8]) throws(CSVError) -> [Entry]
  ) throws(SettingsError) -> [Entry] {
    do { return try reader(Array(Data(contentsOf: URL(fileURLWithPath: path)))) } catch {
      throw SettingsError("\(path): \(Words.of(error))")
    }
  }

  private static func decode<Document: Decodable>(_ path: String) throws(SettingsError) -> Document {
    do {
      return try JSONDecoder().decode(Document.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch { throw SettingsError("\(path): \(Words.of(error))") }
  }
}

/// `workspace.json`.
private struct WorkspaceDocument: Decodable {
  var slug: String
  var name: String
  var timeZone: String
  var retentionDays: Int?
  var members: [Seed.Member]

  enum CodingKeys: String, CodingKey {
    case slug, name, members
    case timeZone = "time_zone"
    case retentionDays = "retention_days"
  }
}

extension CommandExecutor {
  func plant(_ seed: Seed) throws(StoreError) -> CommandOutcome {
    let roles = try seed.members.map { member throws(StoreError) in (member.email, try known(member.role)) }
    let workspace = try store.addWorkspace(
      slug: seed.slug, name: seed.name, timeZone: seed.timeZone, retentionDays: seed.retentionDays,
      profiles: seed.profiles)
    try store.addGround(
      regions: seed.regions.map { NewRegion(name: $0.name, geometry: $0.geometry) },
      outlets: seed.outlets.compactMap(\.asNew), slug: seed.slug)
    let ids = try store.addResponders(seed.people.map(\.asNew), slug: seed.slug)
    for (email, role) in roles {
      _ = try store.addMember(email: email, passwordHash: seed.passwordHash, role: role, slug: seed.slug)
    }
    return CommandOutcome(
      .object([
        "id": .integer(workspace.id.rawValue), "slug": .string(seed.slug),
        "responders": .integer(Int64(ids.count)),
        "members": .array(seed.members.map { .string($0.email) }),
      ]), text: "Workspace \(seed.slug) is made, with \(ids.count) responders.")
  }
}
