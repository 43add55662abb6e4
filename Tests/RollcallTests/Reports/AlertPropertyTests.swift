import Testing

@testable import Rollcall

@Suite("Over random histories alerts are opened and closed in turn, at the instants of the log")
struct AlertPropertyTests {
  static let histories = 400
  private let topics: Set<AlertTopic> = [
    .highOfflineRate, .noOnlineResponders(region: "North"), .noOnlineResponders(region: "South"),
  ]

  @Test("opened and closed alternate, never two are open, and each is dated when its condition changed")
  func alternate() {
    for seed in 0..<UInt64(Self.histories) {
      var world = AlertWorld(seed: seed)
      for _ in 0..<60 { world.step() }
      for topic in topics {
        let steps = world.steps.filter { $0.decision.topic == topic }
        for (index, step) in steps.enumerated() {
          #expect(step.decision.opens == index.isMultiple(of: 2), "\(seed)")
          #expect(step.decision.at == world.lastFlip(of: topic, before: step.noticed), "\(seed) \(step)")
        }
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.decision.at <= $1.decision.at })
      }
    }
  }

  @Test("without a downtime the open alerts are the true ones, whenever they are checked")
  func truth() {
    for seed in 0..<UInt64(Self.histories) {
      var world = AlertWorld(seed: seed, isAway: false)
      for _ in 0..<60 {
        world.step()
        world.judge()
        #expect(world.open == AlertRules(world.people, at: world.now).standing, "\(seed)")
      }
    }
  }
}

/// Six people of two regions, their log, and somebody who judges now and then, is restarted, and is away at times.
private struct AlertWorld {
  struct Step {
    let decision: AlertDecision
    let noticed: Timestamp
  }

  private(set) var now = Timestamp.at(0)
  private(set) var people: [AlertPerson]
  private(set) var open: Set<AlertTopic> = []
  private(set) var steps: [Step] = []
  private var log: [LoggedChange] = []
  private var watch = AlertWatch()
  private var observingSince = Timestamp.at(-1_000)
  private var dice: Dice
  private let isAway: Bool
  private let start: [AlertPerson]

  init(seed: UInt64, isAway: Bool = true) {
    dice = Dice(seed: seed)
    self.isAway = isAway
    start = (1...6).map { AlertPerson(id: $0, .online, region: $0 < 4 ? "North" : "South", offline: 60_000) }
    people = start
  }

  /// Something happens, or somebody looks.
  mutating func step() {
    now = now.advanced(by: Int64(1 + dice.below(20_000)))
    switch dice.below(10) {
    case 0: watch = AlertWatch()
    case 1 where isAway: observingSince = now
    case 2..<5: judge()
    default: change()
    }
  }

  mutating func judge() {
    let rules = AlertRules(people, at: now)
    let verdict = AlertVerdict(rules, open: open, observingSince: observingSince)
    let decided = verdict.opens.union(verdict.closes)
    var rewind = AlertRewind(people)
    let earliest = decided.map { watch.earliest(of: $0) ?? .distantPast }.min() ?? .distantPast
    let instants = rewind.instants(of: decided, log: log.reversed().filter { $0.at >= earliest })
    for decision in AlertDecision.all(verdict, rules, instants: instants, watch: watch) {
      steps.append(Step(decision: decision, noticed: now))
      open.formSymmetricDifference([decision.topic])
    }
    watch.record(verdict, version: 0, at: now)
  }

  private mutating func change() {
    let index = dice.below(people.count)
    let old = people[index]
    let new = Status.allCases[dice.below(Status.allCases.count)]
    guard new != old.status else { return }
    people[index] = AlertPerson(id: old.id.rawValue, new, region: old.region, offline: 60_000)
    log.append(LoggedChange(responder: old.id, at: now, from: old.status, to: new))
  }

  /// When the condition of a topic last changed, found by going forward.
  func lastFlip(of topic: AlertTopic, before end: Timestamp) -> Timestamp? {
    var present = start
    var flip: Timestamp?
    for change in log where change.at <= end {
      let held = AlertRules(present, at: end).standing.contains(topic)
      for (index, person) in present.enumerated() where person.id == change.responder {
        present[index] = AlertPerson(
          id: person.id.rawValue, change.to, region: person.region, offline: 60_000)
      }
      if AlertRules(present, at: end).standing.contains(topic) != held { flip = change.at }
    }
    return flip
  }
}
