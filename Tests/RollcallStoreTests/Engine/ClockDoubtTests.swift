import Foundation
import Rollcall
import SQL
import Synchronization
import Testing

@testable import RollcallStore

@Suite("A store on a machine whose clock is in doubt")
struct ClockDoubtTests {
  /// A machine whose clocks a test sets.
  private final class Machine: Sendable {
    let wall: Mutex<Timestamp>
    let uptime = Mutex<Milliseconds>(1_000_000)
    let isSynchronised = Mutex(false)
    let changes = Mutex<[ClockWatch.Change]>([])

    init(_ wall: Timestamp) { self.wall = Mutex(wall) }

    /// Time passes.
    func pass(_ length: Milliseconds) {
      wall.withLock { $0 = $0.advanced(by: length) }
      uptime.withLock { $0 += length }
    }

    /// The wall clock alone steps.
    func step(_ length: Milliseconds) { wall.withLock { $0 = $0.advanced(by: length) } }

    func options(boot: String = "a") -> Store.Options {
      var options = Store.Options(readers: 1)
      options.machine = MachineClocks(
        wall: { [self] in wall.withLock { $0 } }, uptime: { [self] in uptime.withLock { $0 } }, boot: boot,
        isSynchronised: { [self] _ in isSynchronised.withLock { $0 } })
      options.onClock = { [self] change in changes.withLock { $0.append(change) } }
      return options
    }
  }

  private static let day: Milliseconds = 86_400_000
  private static let start = Timestamp(milliseconds: 1_780_000_000_000)

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clock-\(UUID())")

  private func open(_ machine: Machine, boot: String = "a") throws -> Store {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try Store(
      path: folder.appendingPathComponent("rollcall.db").path, options: machine.options(boot: boot))
  }

  @Test(
    "dates by the boot clock, purges nothing, and is right again after a step to either side",
    arguments: [400 * day, -3_653 * day])
  func steps(_ step: Milliseconds) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let machine = Machine(Self.start)
    let store = try open(machine)
    let workspace = try store.fleet.addWorkspace(
      slug: "north", name: "North", timeZone: "Europe/Ljubljana", profiles: [])
    let begun = try store.retention.beginPurge(of: workspace.id)
    machine.pass(1_000)
    machine.step(step)
    try store.markAlive()
    #expect(store.clock() == Self.start.advanced(by: 1_000))
    #expect(store.clockDoubt?.knowsElapsed == true)
    #expect(throws: StoreError.clockInDoubt) { _ = try store.retention.beginPurge(of: workspace.id) }
    #expect(throws: StoreError.clockInDoubt) { _ = try store.retention.purgeSlice(begun) }
    machine.pass(4_000)
    machine.step(-step)
    try store.markAlive()
    #expect(store.clock() == Self.start.advanced(by: 5_000) && store.clockDoubt == nil)
    #expect(machine.changes.withLock { $0.last } == .ended(.agrees))
    #expect(
      try store.liveness.absences(in: TimeSpan(from: .distantPast, to: Self.start.advanced(by: Self.day)))
        == [])
    store.close()
  }

  /// Keeps the answer to an upload, for a day.
  private func keepAnswer(in store: Store) throws {
    _ = try store.fleet.addWorkspace(slug: "north", name: "North", timeZone: "UTC", profiles: [.responder])
    let ana = try store.fleet.addResponders([NewResponder(name: "Ana")], slug: "north")[0]
    let key = IdempotencyKey(key: [0x6B], content: [], everySequenced: true)
    let answer = RememberedAnswer(fingerprint: key.fingerprint, counts: UploadResult(), body: nil)
    try store.write { try $0.tracking.remember(answer, for: key, of: ana) }
  }

  private func keys(in store: Store) throws -> Int {
    try store.read { try $0.first("SELECT count(*) FROM idempotency") ?? 0 }
  }

  @Test("does not forget it over a restart, by whatever clock it was written")
  func restarts() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let machine = Machine(Self.start)
    var store = try open(machine)
    try keepAnswer(in: store)
    store.close()
    machine.pass(30 * Self.day)
    // The machine was restarted: nobody knows that so much time passed.
    store = try open(machine, boot: "b")
    #expect(store.clock() == Self.start && store.clockDoubt?.knowsElapsed == false)
    #expect(store.canDate([Self.start.advanced(by: 30 * Self.day)]))
    try store.markAlive()
    #expect(store.clock() == Self.start.advanced(by: 30 * Self.day) && store.clockDoubt?.isAdopted == true)
    #expect(store.lapsingTime == Self.start)
    try store.tracking.purgeIdempotencyKeys()
    #expect(try keys(in: store) == 1, "the batch may be sent again yet")
    store.close()
    machine.pass(60_000)
    store = try open(machine, boot: "b")
    #expect(store.clockDoubt?.isAdopted == true)
    #expect(store.lapsingTime == Self.start.advanced(by: 60_000))
    machine.isSynchronised.withLock { $0 = true }
    machine.pass(1_000)
    #expect(store.clockDoubt == nil && machine.changes.withLock { $0.last } == .ended(.synchronised))
    try store.tracking.purgeIdempotencyKeys()
    #expect(try keys(in: store) == 0)
    store.close()
    machine.isSynchronised.withLock { $0 = false }
    store = try open(machine, boot: "c")
    #expect(store.clockDoubt == nil)
    store.close()
  }
}
