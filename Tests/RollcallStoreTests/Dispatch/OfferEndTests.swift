import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("An offer that nobody answers ends by itself, dated when it did")
struct OfferEndTests {
  enum Noticing: CaseIterable, Sendable { case loop, lateAccept, fetch, upload, withdrawal, nextOffer }

  @Test("Whoever looks first, it expired at its deadline", arguments: Noticing.allCases)
  func expiry(_ noticing: Noticing) async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    let incident = try fixture.open()
    fixture.clock.set(5)
    let offer = try fixture.offer(incident, to: ana)
    _ = try await ana.offers()
    #expect(try fixture.store.dispatch.nextDispatch() == .at(35.001))
    // At the deadline itself it can still be answered
    fixture.clock.set(35)
    #expect(try fixture.store.dispatch.dispatchDue() == 0)
    fixture.clock.set(60)
    switch noticing {
    case .loop: #expect(try fixture.store.dispatch.dispatchDue() == 1)
    case .lateAccept: #expect(try await ana.say(.accept, to: offer, phoneAt: .at(20)) == .over)
    case .fetch: #expect(try await ana.offers() == [])
    case .upload: #expect(try await ana.report() == [])
    case .withdrawal:
      #expect(throws: StoreError.conflict("The offer has ended already: expired")) {
        try fixture.store.dispatch.withdraw(offer, of: incident, in: .test(fixture.workspace.id, "m"))
      }
      // The refusal is rolled back with what it settled; the loop writes the same.
      _ = try fixture.store.dispatch.dispatchDue()
    case .nextOffer: try fixture.offer(try fixture.open("Next"), to: ana)
    }
    let ended = try fixture.found(offer)
    #expect((ended.state, ended.endedAt, ended.reason) == (.expired, .at(35), "no answer in 30 s"))
    #expect(try fixture.state(incident) == .unassigned)
    #expect(try fixture.steps(incident).suffix(2) == ["expired 35.0 rollcall Ana", "nobody 35.0 rollcall"])
    if noticing != .nextOffer {
      #expect(try ana.row.errand == nil && fixture.store.dispatch.nextDispatch() == nil)
    }
  }

  @Test("Who goes offline before the deadline was unreachable from that instant, whoever notices it")
  func unreachable() async throws {
    for isNoticedByTheirOwnDeadline in [true, false] {
      let fixture = try TestStore()
      let ana = try await fixture.candidate()
      let incident = try fixture.open()
      fixture.clock.set(80)
      let offer = try fixture.offer(incident, to: ana, within: 600)
      _ = try await ana.offers()
      // Degraded is no end: the phone may still answer.
      fixture.clock.set(100)
      _ = try fixture.store.liveness.settleOverdue()
      #expect(try fixture.found(offer).state.isOpen)
      fixture.clock.set(2_000)
      if isNoticedByTheirOwnDeadline {
        _ = try fixture.store.liveness.settleOverdue()
      } else {
        _ = try fixture.store.dispatch.dispatchDue()
      }
      let ended = try fixture.found(offer)
      #expect((ended.state, ended.endedAt, ended.reason) == (.unreachable, .at(260), "went offline"))
      #expect(try await ana.say(.accept, to: offer) == .over)
      #expect(try fixture.state(incident) == .unassigned)
    }
  }

  @Test("Expired before offline is expired, although both are noticed together")
  func expiredThenOffline() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    let offer = try fixture.offer(try fixture.open(), to: ana)
    _ = try await ana.offers()
    fixture.clock.set(2_000)
    _ = try fixture.store.liveness.settleOverdue()
    let ended = try fixture.found(offer)
    #expect((ended.state, ended.endedAt) == (.expired, .at(30)))
  }

  @Test("Off duty, logged out, locked out: the offer is over at once")
  func leaving() async throws {
    let fixture = try TestStore()
    let incident = try fixture.open()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor"))
    let cyd = try await fixture.candidate("Cyd")
    let offers = try [ana, bor, cyd].map { try fixture.offer(incident, to: $0) }
    try await ana.duty(DutyChange(state: .offDuty), at: 3)
    #expect(try fixture.state(incident) == .offering)
    fixture.clock.set(4)
    try await bor.logout()
    fixture.clock.set(5)
    _ = try fixture.store.phones.setResponder(
      cyd.id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    let ended = try offers.map { try fixture.found($0) }
    #expect(ended.map(\.state) == [.unreachable, .unreachable, .unreachable])
    #expect(ended.map(\.reason) == ["went off duty", "logged out", "logged out"])
    #expect(ended.map(\.endedAt) == [.at(3), .at(4), .at(5)])
    #expect(try fixture.state(incident) == .unassigned)
  }

  @Test("A restart forgets neither an open offer nor an assignment")
  func restart() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor"))
    let (asked, taken) = (try fixture.open("A"), try fixture.open("B"))
    let offer = try fixture.offer(asked, to: ana)
    _ = try await bor.say(.accept, to: try fixture.offer(taken, to: bor), at: 1)
    fixture.clock.set(10)
    try fixture.restart()
    #expect(try ana.row.errand?.offer == offer && bor.row.errand?.incident == taken)
    #expect(try await ana.report(at: 12).map(\.offer.id) == [offer])
    _ = try await ana.say(.accept, to: offer, at: 13)
    #expect(try fixture.state(asked) == .assigned)
    // And one whose deadline passed while nobody was there ended at its deadline, against nobody.
    let late = try fixture.open("C")
    let cyd = try await fixture.candidate("Cyd")
    let lost = try fixture.offer(late, to: cyd)
    fixture.clock.set(100)
    try fixture.restart()
    _ = try fixture.store.dispatch.dispatchDue()
    let ended = try fixture.found(lost)
    #expect((ended.state, ended.endedAt, ended.reason) == (.undelivered, .at(28), Offer.unobserved))
  }

  @Test("Fifty phones accept at once: one wins, fifty know it, the tables agree")
  func fiftyAtOnce() async throws {
    let fixture = try TestStore()
    let incident = try fixture.open()
    var phones: [(TestPhone, Offer.ID)] = []
    for number in 1...50 {
      let phone = try await fixture.candidate("P\(number)")
      phones.append((phone, try fixture.offer(incident, to: phone, within: 600)))
    }
    let verdicts = try await withThrowingTaskGroup(of: PhoneVerdict<OfferedIncident>.self) { group in
      for (phone, offer) in phones { group.addTask { try await phone.say(.accept, to: offer) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(verdicts.count { $0.now?.offer.state == .accepted } == 1)
    #expect(verdicts.count { $0 == .over } == 49)
    #expect(try fixture.integer("SELECT count(*) FROM assignment") == 1)
    #expect(try fixture.integer("SELECT count(*) FROM offer WHERE state = 'withdrawn'") == 49)
    #expect(try phones.count { try $0.0.row.live.duty == .onMission } == 1)
    #expect(try fixture.file(incident).summary.holders.count == 1)
  }
}
