import DeviceKit
import Rollcall
import Testing

@Suite("Notices in the queue")
struct NoticeQueueTests {
  private let file: TemporaryStore
  private let queue: DeviceQueue
  private let at = Timestamp(milliseconds: 1_800_000_000_123)

  init() throws {
    file = try TemporaryStore()
    queue = try file.open().queue(of: TemporaryStore.ana)
  }

  @Test(
    "each kind comes out as it went in",
    arguments: [
      .duty(.onMission, order: "INC-7"), .duty(.offDuty, order: nil), .event(.permission(.denied)),
      .event(.locationServices(false)), .event(.locationServices(true)), .event(.power(.lowPower)),
      .event(.network(.none)), .event(.battery(0.1)), .event(.battery(1.0 / 3)), .event(.lifecycle(.killed)),
      .event(.duty(.onDuty)), .answer(.decline, to: Offer.ID(5), reason: "Too far"),
      .answer(.seen, to: Offer.ID(.max), reason: nil), .report(.arrived, of: Offer.ID(5)),
    ] as [Notice])
  func roundTrip(notice: Notice) throws {
    try queue.append([notice], at: at)
    let queued = try #require(try queue.notices().first)
    #expect(queued.notice == notice)
    #expect(queued.at == at)
    #expect((1...64).contains(queued.id.utf8.count))
  }

  @Test("events that stand together go together, and nothing overtakes")
  func order() throws {
    try queue.append([.event(.battery(0.2)), .event(.network(.none))], at: at)
    try queue.append([.duty(.onDuty, order: nil), .duty(.offDuty, order: nil)], at: at)
    try queue.append([.event(.network(.wifi))], at: at)
    var seen: [[Notice]] = []
    while case let next = try queue.notices(), !next.isEmpty {
      seen.append(next.map(\.notice))
      try queue.remove(next)
    }
    #expect(
      seen == [
        [.event(.battery(0.2)), .event(.network(.none))], [.duty(.onDuty, order: nil)],
        [.duty(.offDuty, order: nil)], [.event(.network(.wifi))],
      ])
  }

  @Test("at most as many events as a request may carry")
  func limit() throws {
    try queue.append(Array(repeating: .event(.network(.wifi)), count: 70), at: at)
    #expect(try queue.notices().count == 50)
  }

  @Test("a phone that is offline for weeks keeps its newest events, and everything that its responder said")
  func bounded() throws {
    try queue.append([.duty(.onDuty, order: nil)], at: at)
    let gone = try (0..<3).map { _ in
      try queue.append(Array(repeating: .event(.network(.wifi)), count: DeviceQueue.eventLimit / 2), at: at)
    }
    #expect(gone == [0, 0, DeviceQueue.eventLimit / 2])
    #expect(try queue.status().notices == DeviceQueue.eventLimit + 1)
    #expect(try queue.status().evictedNotices == DeviceQueue.eventLimit / 2)
    #expect(try queue.status().evicted == 0, "no ping had to go")
    #expect(try queue.notices().map(\.notice) == [.duty(.onDuty, order: nil)])
  }

  @Test("a notice that the server will never accept is set aside with its reason")
  func poisoned() throws {
    try queue.append([.answer(.accept, to: Offer.ID(5), reason: nil)], at: at)
    try queue.setAside(try queue.notices(), reason: "No such offer", at: at)
    #expect(try queue.notices().isEmpty)
    let entry = try #require(try queue.setAsideEntries().first)
    #expect(entry.kind == "answer")
    #expect(entry.reason == "No such offer")
  }
}
