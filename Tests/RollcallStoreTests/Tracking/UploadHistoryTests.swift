import Seeds
import Rollcall
import RollcallStore
import Testing

/// Random histories of uploads against a simple memory of what must exist.
///
/// The phone keeps pings in a queue, sends them in any order, again and again, loses answers, is reinstalled
/// (a new queue), reuses numbers for other content, and the server restarts in between.
@Suite("In any history of deliveries, every ping exists exactly once")
struct UploadHistoryTests {
  @Test(arguments: Seeds.some(12))
  func randomHistory(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    var phone = try fixture.phone()
    var oracle = Oracle()
    var produced: [(ping: Ping, queue: String)] = []
    var (queue, sequence) = ("q0", Int64(0))
    for step in 0..<60 {
      let now = 1_000 + Double(step) * 10
      switch Int.random(in: 0..<20, using: &random) {
      case 0: try fixture.restart()
      case 1:
        queue = "q\(step)"
        sequence = 0
      case 2: phone.session = try fixture.login(phone.id, device: "device-\(step)")
      default: break
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        produced.append((try random.ping(&sequence, before: now), queue))
      }
      // A batch is of one queue: any of its pings, old and new, in any order, some twice.
      let chosen = random.element(produced)?.queue ?? queue
      let pool = produced.filter { $0.queue == chosen }.map(\.ping)
      let batch = (0..<Int.random(in: 1...8, using: &random)).compactMap { _ in random.element(pool) }
      let expected = oracle.take(batch, queue: chosen)
      #expect(try await phone.send(batch, queue: chosen, at: now) == expected, "step \(step)")
    }
    try expect(phone, oracle)
    try fixture.restart()
    try expect(phone, oracle)
    #expect(try fixture.store.verify() == [])
  }

  private func expect(_ phone: TestPhone, _ oracle: Oracle) throws {
    let history = try phone.history
    #expect(history.count == oracle.stored.count)
    let stored = history.map { Oracle.Entry($0.ping, queue: $0.queue, $0.flags.contains(.sequenceConflict)) }
    #expect(Set(stored) == Set(oracle.stored))
    // Undated pings in the midst of an upload are history, not latest.
    let dated = history.filter { $0.timeSource == .phone }.map(\.effective).max()
    let shown = try #require(try phone.row.fixAt)
    #expect(try shown >= #require(dated) && shown <= #require(history.last).effective)
    let counted = try phone.fixture.storedCount(of: phone.id)
    #expect(counted == oracle.stored.count, "the answers add up to the rows")
  }
}

/// The contract's rule of duplicates in its plainest form: everything is compared with everything.
struct Oracle {
  struct Entry: Hashable {
    var queue: String
    var sequence, raw: Int64?
    var latitude: Double
    var mock: Int
    var isConflict: Bool

    init(_ ping: Ping, queue: String, _ isConflict: Bool) {
      (self.queue, sequence, raw) = (queue, ping.sequence, ping.recordedAt?.milliseconds)
      (latitude, mock, self.isConflict) = (ping.position.latitude, ping.isMock.rawValue, isConflict)
    }
  }

  private(set) var stored: [Entry] = []
  private var seen: Set<String> = []

  mutating func take(_ pings: [Ping], queue: String) -> Answer {
    var answer = Answer(0)
    for ping in pings {
      if stored.contains(where: { $0.isSame(as: ping, in: queue) }) {
        answer.duplicates += 1
      } else {
        let name = ping.sequence.map { "\(queue) \($0)" }
        stored.append(Entry(ping, queue: queue, name.map { seen.contains($0) } ?? false))
        answer.stored += 1
      }
      if let sequence = ping.sequence { seen.insert("\(queue) \(sequence)") }
    }
    return answer
  }
}

extension Oracle.Entry {
  fileprivate func isSame(as ping: Ping, in queue: String) -> Bool {
    guard raw == ping.recordedAt?.milliseconds, latitude == ping.position.latitude else { return false }
    if let sequence, sequence == ping.sequence, self.queue == queue { return mock == ping.isMock.rawValue }
    return raw != nil && (sequence == ping.sequence || sequence == nil || ping.sequence == nil)
  }
}

extension TestStore {
  /// How many pings the answers to a person's uploads called stored.
  fileprivate func storedCount(of id: Responder.ID) throws -> Int {
    try integer("SELECT sum(stored) FROM upload WHERE responder_id = \(id.rawValue)")
  }
}

/// A small generator with a seed, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Any element.
  mutating func element<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &self)
  }

  /// A ping of few times and places, so that many are alike; mostly numbered and dated.
  mutating func ping(_ sequence: inout Int64, before now: Double) throws -> Ping {
    var number: Int64?
    switch Int.random(in: 0..<10, using: &self) {
    case 0: number = nil
    case 1: number = Int64.random(in: 0...max(0, sequence), using: &self)
    default:
      number = sequence
      sequence += Int64.random(in: 1...2, using: &self)
    }
    let isDated = number == nil || Int.random(in: 0..<8, using: &self) > 0
    let time = isDated ? now - Double(Int.random(in: 0...40, using: &self)) : nil
    let mock: Ping.MockReport = Int.random(in: 0..<6, using: &self) == 0 ? .yes : .no
    return try RollcallStoreTests.ping(
      time, number, lat: Double(Int.random(in: 44...46, using: &self)), mock: mock)
  }
}
