import StoreSupport
import Rollcall
import RollcallStore
import Testing

/// The loop only looks: how often it does, and in which order, changes no row. What does depend on it is when the next
/// one is asked, since an offer is made at the instant at which somebody looked; so the histories of the ranking look
/// at the same instants, and those by hand look whenever they like.
@Suite("When a loop looks changes nothing that is stored")
struct DispatchLookingTests {
  enum Looking: CaseIterable, Sendable { case plainly, often, withRestarts }

  @Test(
    "Down the ranking: reads, statuses settled in between and restarts change no row", arguments: [1, 4])
  func automatic(_ seed: UInt64) async throws {
    let plain = try await run(seed, isByHand: false, .plainly)
    #expect(plain.contains { $0.contains("reoffered") } || seed > 1, "nobody was lost")
    for looking in [Looking.often, .withRestarts] {
      let other = try await run(seed, isByHand: false, looking)
      #expect(plain.first { !other.contains($0) } == nil, "seed \(seed), \(looking)")
      #expect(other.first { !plain.contains($0) } == nil, "seed \(seed), \(looking)")
    }
  }

  @Test(
    "By hand: a loop that never ran, and one that always did, leave the same rows",
    arguments: [102, 103])
  func byHand(_ seed: UInt64) async throws {
    let never = try await run(seed, isByHand: true, .plainly)
    for looking in [Looking.often, .withRestarts] {
      let other = try await run(seed, isByHand: true, looking)
      #expect(never.first { !other.contains($0) } == nil, "seed \(seed), \(looking)")
      #expect(other.first { !never.contains($0) } == nil, "seed \(seed), \(looking)")
    }
  }

  /// One history, and the rows that it leaves. The events are chosen by `seed`, the looks by a generator of their own.
  private func run(_ seed: UInt64, isByHand: Bool, _ looking: Looking) async throws -> [String] {
    let fixture = try TestStore()
    var phones: [TestPhone] = []
    for (place, name) in ["Ana", "Bor", "Cyd", "Dan", "Eva"].enumerated() {
      phones.append(try await fixture.candidate(name, north: 0.01 * Double(place + 1)))
    }
    let grace: Milliseconds = isByHand ? 3_600_000 : 20_000
    try fixture.store.dispatch.set(
      DispatchSettings(answerTimes: [:], grace: grace), in: .test(fixture.workspace.id, TestStore.dispatcher))
    var history = StoreHistory(fixture, phones, isByHand: isByHand, seed: seed)
    var looks = SplitMix(state: seed ^ 0xABCD)
    for step in 1...45 {
      let next = history.nextInstant()
      if looking == .often { try peek(fixture, until: next, &looks, isByHand) }
      fixture.clock.now = next
      if !isByHand { try history.look() }
      try await history.act()
      if !isByHand { try history.look() }
      if looking == .often, isByHand, Bool.random(using: &looks) { try history.look() }
      if looking == .withRestarts, Int.random(in: 0..<8, using: &looks) == 0 {
        // Where there was no time in between, nothing was unobserved.
        try fixture.store.markAlive()
        try fixture.restart()
      }
      if step % 5 == 0 { try fixture.checkPromises(phones) }
    }
    fixture.clock.now = history.nextInstant().advanced(by: 700_000)
    try history.look()
    #expect(try fixture.integer("SELECT count(*) FROM absence") == 0)
    #expect(try fixture.integer("SELECT count(*) FROM offer") > 3)
    return try rows(fixture)
  }

  /// Looks at instants in between, in ways that ask nobody.
  private func peek(
    _ fixture: TestStore, until end: Timestamp, _ looks: inout SplitMix, _ isByHand: Bool
  ) throws {
    for _ in 0..<2 {
      let now = fixture.clock.now
      fixture.clock.now = now.advanced(by: Int64.random(in: 0...max(0, end.since(now)), using: &looks))
      if Bool.random(using: &looks) { _ = try fixture.store.liveness.settleOverdue() }
      _ = try fixture.store.dispatch.nextDispatch()
      if isByHand { _ = try fixture.store.dispatch.dispatchDue() }
    }
  }

  private func rows(_ fixture: TestStore) throws -> [String] {
    try fixture.texts(
      """
      SELECT 'offer ' || json_array(incident_id, responder_id, state, round(distance_m), queued_at, sent_at, '-',
        delivered_at, seen_at, ended_at, expires_at, reason, round, answer, answered_at, told_at) FROM offer
      UNION ALL SELECT 'assignment ' || json_array(incident_id, responder_id, since, arrived_at, ended_at,
        reason, grace_at, lost_at) FROM assignment
      UNION ALL SELECT 'incident ' || json_array(id, state, state_since, closed_at, mode, round, answer_ms,
        wake_at) FROM incident
      UNION ALL SELECT 'pick ' || json_array(incident_id, responder_id) FROM incident_pick
      UNION ALL SELECT 'step ' || json_array(incident_id, at, actor, step, responder_id, detail) FROM incident_step
      UNION ALL SELECT 'audit ' || json_array(at, actor, action, subject, detail) FROM audit
      UNION ALL SELECT 'duty ' || json_array(responder_id, duty, duty_order) FROM liveness
      UNION ALL SELECT 'status ' || json_array(responder_id, at, to_status) FROM transition
      ORDER BY 1
      """)
  }
}

/// A random history on a store: the same for the same seed, whatever looks in between.
private struct StoreHistory {
  let fixture: TestStore
  let phones: [TestPhone]
  let isByHand: Bool
  private var random: SplitMix
  private var incidents: [Incident.ID] = []

  init(_ fixture: TestStore, _ phones: [TestPhone], isByHand: Bool, seed: UInt64) {
    (self.fixture, self.phones, self.isByHand) = (fixture, phones, isByHand)
    random = SplitMix(state: seed)
  }

  mutating func nextInstant() -> Timestamp {
    let steps: [Milliseconds] = [0, 1, 400, 3_000, 14_000, 30_000, 45_000]
    return fixture.clock.now.advanced(by: steps.randomElement(using: &random) ?? 0)
  }

  func look() throws {
    repeat {
      _ = try fixture.store.liveness.settleOverdue()
    } while try fixture.store.dispatch.dispatchDue() > 0
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func asking() -> Asking {
    let picks = (0...below(3)).compactMap { _ in phones.randomElement(using: &random)?.id }
    return Asking(
      isByHand ? .parallel : .automatic, picks: picks, answerWithin: Int64(15 + below(40)) * 1_000)
  }

  mutating func act() async throws {
    let (store, workspace) = (fixture.store, fixture.workspace.id)
    let phone = phones[below(phones.count)]
    let kind = below(20)
    let (asking, place) = (asking(), below(max(1, incidents.count)))
    let isHeard = phones.map { _ in Int.random(in: 0..<3, using: &random) > 0 }
    if incidents.isEmpty || (kind == 0 && incidents.count < 4) {
      incidents.append(try fixture.open("I\(incidents.count)"))
    }
    let incident = incidents[min(place, incidents.count - 1)]
    switch kind {
    case 1...4: try? store.dispatch.ask(asking, for: incident, in: .test(workspace, TestStore.dispatcher))
    case 5:
      try? store.dispatch.reassign(
        incident, to: asking, because: "far", in: .test(workspace, TestStore.dispatcher))
    case 6:
      try? store.dispatch.close(
        incident, as: below(2) == 0 ? .resolved : .cancelled, in: .test(workspace, TestStore.dispatcher))
    case 7: try? store.dispatch.reopen(incident, in: .test(workspace, TestStore.dispatcher))
    case 8:
      let change = DutyChange(state: below(2) == 0 ? .offDuty : .onDuty)
      if try !isByHand || !isBound(phone) { try await phone.duty(change) }
    case 9...15: for phone in phones { try await answer(phone, below(8)) }
    case 16:
      if let offer = try spoken(of: phone).last {
        try? store.dispatch.withdraw(
          Offer.ID(offer), of: incident, in: .test(workspace, TestStore.dispatcher))
      }
    default: break
    }
    for (phone, isHeard) in zip(phones, isHeard) where isHeard { try await phone.report() }
  }

  private func answer(_ phone: TestPhone, _ kind: Int) async throws {
    guard let mine = try spoken(of: phone).last else { return }
    switch kind {
    case 0, 1: _ = try await phone.say(.accept, to: Offer.ID(mine))
    case 2:
      if try !isByHand || !isBound(phone) {
        _ = try await phone.say(.decline(reason: "no"), to: Offer.ID(mine))
      }
    case 3: _ = try await phone.say(.seen, to: Offer.ID(mine))
    case 4: _ = try await phone.offers()
    case 5: if let own = try await phone.assignment() { _ = try await phone.tell(.complete, of: own.id) }
    default: break
    }
  }

  /// Whether an incident is theirs: to lose its assignee would begin the ranking, and that depends on who looks when.
  private func isBound(_ phone: TestPhone) throws -> Bool {
    try fixture.integer(
      "SELECT count(*) FROM assignment WHERE responder_id = \(phone.id.rawValue) AND ended_at IS NULL") > 0
  }

  /// The offers that were made to a phone, over or not: a phone speaks of those, too.
  private func spoken(of phone: TestPhone) throws -> [Int64] {
    try fixture.texts("SELECT id FROM offer WHERE responder_id = \(phone.id.rawValue) ORDER BY id").compactMap
    {
      Int64($0)
    }
  }
}
