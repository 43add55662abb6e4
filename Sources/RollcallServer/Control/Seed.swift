import Foundation
public import Rollcall
import RollcallStore
import RollcallWire

/// A whole workspace as data: a folder with `workspace.json`, `people.csv`, `regions.json` and, if there are any,
/// `outlets.csv`, `events.json` and `visits.csv`.
public struct Seed: Codable, Sendable {
  /// A person of the console.
  public struct Member: Codable, Equatable, Sendable {
    /// The address to log in with.
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
  /// The members, who may log in.
  public var members: [Member]
  /// The hash of the password that all of them share.
  public var passwordHash: String
  /// The people who report.
  public var people: [Person]
  /// How they report.
  public var profiles: [Profile]
  /// The home regions; people name these.
  public var regions: [Region]
  /// Places to be visited.
  public var outlets: [Outlet]
  /// The events.
  public var events: [HeldEvent]
  /// The planned visits.
  public var visits: [Planned]
  /// The times for answers and graces; `nil` = the defaults.
  public var dispatch: Dispatch?
  /// The templates of incidents.
  public var templates: [Template]

  /// A template of incidents.
  public struct Template: Codable, Equatable, Sendable {
    /// Its name, 1 to 80 bytes.
    public var name: String
    /// The severity; `nil` = the usual one.
    public var severity: String?
    /// Who is needed, a line each: `2 first aid`; `nil` = one person.
    public var needs: [String]?
    /// Questions to ask, and what else a dispatcher should know.
    public var notes: String?
  }

  /// The times of dispatch, seconds.
  public struct Dispatch: Codable, Equatable, Sendable {
    /// How long an offer waits for its answer, by severity, 15 to 600 s; missing severities have 30.
    public var answers: [String: Int64]?
    /// How long an assignee may be offline before others are asked, 0 to 3,600; 60 when it is missing.
    public var grace: Int64?

    enum CodingKeys: String, CodingKey {
      case answers = "answer_s"
      case grace = "grace_s"
    }
  }

  /// Reads a folder.
  ///
  /// - Throws: `SettingsError` with the file and the line at fault.
  public init(folder: String, profiles: [Profile], passwordHash: String) throws(SettingsError) {
    let document: WorkspaceDocument = try Self.decode(folder + "/workspace.json")
    let ground: RegionsDocument = try Self.decode(folder + "/regions.json")
    let list = folder + "/people.csv"
    people = try Self.read(list, PeopleList.read)
    outlets = try Self.optional(folder + "/outlets.csv") { path throws(SettingsError) in
      try Self.read(path, OutletList.read).map { Outlet($0) }
    }
    events = try Self.optional(folder + "/events.json") { path throws(SettingsError) in
      try Self.decode(path)
    }
    visits = try Self.optional(folder + "/visits.csv") { path throws(SettingsError) in
      try Self.read(path, PlannedList.read)
    }
    regions = ground.regions
    let names = Set(regions.map(\.name))
    if let stray = people.first(where: { $0.region.map { !names.contains($0) } ?? false }) {
      throw SettingsError(
        "\(list): \(stray.name): regions.json has no region \(stray.region ?? "")\(NearestWord.hint(stray.region ?? "", among: names.sorted()))"
      )
    }
    (slug, name, timeZone) = (document.slug, document.name, document.timeZone)
    retentionDays = document.retentionDays ?? 90
    members = document.members
    dispatch = document.dispatch
    templates = document.templates ?? []
    self.profiles = profiles
    self.passwordHash = passwordHash
  }

  /// Entries of a file that may be missing.
  private static func optional<Entry>(
    _ path: String, _ read: (String) throws(SettingsError) -> [Entry]
  ) throws(SettingsError) -> [Entry] {
    FileManager.default.fileExists(atPath: path) ? try read(path) : []
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
  var dispatch: Seed.Dispatch?
  var templates: [Seed.Template]?

  enum CodingKeys: String, CodingKey {
    case slug, name, members, dispatch, templates
    case timeZone = "time_zone"
    case retentionDays = "retention_days"
  }
}

extension CommandExecutor {
  func plant(_ seed: Seed) throws(StoreError) -> CommandOutcome {
    let dispatch = try seed.dispatch.map { times throws(StoreError) in try Self.settings(times) }
    let templates = try seed.templates.map { template throws(StoreError) in try Self.draft(template) }
    let roles = try seed.members.map { member throws(StoreError) in (member.email, try known(member.role)) }
    let workspace = try store.fleet.addWorkspace(
      slug: seed.slug, name: seed.name, timeZone: seed.timeZone, retentionDays: seed.retentionDays,
      profiles: seed.profiles)
    try store.visits.addRegionsAndOutlets(
      regions: seed.regions.map { NewRegion(name: $0.name, geometry: $0.geometry) },
      outlets: seed.outlets.compactMap(\.asNew), slug: seed.slug)
    let ids = try store.fleet.addResponders(seed.people.map(\.asNew), slug: seed.slug)
    for (email, role) in roles {
      _ = try store.accounts.addMember(
        email: email, passwordHash: seed.passwordHash, role: role, slug: seed.slug)
    }
    if let dispatch { try store.dispatch.set(dispatch, in: .commandLine(workspace.id)) }
    for template in templates { try store.dispatch.save(template, as: nil, in: .commandLine(workspace.id)) }
    try plant(field: seed, ids, in: workspace)
    return CommandOutcome(
      .object([
        "id": .integer(workspace.id.rawValue), "slug": .string(seed.slug),
        "responders": .integer(Int64(ids.count)),
        "members": .array(seed.members.map { .string($0.email) }),
      ]), text: "Workspace \(seed.slug) is made, with \(ids.count) responders.")
  }

  /// The dispatch settings of a seed; missing ones have the usual defaults.
  private static func settings(_ times: Seed.Dispatch) throws(StoreError) -> DispatchSettings {
    var settings = DispatchSettings.standard
    for (word, seconds) in times.answers ?? [:] {
      guard let severity = Incident.Severity(rawValue: word) else {
        throw .invalid("There is no severity \(word)")
      }
      settings.answerTimes[severity] = try milliseconds(seconds)
    }
    if let grace = times.grace { settings.grace = try milliseconds(grace) }
    return settings
  }

  /// A template of a seed, checked as one that is typed.
  private static func draft(_ template: Seed.Template) throws(StoreError) -> IncidentTemplate.Draft {
    var form = IncidentTemplate.Draft.Form()
    (form.name, form.severity) = (template.name, template.severity ?? "")
    form.notes = template.notes ?? ""
    if let lines = template.needs {
      do throws(NeedsProblem) { form.needs = try Needs(lines.joined(separator: "\n")).lines } catch {
        throw .invalid("The template \(template.name): \(error.words)")
      }
    }
    do throws(NewIncident.Refusal) { return try IncidentTemplate.Draft(form) } catch {
      throw .invalid("The template \(template.name): \(error.problems.map(\.words).joined(separator: " "))")
    }
  }

  private static func milliseconds(_ seconds: Int64) throws(StoreError) -> Milliseconds {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !overflow else { throw .invalid("\(seconds) s is too long") }
    return product
  }
}
