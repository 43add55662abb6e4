import StoreSupport
import Foundation
import Rollcall
import SQL
import Synchronization

@testable import RollcallStore

/// A store of its own in a temporary folder, with one workspace, and a clock that the test sets.
final class TestStore: Sendable {
  let folder: URL
  let clock = TestClock()
  let workspace: Workspace
  private let longestGap: Milliseconds
  private let syncs: Bool
  private let textsOffers: Bool
  private let current: Mutex<Store>

  var path: String { folder.appendingPathComponent("rollcall.db").path }
  var store: Store { current.withLock { $0 } }

  /// - Parameters:
  ///   - longestGap: the longest time between two commits before it counts as our absence, milliseconds.
  ///   - syncs: whether commits wait for the disk, as a server's do.
  ///   - textsOffers: whether offers have links and are sent as text messages.
  ///   - hasTables: whether it begins with a copy of a file that has all tables; an empty one otherwise.
  init(
    retentionDays: Int = 90, timeZone: String = "Europe/Ljubljana", longestGap: Milliseconds = .max,
    syncs: Bool = false, textsOffers: Bool = false, hasTables: Bool = true
  ) throws {
    self.longestGap = longestGap
    self.syncs = syncs
    self.textsOffers = textsOffers
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("rollcall.db").path
    if hasTables { try EmptyDatabase.copy(to: path) }
    let store = try Self.open(path, clock, longestGap, syncs, textsOffers)
    current = Mutex(store)
    workspace = try store.fleet.addWorkspace(
      slug: "north", name: "North", timeZone: timeZone, retentionDays: retentionDays,
      profiles: [.responder, .family])
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Closes the store and opens the same file again.
  func restart() throws {
    try current.withLock {
      $0.close()
      $0 = try Self.open(path, clock, longestGap, syncs, textsOffers)
    }
  }

  /// A second workspace beside the first.
  func addWorkspace(_ slug: String) throws -> Workspace {
    try store.fleet.addWorkspace(slug: slug, name: slug, timeZone: "UTC", profiles: [.responder, .family])
  }

  /// A person whose phone is logged in. The family profile is on duty from the first login.
  func phone(
    profile: String = "family", name: String = "Ana", device: String = "phone-1", slug: String = "north"
  ) throws -> TestPhone {
    let ids = try store.fleet.addResponders([NewResponder(name: name, profile: profile)], slug: slug)
    return TestPhone(self, try login(ids[0], device: device, slug: slug))
  }

  /// Logs a person in.
  func login(_ id: Responder.ID, device: String = "phone-1", slug: String = "north") throws -> PhoneSession {
    try store.phones.issueToken(slug: slug, responder: id, deviceID: device, lifetime: 86_400_000).session
  }

  /// Runs SQL beside the store, on the writer's own connection, in no transaction of its own.
  func execute(_ sql: String) throws {
    try store.pool.writeWithoutTransaction { try $0.execute(sql: Query(trusted: sql)) }
  }

  /// Lets the ids of tables go on after rows that were written beside the store.
  func countIDs(of tables: NumberedTable...) throws {
    try store.pool.writeWithoutTransaction { db in
      for table in tables {
        try db.run(
          """
          INSERT INTO id_counter (name, last)
          SELECT \(table), max(id) FROM \(Query(trusted: table.rawValue)) WHERE id > 0 HAVING count(*) > 0
          ON CONFLICT (name) DO UPDATE SET last = excluded.last
          """)
      }
    }
  }

  /// A number that SQL finds.
  func integer(_ sql: String) throws -> Int {
    let read = { (db: Database) in try db.first(Query(trusted: sql)) ?? 0 }
    return Self.isOfPacked(sql) ? try withUnpacked(read) : try store.read(read)
  }

  /// Gives an account that exists a role in another workspace, as its holder accepts it.
  func join(_ email: String, _ slug: String, as role: Role) throws {
    let member = try store.accounts.offerMembership(email: email, role: role, slug: slug)
    guard let offer = try store.accounts.offeredMemberships(to: member).first else {
      throw StoreError.notFound("offer")
    }
    _ = try store.accounts.answerMembership(offer.id, accepting: true, as: member)
  }

  /// Texts and numbers that SQL finds.
  func texts(_ sql: String) throws -> [String] {
    let read = { (db: Database) in try db.all(Query(trusted: sql), as: AnyText.self).map(\.text) }
    return Self.isOfPacked(sql) ? try withUnpacked(read) : try store.read(read)
  }

  private static func isOfPacked(_ sql: String) -> Bool {
    sql.contains(" ping") || sql.contains(/\supload\b/)
  }

  private static func open(
    _ path: String, _ clock: TestClock, _ longestGap: Milliseconds, _ syncs: Bool, _ textsOffers: Bool
  ) throws -> Store {
    var options = Store.Options(clock: { clock.now }, readers: 2, longestGap: longestGap)
    options.syncs = syncs
    options.publicURL = textsOffers ? "https://rollcall.example" : nil
    options.textsOffers = textsOffers
    return try Store(path: path, options: options)
  }
}

/// A text or a number, whichever stands in a column.
struct AnyText: DatabaseValueConvertible {
  let text: String

  var databaseValue: SQLValue { .text(text) }

  init(_ cell: Cell) throws {
    text = try cell.integer.map { "\($0)" } ?? cell.number.map { "\($0)" } ?? String(cell)
  }
}

/// The time of a test.
final class TestClock: Sendable {
  private let moment = Mutex(Timestamp.at(0))

  /// The present moment.
  var now: Timestamp {
    get { moment.withLock { $0 } }
    set { moment.withLock { $0 = newValue } }
  }

  /// Sets it to so many seconds after the first moment.
  func set(_ seconds: Double) { now = .at(seconds) }
}

extension Timestamp {
  /// A moment of a test: so many seconds after an arbitrary one.
  static func at(_ seconds: Double) -> Timestamp {
    Timestamp(milliseconds: 1_800_000_000_000 + Int64((seconds * 1_000).rounded()))
  }
}

extension Profile {
  /// The contract's responder profile without its low power rules.
  static let responder = Profile(
    name: "responder", offers: ["incident", "order"],
    rules: [
      ProfileRule(name: "on_mission", when: .duty("on_mission"), interval: 15, degraded: 30, offline: 60),
      ProfileRule(name: "on_duty", interval: 60, degraded: 90, offline: 180),
    ])

  /// The contract's family profile.
  static let family = Profile(
    name: "family",
    rules: [
      ProfileRule(name: "battery low", when: .battery(below: 0.2), interval: 600),
      ProfileRule(name: "moving", when: .speed(above: 1), interval: 120),
      ProfileRule(name: "stationary", interval: 300),
    ])
}

extension ProfileRule.Condition {
  static func duty(_ state: String) -> Self {
    var condition = Self()
    condition.duty = state
    return condition
  }

  static func battery(below level: Double) -> Self {
    var condition = Self()
    condition.batteryBelow = level
    return condition
  }

  static func speed(above speed: Double) -> Self {
    var condition = Self()
    condition.speedAbove = speed
    return condition
  }
}
