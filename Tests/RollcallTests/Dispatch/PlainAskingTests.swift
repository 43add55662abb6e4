import PlainDispatch
import Seeds
import Testing

@testable import Rollcall

@Suite("An incident asks whom a plain reading of the rules asks, and as many at once")
struct PlainAskingTests {
  @Test("After every answer the same people hold offers and places", arguments: Seeds.some(12))
  func asked(_ seed: UInt64) throws {
    var (offers, extras) = (0, 0)
    for number in 0..<40 {
      var history = try PlainHistory(seed: seed * 1_000 + UInt64(number))
      try history.run()
      offers += history.plain.asks.count
      extras += history.plain.extras
    }
    #expect(offers > 100 && extras > 10, "\(offers) \(extras)")
  }
}

/// One incident and its people, in the program's machine and by the plain rules.
private struct PlainHistory {
  var plain: PlainDispatch
  private let fleet: PlainFleet
  private let seed: UInt64
  private var machine: DispatchMachine
  private var random: SplitMix
  /// When each was offered something last, before what happens now: the plain rules have asked already.
  private var offered: [Int64: Double]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix(state: seed &* 77)
    fleet = try PlainFleet(count: Int.random(in: 3...12, using: &random), isCalm: true, seed: seed)
    plain = PlainDispatch(people: fleet.people)
    offered = Self.lastOffers(fleet.people)
    for person in fleet.people where Int.random(in: 0..<4, using: &random) == 0 {
      plain.change(person.id) { person, _ in person.status = "offline" }
    }
    let needs = PlainPlaces.random(&random)
    let extras = [0, 0, 1, 2, 4].randomElement(using: &random) ?? 0
    plain.open(
      PlainIncident(id: 1, severity: 3, question: .init(place: 0, needs: needs), extras: extras))
    var file = DispatchCase(id: .init(1), openedAt: .at(0))
    (file.needs, file.extras) = (try needs.needs(), extras)
    machine = DispatchMachine(file)
    try ask { machine, field in try machine.ask(Asking(.automatic), field, at: .at(0)) }
  }

  mutating func run() throws {
    check()
    for _ in 0..<12 {
      plain.now += 0.1
      offered = Self.lastOffers(plain.people)
      try act()
      check()
    }
  }

  private mutating func act() throws {
    let incident = plain.incidents[0]
    switch Int.random(in: 0..<6, using: &random) {
    case 0: if let id = incident.asked.randomElement(using: &random) { try answer(id, .seen) }
    case 1, 2: if let id = incident.asked.randomElement(using: &random) { try answer(id, .accepted) }
    case 3:
      if let id = (incident.asked + incident.holders).randomElement(using: &random) {
        try answer(id, .declined)
      }
    case 4:
      if let id = (incident.asked + incident.holders).randomElement(using: &random) {
        try goOffDuty(id)
      }
    default:
      if let person = plain.people.filter({ $0.status == "offline" }).randomElement(using: &random) {
        plain.change(person.id) { person, _ in person.status = "online" }
        plain.settle()
        try ask { _, _ in }
      }
    }
  }

  private mutating func answer(_ id: Int64, _ event: OfferMachine.Event) throws {
    let offer = try #require(machine.file.offers.last { $0.responder.rawValue == id }?.id)
    switch event {
    case .seen: plain.see(id)
    case .accepted: plain.accept(id)
    default: plain.decline(id)
    }
    let now = Timestamp.at(plain.now)
    try ask { machine, _ in
      let verdict = machine.apply(event, to: offer, at: now)
      // It may be seen again.
      #expect(verdict == .taken || verdict == .again && event == .seen)
    }
  }

  private mutating func goOffDuty(_ id: Int64) throws {
    let open = machine.file.offers.first { $0.responder.rawValue == id && $0.state.isOpen }?.id
    plain.goOffDuty(id)
    let now = Timestamp.at(plain.now)
    try ask { machine, _ in
      if let open { _ = machine.apply(.unreachable, to: open, at: now) }
      machine.assigneeLeft(.init(id), .offDuty, at: now)
    }
  }

  /// Lets something happen to the machine, then wakes it as the store does, until nothing is due.
  private mutating func ask(_ event: (inout DispatchMachine, DispatchField) throws -> Void) throws {
    let now = Timestamp.at(plain.now)
    for person in plain.people { machine.file.skills[.init(person.id)] = person.keys(at: plain.now) }
    try event(&machine, field)
    if machine.file.lack > .none { machine.file.wakeAt = now }
    while let wakeAt = machine.file.wakeAt, wakeAt <= now { try machine.wake(field, at: now) }
  }

  /// The people as they are now, but for what they hold: the machine's own offers say that.
  private var field: DispatchField {
    let (people, fleet, offered, now) = (plain.people, fleet, offered, plain.now)
    let held = Ids(machine.file, last: machine.file.offers.last?.id.rawValue ?? 0)
    return DispatchField(
      check: { id, _ in
        let ranked = try Self.rank(people.filter { $0.id == id.rawValue }, held.busy, offered, fleet, now)
        return ranked.first.map { .candidate($0) } ?? .cannot("")
      },
      nearest: { excluded, openings in
        let ranked = try Self.rank(people, held.busy, offered, fleet, now)
        let free = ranked.filter { !excluded.contains($0.person.id) }
        return (free.first { openings.admit($0.person.keys) }, nil)
      },
      nextOffer: { held.next() })
  }

  private static func lastOffers(_ people: [PlainPerson]) -> [Int64: Double] {
    people.reduce(into: [:]) { $0[$1.id] = $1.lastOfferAt }
  }

  private static func rank(
    _ people: [PlainPerson], _ busy: Set<Int64>, _ offered: [Int64: Double], _ fleet: PlainFleet,
    _ now: Double
  ) throws -> [Candidates.Candidate] {
    let everybody = try people.map { person in
      var found = try person.availability(at: fleet.positions[person.id], now)
      found.lastOfferAt = offered[person.id].map { .at($0) }
      found.hasOpenOffer = busy.contains(person.id)
      return found
    }
    return Candidates.rank(everybody, for: fleet.places[0]).ranked
  }

  private func check() {
    let (incident, file) = (plain.incidents[0], machine.file)
    let asked = file.offers.filter(\.state.isOpen).map(\.responder.rawValue)
    let holders = file.assignees.map(\.responder.rawValue)
    #expect(asked == incident.asked, "seed \(seed) at \(plain.now)")
    #expect(holders.sorted() == incident.holders.sorted(), "seed \(seed) at \(plain.now)")
    #expect(file.state.rawValue == incident.state, "seed \(seed) at \(plain.now)")
    for (index, line) in incident.question.needs.lines.enumerated() {
      let filled = file.assignees.filter { $0.line == index }.map(\.responder.rawValue)
      #expect(filled.count <= line.count)
      for id in filled {
        #expect(line.skills.isSubset(of: plain.person(id).keys(at: plain.now)), "seed \(seed)")
      }
    }
  }
}

/// Gives offers their ids; whoever has an offer or a place is busy.
private final class Ids {
  let busy: Set<Int64>
  private var last: Int64

  init(_ file: DispatchCase, last: Int64) {
    busy = Set(
      (file.offers.filter(\.state.isOpen).map(\.responder) + file.assignees.map(\.responder)).map(\.rawValue))
    self.last = last
  }

  func next() -> Offer.ID {
    last += 1
    return .init(last)
  }
}
