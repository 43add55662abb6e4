import Seeds
import Rollcall
import Testing

@Suite("Whatever happens to a fleet and its incidents, the rules of dispatch hold")
struct DispatchWorldTests {
  @Test("Thousands of random histories keep every invariant", arguments: Seeds.some(8))
  func histories(_ part: UInt64) throws {
    var seen: [String: Int] = [:]
    for number in 0..<250 {
      let seed = part * 1_000_000 + UInt64(number)
      var history = try DispatchHistory(seed: seed)
      history.run(steps: 60)
      history.finish()
      #expect(history.world.broken.isEmpty, "seed \(seed): \(history.world.broken.prefix(3))")
      seen.merge(history.world.seen, uniquingKeysWith: +)
      if !history.world.broken.isEmpty { return }
    }
    // Then everything that can happen has happened, so that there was something to keep
    let expected =
      [
        "offered", "sent", "delivered", "seen", "accepted", "declined", "expired", "undelivered",
        "unreachable",
        "withdrawn", "unobserved", "asked again", "next round",
      ]
      + DispatchEntry.allCases.map(\.rawValue) + Assignment.End.allCases.map(\.rawValue)
    for thing in expected { #expect(seen[thing, default: 0] > 0, "it never came to \(thing)") }
  }

  @Test("A clock that goes back breaks no invariant")
  func clockSetBack() throws {
    for seed in 90_000..<90_150 as Range<UInt64> {
      var history = try DispatchHistory(seed: seed, setsClockBack: true)
      history.run(steps: 60)
      #expect(history.world.broken.isEmpty, "seed \(seed): \(history.world.broken.prefix(3))")
    }
  }
}

/// A random history of one world.
struct DispatchHistory {
  let world: DispatchWorld
  let setsClockBack: Bool
  private var random: SplitMix

  init(seed: UInt64, setsClockBack: Bool = false) throws {
    random = SplitMix(state: seed)
    self.setsClockBack = setsClockBack
    world = try DispatchWorld(people: Int.random(in: 3...8, using: &random), seed: seed ^ 0xFFFF)
  }

  mutating func run(steps: Int) {
    _ = world.open()
    for _ in 0..<steps {
      pass()
      act()
      check()
      if Int.random(in: 0..<3, using: &random) == 0 { world.look() }
      check()
    }
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Lets time pass: often to a deadline itself, or just after it.
  private mutating func pass() {
    let start = world.now
    defer { if below(12) == 0, world.now > start { world.wasAway(since: start) } }
    let next = world.incidents.compactMap(\.file.deadline).filter { $0 > world.now }.min()
    switch below(10) {
    case 0...2: break
    case 3: world.now = world.now.advanced(by: 1)
    case 4: world.now = world.now.advanced(by: 3_000)
    case 5: world.now = world.now.advanced(by: 14_000)
    case 6: world.now = next ?? world.now
    case 7: world.now = next?.advanced(by: 1) ?? world.now
    case 8: world.now = world.now.advanced(by: 45_000)
    default:
      let jump: Milliseconds = setsClockBack ? -20_000 : below(8) == 0 ? 100_000_000 : 200_000
      world.now = world.now.advanced(by: jump)
    }
  }

  private mutating func act() {
    guard let rows = world.incidents.randomElement(using: &random),
      let person = world.people.randomElement(using: &random)
    else { return }
    let id = rows.file.id
    let now = world.now
    switch below(33) {
    case 0:
      if world.incidents.count(where: { !$0.file.state.isClosed }) < 4 {
        _ = world.open(
          isDrill: below(8) == 0, grace: below(4) == 0 ? 0 : 60_000,
          Incident.Severity.allCases.randomElement(using: &random) ?? .normal, needs: needs())
      }
    case 1...5: ask(id)
    case 6...14: phone(id)
    case 15, 16:
      let asking = asking()
      anew(id, asking) { try $0.reassign(asking, because: "too far", $1, at: now) }
    case 28, 29:
      guard let assignment = rows.file.assignees.randomElement(using: &random) else { return }
      let assignee = assignment.responder
      switch Int.random(in: 0..<4, using: &random) {
      case 0...2 where assignment.isReplaced:
        _ = world.change(id) { $0.keep(assignee, isOffline: false, at: now) }
      case 1: _ = world.change(id) { $0.free(assignee, because: "", at: now) }
      default: _ = world.change(id) { $0.replace(assignee, because: "too far", at: now) }
      }
    case 17:
      if let offer = rows.file.offers.last {
        _ = world.change(id) {
          $0.apply(.withdrawn, to: offer.id, at: now, reason: Offer.Withdrawal.byDispatcher.rawValue)
        }
      }
    case 18, 30:
      if let assignee = rows.file.assignees.randomElement(using: &random)?.responder {
        _ = world.change(id) { $0.complete(assignee, at: now) }
      }
    case 31:
      let needs = needs()
      if !rows.file.isDrill { _ = world.change(id) { $0.change(needs, at: now) } }
    case 19:
      let (state, end) =
        Bool.random(using: &random)
        ? (Incident.State.resolved, Assignment.End.resolved)
        : (.cancelled, .cancelled)
      let was = rows.file
      let closed = world.change(id) { $0.close(as: state, end, at: now) }
      if closed != (!was.state.isClosed || was.state == state),
        !(was.isDrill && !was.state.isClosed)
      {
        world.broken.append("closed \(was.state) as \(state): \(closed)")
      }
    case 20:
      if world.change(id, { $0.reopen(at: now) }) { world.beginRound(id, at: rows.file.offers.count) }
    case 21:
      for person in world.people where Bool.random(using: &random) { world.hear(person.id) }
    case 22: world.become(.offDuty, person.id, [.offDuty, .loggedOut].randomElement(using: &random))
    case 23: if person.isOnDuty { world.become(.degraded, person.id) }
    case 24:
      if person.isOnDuty { world.become(.offline, person.id, below(6) == 0 ? .loggedOut : nil) }
    case 25:
      // The assignee of some incident, so that it is lost often
      if let owner = rows.file.assignees.randomElement(using: &random)?.responder {
        world.become(.offline, owner)
      }
    case 26: world.become(below(5) == 0 ? .unknown : .online, person.id)
    default:
      for person in world.people where Bool.random(using: &random) { world.become(.online, person.id) }
    }
  }

  /// One person, or several with skills that are not rare.
  private mutating func needs() -> Needs {
    guard below(2) == 0 else { return .onePerson }
    let lines = (0...below(2)).map { _ in
      Needs.Line(
        count: 1 + below(2), skills: [[], [], ["medic"], ["boat"]].randomElement(using: &random) ?? [])
    }
    return (try? Needs(lines)) ?? .onePerson
  }

  private mutating func asking() -> Asking {
    let picks = (0..<(1 + below(4))).compactMap { _ in world.people.randomElement(using: &random)?.id }
    let mode: Asking.Mode =
      [.automatic, .automatic, .parallel].randomElement(using: &random) ?? .automatic
    return Asking(mode, picks: picks, answerWithin: Int64(15 + below(60)) * 1_000)
  }

  private mutating func ask(_ id: Incident.ID) {
    let asking = asking()
    anew(id, asking) { [world] in try $0.ask(asking, $1, at: world.now) }
  }

  /// Asks anew: a round begins unless it goes on, because somebody can still answer or is asked beside it.
  private mutating func anew(
    _ id: Incident.ID, _ asking: Asking, _ event: (inout DispatchMachine, DispatchField) throws -> Void
  ) {
    world.change(id) { $0.settle(until: world.now) }
    let before = world.incidents[Int(id.rawValue) - 1].file
    let isReassigned = !before.assignees.isEmpty
    guard refusable(id, event) else { return }
    let after = world.incidents[Int(id.rawValue) - 1].file
    let isReleased = isReassigned && after.assignees.isEmpty
    let isBeside = asking.isByHand && before.asking.mode == .automatic
    // A reassignment withdraws the offers that were open.
    let goesOn = before.hasOpenOffer && !isReleased
    if !goesOn, !isBeside { world.beginRound(id, at: before.offers.count) }
  }

  /// A refusal changes nothing but what time has done.
  @discardableResult
  private mutating func refusable(
    _ id: Incident.ID, _ event: (inout DispatchMachine, DispatchField) throws -> Void
  ) -> Bool {
    world.change(id) { $0.settle(until: world.now) }
    do {
      try world.change(id) { machine in
        let before = machine
        let rows = world.incidents[Int(id.rawValue) - 1]
        do { try event(&machine, world.field(isReserved: world.isReserved(before: rows))) } catch {
          if machine.file != before.file || machine.actions != before.actions {
            world.broken.append("a refusal changed the case")
          }
          throw error
        }
      }
    } catch {
      world.seen["refused", default: 0] += 1
      return false
    }
    return true
  }

  /// Somebody says something to an offer, the right one mostly, sometimes late or twice.
  private mutating func phone(_ id: Incident.ID) {
    let offers = world.incidents.flatMap(\.file.offers)
    let open = offers.filter(\.state.isOpen)
    guard let offer = (below(4) == 0 || open.isEmpty ? offers : open).randomElement(using: &random) else {
      return
    }
    let event =
      [.sent, .delivered, .seen, .accepted, .accepted, .accepted, .declined, .declined]
      .randomElement(using: &random) ?? OfferMachine.Event.sent
    let now = world.now
    // To the incident that made it, or to another one, which has no such offer.
    let incident = below(20) == 0 ? id : offer.incident
    let times = below(5) == 0 ? 2 : 1
    for _ in 0..<times {
      let before = world.incidents[Int(incident.rawValue) - 1].file
      let verdict = world.change(incident) { $0.apply(event, to: offer.id, at: now) }
      let after = world.incidents[Int(incident.rawValue) - 1].file
      if (verdict == nil) != (incident != offer.incident) {
        world.broken.append("an offer of another incident")
      }
      if event == .accepted, verdict == .taken, !after.isDrill,
        !after.assignees.contains(where: { $0.offer == offer.id })
      {
        world.broken.append("accepted, and not theirs")
      }
      if verdict == .conflict, after.assignees != before.assignees,
        before.deadline.map({ $0 >= now }) ?? true
      {
        world.broken.append("refused, and yet the assignment changed")
      }
    }
  }

  // MARK: What must hold after every step

  private func check() {
    var assigned: [Responder.ID: Int] = [:]
    var holding: [Responder.ID: Int] = [:]
    for rows in world.incidents {
      let file = rows.file
      let open = file.offers.filter(\.state.isOpen)
      for offer in open { holding[offer.responder, default: 0] += 1 }
      for assignment in file.assignees {
        assigned[assignment.responder, default: 0] += 1
        if !file.offers.contains(where: { $0.id == assignment.offer && $0.state == .accepted }) {
          world.broken.append("an assignment without its accepted offer")
        }
      }
      if let flaw = flaw(file, open) { world.broken.append("\(file.id.rawValue) \(file.state): \(flaw)") }
    }
    if assigned.values.contains(where: { $0 > 1 }) { world.broken.append("somebody has two incidents") }
    if holding.values.contains(where: { $0 > 1 }) { world.broken.append("somebody holds two offers") }
    if !Set(assigned.keys).isDisjoint(with: holding.keys) { world.broken.append("asked while on mission") }
  }

  private func flaw(_ file: DispatchCase, _ open: [Offer]) -> String? {
    if file.isDrill, !file.assignees.isEmpty { return "a drill has an assignee" }
    switch file.state {
    case .open:
      return open.isEmpty && file.assignees.isEmpty && file.asking.mode == .nobody
        ? nil : "open, and yet asked"
    case .offering:
      if !file.isPlaceOpen { return "offered, and yet every place is filled" }
      return isSearching(file, open) ? nil : "nothing in flight and nobody due"
    case .assigned:
      if file.assignees.isEmpty || file.isPlaceOpen { return "assigned, and yet a place is open" }
      // For fewer people than there are nobody is sought, even if one of them is leaving.
      guard file.sought > 0 else {
        return open.isEmpty && file.wakeAt == nil && (file.isBeingLeft || file.vainSince == nil)
          ? nil : "assigned, and yet asked"
      }
      return isSearching(file, open) || file.vainSince != nil ? nil : "nobody is sought for who is leaving"
    case .unassigned: return file.isPlaceOpen ? nil : "every place is filled"
    case .resolved, .cancelled:
      return open.isEmpty && file.assignees.isEmpty && file.wakeAt == nil ? nil : "not over"
    }
  }

  private func isSearching(_ file: DispatchCase, _ open: [Offer]) -> Bool {
    !open.isEmpty || file.wakeAt.map { setsClockBack || $0 <= world.now } == true
  }

  // MARK: Progress

  /// Once there are as many people as incidents whom nobody has asked yet, and who accept, all are assigned.
  mutating func finish() {
    let waiting = world.incidents.filter {
      !$0.file.state.isClosed && $0.file.asking.mode == .automatic && !$0.file.isDrill
    }
    // An incident that loses somebody meanwhile needs people, too.
    for _ in world.incidents.flatMap({ 0..<$0.file.needs.places }) {
      let id = Responder.ID(Int64(world.people.count + 1))
      world.people.append(.init(id: id, status: .unknown, position: Position(latitude: 46.1, longitude: 14)))
      world.people[world.people.count - 1].hearsWithin = nil
      world.people[world.people.count - 1].skills = ["medic", "boat"]
      world.become(.online, id)
    }
    for _ in 0..<200 {
      world.look()
      check()
      for offer in world.openOffers where below(3) > 0 || offer.responder.rawValue > 8 {
        _ = world.change(offer.incident) { [world] in $0.apply(.accepted, to: offer.id, at: world.now) }
      }
      check()
      let next = world.incidents.compactMap(\.file.deadline).min()
      guard let next else { break }
      world.now = max(world.now.advanced(by: 1), next.advanced(by: 1))
    }
    for rows in waiting {
      let file = world.incidents[Int(rows.file.id.rawValue) - 1].file
      if file.state != .assigned { world.broken.append("\(file.id.rawValue) is \(file.state) in the end") }
    }
    if world.incidents.contains(where: { $0.file.state == .offering }) {
      world.broken.append("asks for ever")
    }
  }
}
