import Rollcall
import RollcallStore
import Seeds
import Testing

@Suite("History")
struct HistoryTests {
  @Test("Order is effective time, then id; pages by cursor are the whole", arguments: [1, 2, 3, 7, 100])
  func pages(limit: Int) async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try fixture.phone(), try fixture.phone(name: "Bor"))
    // Many equal times, in two people's uploads, out of order.
    try await ana.send((0..<20).map { try ping(Double($0 * 7 % 5), Int64($0)) }, at: 100)
    try await bor.send((0..<20).map { try ping(Double($0 * 3 % 5), Int64($0)) }, at: 100)
    let whole = try fixture.history()
    #expect(whole.count == 40)
    #expect(whole.map(\.place) == whole.map(\.place).sorted { $0.lexicographicallyPrecedes($1) })
    for responder in [nil, ana.id, bor.id] {
      let filter = PingFilter(from: .at(0), to: .at(1_000), responder: responder)
      var pages: [Int64] = []
      var cursor: HistoryCursor?
      while true {
        let page = try fixture.store.tracking.history(
          of: fixture.workspace, filter, after: cursor, limit: limit)
        pages += page.map(\.id)
        guard let last = page.last else { break }
        cursor = HistoryCursor(effective: last.effective, id: last.id)
      }
      let theirs = whole.filter { responder == nil || $0.responder == responder }.map(\.id)
      #expect(pages == theirs)
      #expect(try Self.newestFirst(fixture, filter, limit: limit).map(\.id) == theirs.reversed())
    }
  }

  /// Page by page, the last one first.
  private static func newestFirst(_ fixture: TestStore, _ filter: PingFilter, limit: Int = 7) throws
    -> [HistoryPing]
  {
    var (found, cursor): ([HistoryPing], HistoryCursor?) = ([], nil)
    while true {
      let page = try fixture.store.tracking.history(
        of: fixture.workspace, filter, isNewestFirst: true, after: cursor, limit: limit)
      found += page
      guard let last = page.last else { return found }
      cursor = HistoryCursor(effective: last.effective, id: last.id)
    }
  }

  @Test("Spans are half-open; flags are any of")
  func filters() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send(
      [ping(10, 1), ping(20, 2, mock: .yes), ping(30, 3, lat: 0, lng: 0), ping(40, 4, accuracy: -1)], at: 50)
    func sequences(_ from: Double, _ to: Double, _ flags: DoubtFlags = []) throws -> [Int64?] {
      let filter = PingFilter(from: .at(from), to: .at(to), flags: flags)
      return try fixture.store.tracking.history(of: fixture.workspace, filter, after: nil, limit: 10)
        .map(\.ping.sequence)
    }
    #expect(try sequences(10, 30) == [1, 2])
    #expect(try sequences(10.001, 30.001) == [2, 3])
    #expect(try sequences(30, 10) == [])
    #expect(try sequences(0, 50, .mock) == [2])
    #expect(try sequences(0, 50, [.mock, .nullIsland]) == [2, 3])
    #expect(try sequences(0, 50, .speed) == [])
  }

  @Test(
    "Pages by flags, of everybody or of one, are those of all pings that have one", arguments: Seeds.some(4))
  func flagged(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    let phones = try (0..<2).map { try fixture.phone(name: "\($0)", device: "phone-\($0)") }
    for upload in 0..<12 {
      for phone in phones {
        let pings = try (0..<8).map { index in
          let isOdd = Int.random(in: 0..<3, using: &random) == 0
          return try ping(
            Double(upload * 80 + index * 10 - Int.random(in: 0..<90, using: &random)),
            Int64(upload * 8 + index),
            lat: isOdd ? 0 : 46, lng: isOdd ? 0 : 14, mock: Bool.random(using: &random) ? .yes : .no,
            accuracy: Bool.random(using: &random) ? -1 : 5)
        }
        try await phone.send(pings, at: Double(upload * 80 + 90))
      }
    }
    let span = PingFilter(from: .at(-200), to: .at(900))
    let all = try fixture.store.tracking.history(of: fixture.workspace, span, after: nil, limit: 1_000)
    #expect(all.contains { $0.flags.isSuperset(of: [.mock, .invalidFix]) })
    for responder in [nil] + phones.map({ Optional($0.id) }) {
      for flags in [.mock, .nullIsland, [.mock, .invalidFix], [.speed, .nullIsland, .accuracy]]
        as [DoubtFlags]
      {
        var filter = span
        (filter.responder, filter.flags) = (responder, flags)
        var (pages, cursor): ([Int64], HistoryCursor?) = ([], nil)
        while true {
          let page = try fixture.store.tracking.history(
            of: fixture.workspace, filter, after: cursor, limit: 7)
          pages += page.map(\.id)
          guard let last = page.last else { break }
          cursor = HistoryCursor(effective: last.effective, id: last.id)
        }
        let expected = all.filter {
          !$0.flags.isDisjoint(with: flags) && (responder == nil || $0.responder == responder)
        }
        #expect(pages == expected.map(\.id), "seed \(seed), \(flags.names)")
        #expect(
          try Self.newestFirst(fixture, filter).map(\.id) == expected.map(\.id).reversed(), "seed \(seed)")
      }
    }
  }

  @Test("A ping comes back exactly as it was sent")
  func complete() async throws {
    let phone = try TestStore().phone()
    var sent = try ping(10, Ping.maximumSequence, lat: 46.123456789012345, lng: -0.1)
    (sent.accuracy, sent.speed, sent.heading, sent.altitude) = (3.5, 1.25, 359.9, -12.5)
    (sent.source, sent.batteryLevel, sent.signalQuality, sent.visitID) = (.passive, 0.33, .fair, 77)
    try await phone.send([sent], queue: "ключ", at: 11)
    let stored = try #require(try phone.history.first)
    #expect(stored.ping == sent)
    #expect(stored.queue == "ключ")
    #expect(stored.receivedAt == .at(11))
    #expect(stored.responder == phone.id)
    #expect(stored.timeSource == .phone)
  }

  @Test("A limit of none or less is nothing", arguments: [0, -1, Int.min])
  func limits(limit: Int) async throws {
    let fixture = try TestStore()
    try await fixture.phone().send([ping(10)], at: 10)
    let filter = PingFilter(from: .at(0), to: .at(100))
    #expect(
      try fixture.store.tracking.history(of: fixture.workspace, filter, after: nil, limit: limit).isEmpty)
  }
}

extension HistoryPing {
  fileprivate var place: [Int64] { [effective.milliseconds, id] }
}
