import DeviceKit
import Rollcall
import Testing

@Suite("Items that the server will never accept")
struct SetAsideTests {
  private let file: TemporaryStore
  private let queue: DeviceQueue

  init() throws {
    file = try TemporaryStore()
    queue = try file.open().queue(of: TemporaryStore.ana)
  }

  private func refuse(_ count: Int) throws {
    let first = try queue.append((0..<count).map { .sample($0) }).sequences.first ?? 0
    let refused = try queue.pings(limit: count).map { (ping: $0, reason: "no \(($0.sequence ?? 0) - first)") }
    try queue.setAside(refused, at: Sleeper.start)
  }

  @Test("the newest are kept with their reasons, all are counted, pings apart from words")
  func bounded() throws {
    try queue.append([.answer(.accept, to: Offer.ID(5), reason: nil)], at: Sleeper.start)
    try queue.setAside(try queue.notices(), reason: "No such offer", at: Sleeper.start)
    try refuse(DeviceQueue.setAsideLimit + 3)
    let status = try queue.status()
    #expect(status.setAside == DeviceQueue.setAsideLimit)
    #expect(status.refused == DeviceQueue.setAsideLimit + 3)
    #expect(status.refusedNotices == 1)
    #expect(try queue.setAsideEntries(limit: 1).map(\.reason) == ["no 3"])
  }

  @Test("an app can clear it; how much it was stays known, and another responder's is left alone")
  func cleared() async throws {
    try refuse(2)
    let bor = try file.open().queue(of: TemporaryStore.bor)
    try bor.append([.sample(1)])
    try bor.setAside([(ping: bor.pings(limit: 1)[0], reason: "no")], at: Sleeper.start)
    let device = try await RollcallDevice(
      store: file.open(), tokens: MemoryTokens(), through: AuthServer(), clock: Sleeper().patientClock)
    await #expect(throws: LoggedOut()) { try await device.clearSetAside() }
    try await device.logIn(phone: "+38640123456", code: "049130")
    #expect(try await device.setAsideEntries().count == 2)
    try await device.clearSetAside()
    #expect(await device.status.queue.setAside == 0)
    #expect(await device.status.queue.refused == 2)
    #expect(try bor.status().setAside == 1)
  }
}
