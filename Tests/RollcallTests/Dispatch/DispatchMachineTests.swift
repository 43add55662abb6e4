import Rollcall
import Testing

@Suite("The rules of one incident, event by event")
struct DispatchMachineTests {
  /// People 1 to 5, the first the nearest; who is in `away` cannot be asked, who is in `held` not before 200 s.
  struct Field {
    var away: Set<Int64> = []
    var held: Set<Int64> = []

    func view(of file: DispatchCase) throws -> DispatchField {
      let place = try #require(Position(latitude: 46, longitude: 14))
      let candidate = { (id: Int64) -> Candidates.Candidate? in
        let person = Availability(
          id: .init(id), name: "P\(id)", status: .online, duty: .onDuty,
          position: Position(latitude: 46 + Double(id) / 100, longitude: 14))
        return Candidates.rank([person], for: place).ranked.first
      }
      var last = Int64(file.offers.count)
      let busy = Set(file.offers.filter(\.state.isOpen).map(\.responder.rawValue))
        .union([file.assignment?.responder.rawValue].compactMap { $0 })
      return DispatchField(
        check: { id in
          if held.contains(id.rawValue) { return .held(until: .at(200)) }
          if away.union(busy).contains(id.rawValue) { return .cannot("away") }
          return candidate(id.rawValue).map { .candidate($0) } ?? .cannot("nowhere")
        },
        nearest: { excluded in
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
    case offline, back(Status), left(Assignment.End)
    /// From now on these cannot be asked.
    case away(Set<Int64>)
    case held(Set<Int64>)
  }

  struct Story: Sendable, CustomTestStringConvertible {
    var name: String
    var isDrill = false
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
      let verdict = machine.apply(event, to: .init(id), at: now)
      return verdict == .taken || verdict == .again
    case .offline: machine.assigneeOffline(at: now)
    case .back(let status): machine.assigneeHeard(status, at: now)
    case .left(let end): machine.assigneeLeft(end, at: now)
    case .away(let people): field.away = people
    case .held(let people): field.held = people
    }
    return true
  }
}
