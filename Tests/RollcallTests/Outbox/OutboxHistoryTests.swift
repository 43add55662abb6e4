import Seeds
import Testing

@testable import Rollcall

@Suite("Whatever services, clocks and kills do to an outbox, its promises hold")
struct OutboxHistoryTests {
  @Test("Random histories with a kill at any step", arguments: Seeds.some(8))
  func histories(_ part: UInt64) {
    var seen: [String: Int] = [:]
    for number in 0..<25 {
      var history = OutboxHistory(seed: part * 1_000_000 + UInt64(number))
      for _ in 0..<200 { history.step() }
      history.finish()
      #expect(history.broken.isEmpty, "seed \(part), \(number): \(history.broken.prefix(3))")
      seen.merge(history.seen, uniquingKeysWith: +)
      if !history.broken.isEmpty { return }
    }
    // Everything that can happen has happened, so that there was something to keep.
    for thing in ["accepted", "again", "givenUp", "ended", "killed", "sent twice", "cancelled", "full lane"] {
      #expect(seen[thing, default: 0] > 0, "it never came to \(thing)")
    }
  }
}

/// Messages in rows that survive, claims that do not, services with a will of their own, and a clock.
private struct OutboxHistory {
  struct Item: OutboxItem {
    let id: Int
    let lane: Int
    var laneLimit: Int { lane == 0 ? 1 : 3 }
    var hasFollowers: Bool { lane == 0 }
  }

  /// A message that a worker has taken; `result` once the service has answered.
  struct Attempt {
    let item: Item
    var result: DeliveryResult?
  }

  private var random: SplitMix
  private var now = Timestamp(milliseconds: 1_000_000)
  private let schedule: RetrySchedule
  /// What is on the disk.
  private var rows: [Delivery] = []
  private var items: [Item] = []
  /// What is in memory.
  private var claims = Claims<Item>()
  private var attempts: [Attempt] = []
  /// What services have taken, and what was cancelled, by id.
  private var taken: [Int: Int] = [:]
  private var cancelled: Set<Int> = []
  private(set) var broken: [String] = []
  private(set) var seen: [String: Int] = [:]

  init(seed: UInt64) {
    random = SplitMix(state: seed &* 2 &+ 1)
    schedule = [RetrySchedule.phones, .channels, .codes][Int(seed % 3)]
  }

  mutating func step() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: queue()
    case 4..<8: look()
    case 8..<12: claim()
    case 12..<15: answer()
    case 15..<18: settle()
    case 18: Bool.random(using: &random) ? cancel() : kill()
    default: now = now.advanced(by: Milliseconds.random(in: -2_000...20_000, using: &random))
    }
  }

  /// Goes on without kills until nothing waits, with services that work.
  mutating func finish() {
    for _ in 0..<10_000 where rows.contains(where: { $0.state == .waiting }) {
      look()
      claim()
      while !attempts.isEmpty {
        attempts[0].result = attempts[0].result ?? deliver(attempts[0].item, .accepted(id: nil))
        settle(0)
      }
      now = now.advanced(by: 5_000)
    }
    for (item, row) in zip(items, rows) {
      if row.state == .waiting { broken.append("\(item.id) waits for ever") }
      if row.state == .accepted, taken[item.id] == nil { broken.append("\(item.id) was never handed over") }
      if row.state == .cancelled, !cancelled.contains(item.id) { broken.append("\(item.id) is lost") }
      if row.state == .failed, row.attempts == 0 { broken.append("\(item.id) was given up untried") }
    }
  }

  private mutating func queue() {
    items.append(Item(id: items.count, lane: Int.random(in: 0..<3, using: &random)))
    rows.append(Delivery(due: now, expiresAt: now.advanced(by: 3_600_000)))
  }

  /// What is due on the disk is made known; claims keep what is known already.
  private mutating func look() { claims.add(items.filter { rows[$0.id].isDue(at: now) }) }

  private mutating func claim() {
    guard let item = claims.claim() else {
      if claims.known.count > attempts.count { seen["full lane", default: 0] += 1 }
      return
    }
    if attempts.contains(where: { $0.item.id == item.id }) { broken.append("\(item.id) has two senders") }
    let inLane = attempts.filter { $0.item.lane == item.lane }.count
    if inLane >= item.laneLimit { broken.append("lane \(item.lane) has \(inLane + 1)") }
    attempts.append(Attempt(item: item))
  }

  private mutating func answer() {
    guard let index = attempts.indices.filter({ attempts[$0].result == nil }).randomElement(using: &random)
    else { return }
    let results: [DeliveryResult] = [
      .accepted(id: nil), .retry(after: nil, reason: "busy"), .retry(after: 40_000, reason: "patience"),
      .refused(reason: "no"), .gone(reason: "gone"), .misconfigured(reason: "set-up"),
    ]
    let result = results.randomElement(using: &random) ?? .accepted(id: nil)
    attempts[index].result = deliver(attempts[index].item, result)
  }

  private mutating func deliver(_ item: Item, _ result: DeliveryResult) -> DeliveryResult {
    guard result.kind == .accepted else { return result }
    taken[item.id, default: 0] += 1
    if taken[item.id] == 2 { seen["sent twice", default: 0] += 1 }
    return result
  }

  private mutating func settle() {
    guard let index = attempts.indices.filter({ attempts[$0].result != nil }).randomElement(using: &random)
    else { return }
    settle(index)
  }

  private mutating func settle(_ index: Int) {
    let attempt = attempts.remove(at: index)
    guard let result = attempt.result else { return }
    let before = rows[attempt.item.id]
    let step = rows[attempt.item.id].settle(result, by: schedule, at: now, chance: 0.5)
    check(step, result, before, rows[attempt.item.id])
    claims.end(attempt.item)
  }

  private mutating func check(
    _ step: Delivery.Step, _ result: DeliveryResult, _ before: Delivery, _ after: Delivery
  ) {
    switch step {
    case .accepted: seen["accepted", default: 0] += 1
    case .again(let next):
      seen["again", default: 0] += 1
      if next < now.advanced(by: result.after ?? 0) { broken.append("the service's wish is not honoured") }
      if next >= before.expiresAt { broken.append("tried when it is of no use") }
    case .givenUp: seen["givenUp", default: 0] += 1
    case .ended: seen["ended", default: 0] += 1
    }
    if after.attempts != before.attempts + 1 { broken.append("an attempt is not counted") }
    if before.state != .waiting, after.state != before.state, after.state != .accepted {
      broken.append("it went from \(before.state) to \(after.state)")
    }
    if !schedule.isEndless, after.state == .waiting, after.attempts > schedule.waits.count {
      broken.append("there is no end")
    }
  }

  private mutating func cancel() {
    guard let index = rows.indices.randomElement(using: &random),
      rows[index].end(as: .cancelled, because: "withdrawn")
    else { return }
    cancelled.insert(index)
    seen["cancelled", default: 0] += 1
  }

  /// The process is killed: what was claimed, sent or answered and not settled is forgotten.
  private mutating func kill() {
    claims = Claims()
    attempts = []
    seen["killed", default: 0] += 1
  }
}
