import Rollcall
import Testing

@Suite("The rules of one incident, event by event")
struct DispatchMachineTests {
  /// People 1 to 5, the first the nearest; who is in `away` cannot be asked, who is in `held` not before 200 s.
  struct Field {
    var away: Set<Int64> = []
    /// When people were heard last.
    var heard: [Int64: Double] = [:]
    /// How soon everybody's phone hears of an offer, seconds.
    var hearsWithin: Double?
    var held: Set<Int64> = []

    func view(of file: DispatchCase) throws -> DispatchField {
      let place = try #require(Position(latitude: 46, longitude: 14))
      let candidate = { (id: Int64) -> Candidates.Candidate? in
        let person = Availability(
          id: .init(id), name: "P\(id)", profile: "responder", offers: .incident, status: .online,
          duty: .onDuty, position: Position(latitude: 46 + Double(id) / 100, longitude: 14),
          heardAt: heard[id].map { .at($0) }, hearsWithin: hearsWithin.map { Int64($0 * 1_000) },
          hearingLimit: nil)
        return Candidates.rank([person], for: place).ranked.first
      }
      var last = Int64(file.offers.count)
      let busy = Set(file.offers.filter(\.state.isOpen).map(\.responder.rawValue))
        .union(file.assignees.map(\.responder.rawValue))
      return DispatchField(
        check: { id, _ in
          if held.contains(id.rawValue) { return .held(until: .at(200)) }
          if away.union(busy).contains(id.rawValue) { return .cannot("away") }
          return candidate(id.rawValue).map { .candidate($0) } ?? .cannot("nowhere")
        },
        nearest: { excluded, _ in
          let free = (1...5 as ClosedRange<Int64>).filter {
            !excluded.contains(.init($0)) && !away.union(busy).contains($0)
          }
          let best = free.first { !held.contains($0) }.flatMap(candidate)
          return (best, free.contains { held.contains($0) } ? .at(200) : nil)
        },
        nextOffer: {
          last += 1
          return .init(last)
        })
    }
  }

  enum Event: Sendable {
    case ask(Asking.Mode, [Int64])
    case reassign(Asking.Mode, [Int64])
    case wake, settle, reopen, resolve, cancel
    case offer(Int64, OfferMachine.Event)
    case offline, back(Status), left(Assignment.End), replace
    /// So many people are needed from now on.
    case need(Int)
    /// From now on these cannot be asked.
    case away(Set<Int64>)
    case held(Set<Int64>)
    /// This one is heard.
    case heard(Int64)
    /// From now on phones hear of offers so soon.
    case hearsWithin(Double)
    /// We were away until now, for so many seconds.
    case unobserved(Double)
    case setBack
  }

  struct Story: Sendable, CustomTestStringConvertible {
    var name: String
    var isDrill = false
    /// How many more people are asked than there are places.
    var extras = 0
    var events: [(Double, Event)]
    /// State, wake, offers as "person state", assignee, and what the log has of the incident itself.
    var state: Incident.State
    var wake: Double?
    var offers: [String]
    var assignee: String?
    var log: [DispatchEntry] = []
    /// How many events were refused.
    var refused = 0

    var testDescription: String { name }
  }

  @Test("A story ends as it must", arguments: stories)
  func story(_ story: Story) throws {
    var field = Field()
    var file = DispatchCase(id: .init(1), isDrill: story.isDrill, openedAt: .at(0))
    file.extras = story.extras
    var log: [DispatchEntry] = []
    var refused = 0
    for (second, event) in story.events {
      var machine = DispatchMachine(file)
      let isTaken = try play(event, at: .at(second), &machine, &field)
      refused += isTaken ? 0 : 1
      file = machine.file
      log += machine.actions.compactMap { if case .log(let entry, _, _, _) = $0 { entry } else { nil } }
    }
    #expect(file.state == story.state)
    #expect(file.wakeAt == story.wake.map { .at($0) })
    #expect(file.offers.map { "\($0.responder.rawValue) \($0.state)" } == story.offers)
    #expect(
      file.assignment.map {
        "\($0.responder.rawValue)\($0.graceAt == nil ? "" : " offline")\($0.lostAt == nil ? "" : " lost")"
      }
        == story.assignee)
    #expect(log == story.log && refused == story.refused)
  }

  /// `false` = refused, or too late.
  private func play(
    _ event: Event, at now: Timestamp, _ machine: inout DispatchMachine, _ field: inout Field
  ) throws -> Bool {
    let asking = { (mode: Asking.Mode, picks: [Int64]) in Asking(mode, picks: picks.map { .init($0) }) }
    switch event {
    case .ask(let mode, let picks):
      do {
        try machine.ask(asking(mode, picks), field.view(of: machine.file), at: now)
      } catch is DispatchMachine.AskRefusal { return false }
    case .reassign(let mode, let picks):
      machine.settle(until: now)
      let before = machine
      do {
        try machine.reassign(asking(mode, picks), because: "", field.view(of: machine.file), at: now)
      } catch is DispatchMachine.AskRefusal {
        #expect(machine.file == before.file && machine.actions == before.actions)
        return false
      }
    case .wake: try machine.wake(field.view(of: machine.file), at: now)
    case .settle: machine.settle(until: now)
    case .reopen: return machine.reopen(at: now)
    case .resolve: return machine.close(as: .resolved, .resolved, at: now)
    case .cancel: return machine.close(as: .cancelled, .cancelled, at: now)
    case .offer(let id, let event):
      let reason = event == .withdrawn ? Offer.Withdrawal.byDispatcher.rawValue : nil
      let verdict = machine.apply(event, to: .init(id), at: now, reason: reason)
      return verdict == .taken || verdict == .again
    case .offline: machine.file.assignment.map { machine.assigneeOffline($0.responder, at: now) }
    case .back(let status):
      machine.file.assignment.map { machine.assigneeHeard($0.responder, status, at: now) }
    case .left(let end): machine.file.assignment.map { machine.assigneeLeft($0.responder, end, at: now) }
    case .replace:
      return machine.file.assignment.map {
        machine.replace($0.responder, because: "too far", at: now)
      } ?? false
    case .need(let count):
      let needs = try Needs([.init(count: count)])
      return machine.change(needs, at: now) ?? false
    case .away(let people): field.away = people
    case .held(let people): field.held = people
    case .heard(let id):
      field.heard[id] = Double(now.since(.at(0))) / 1_000
      try machine.lookAgain(field.view(of: machine.file), at: now)
    case .hearsWithin(let seconds): field.hearsWithin = seconds
    case .unobserved(let seconds):
      let span = TimeSpan(from: now.advanced(by: -Int64(seconds * 1_000)), to: now)
      machine.unobserved(span, isShort: seconds < 30)
    case .setBack: machine.steppedBack(at: now)
    }
    return true
  }
}
