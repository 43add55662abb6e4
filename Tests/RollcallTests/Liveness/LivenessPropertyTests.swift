import Testing

@testable import Rollcall

@Suite("Status is a function of the event log")
struct LivenessPropertyTests {
  static let histories = 20_000

  @Test("however often anybody looks, the log is the same") func looking() {
    var random = Dice(seed: 7)
    for _ in 0..<Self.histories {
      let steps = history(&random, rules: true)
      var watched: [LivenessStep] = []
      var last = 0.0
      for step in steps {
        for _ in 0..<random.below(3) {
          watched.append(.look(last + Double(random.below(max(1, Int(step.at - last))))))
        }
        watched.append(step)
        last = step.at
      }
      watched.sort { $0.at < $1.at }
      // An absence is announced at its end: nobody looked while it lasted.
      watched = watched.filter { step in
        guard case .look(let at) = step else { return true }
        return !steps.contains {
          if case .away(let from, let until) = $0 { at >= from && at <= until } else { false }
        }
      }
      let end = LivenessStep.look(last + 5_000)
      #expect(Liveness.after(steps + [end]).1 == Liveness.after(watched + [end]).1)
    }
  }

  @Test("the machine says what the table says") func oracle() {
    var random = Dice(seed: 11)
    for _ in 0..<Self.histories {
      let steps = history(&random, rules: false)
      let end = (steps.last?.at ?? 0) + 60
      let machine = Liveness.after(steps + [.look(end)], rule: TableOracle.rule).1
      let table = TableOracle.log(steps, until: Int(end))
      #expect(machine.map { "\($0.at.milliseconds) \($0.to)" } == table, "\(steps)")
    }
  }

  @Test("no green is older than D, whenever anybody looks, through restarts and confirmations")
  func green() {
    var random = Dice(seed: 13)
    for _ in 0..<Self.histories {
      let steps = history(&random, rules: false)
      var live = Liveness(createdAt: .at(0), rule: TableOracle.rule)
      for (step, next) in zip(steps, steps.dropFirst() + [.look((steps.last?.at ?? 0) + 60)]) {
        _ = live.take(step)
        for moment in stride(from: step.at, through: startOf(next), by: 0.5) {
          let shown = live.settled(at: .at(moment))
          guard shown.status == .online else { continue }
          let age = shown.newestFix.map { Timestamp.at(moment).since($0) }
          #expect(age.map { $0 < Milliseconds(TableOracle.d) * 1_000 } ?? false, "\(moment) \(steps)")
        }
      }
    }
  }

  @Test("with changes of rule a green older than D has a deadline that the change granted")
  func granted() {
    var random = Dice(seed: 17)
    for _ in 0..<Self.histories {
      let steps = history(&random, rules: true)
      var live = Liveness(createdAt: .at(0), rule: .onDuty)
      var granted = 0.0
      for step in steps {
        if let old = live.force.thresholds, let green = live.degradeBy,
          case .rule(_, let d?, _, let at) = step
        {
          granted = max(granted, Double(green.since(.at(0))) / 1_000)
          if Milliseconds(d * 1_000) < old.degraded { granted = max(granted, at + d) }
        }
        let log = live.take(step)
        #expect(zip(log, log.dropFirst()).allSatisfy { $0.at < $1.at && $0.to == $1.from })
        let shown = live.settled(at: .at(step.at))
        guard shown.status == .online, let fix = shown.newestFix, let limits = shown.force.thresholds else {
          continue
        }
        let age = Timestamp.at(step.at).since(fix)
        #expect(age < limits.degraded || step.at < granted, "\(steps)")
      }
    }
  }

  private func startOf(_ step: LivenessStep) -> Double {
    if case .away(let from, _) = step { from } else { step.at }
  }

  /// Random events in the order in which they reach the server, at whole seconds.
  private func history(_ random: inout Dice, rules: Bool) -> [LivenessStep] {
    var now = 0.0
    return (0..<(4 + random.below(14))).map { _ in
      now += Double(random.below(10) == 0 ? random.below(60) : random.below(8))
      switch random.below(rules ? 15 : 13) {
      case 0, 1, 2: return .contact(now)
      case 3, 4, 5, 6:
        return .fix(now, taken: now - Double(random.below(3) == 0 ? random.below(40) : random.below(6)))
      case 7, 8: return .duty([.onDuty, .onMission, .onDuty][random.below(3)], now)
      case 9: return .duty(.offDuty, now)
      case 10: return .revoked(now)
      case 11:
        let from = now
        now += Double(random.below(3) == 0 ? random.below(60) : random.below(30))
        return .away(from, until: now)
      case 12: return .sign(now, made: now - Double(random.below(14)))
      default:
        let d = Double(1 + random.below(12))
        return .rule("r", d: random.below(6) == 0 ? nil : d, o: d + Double(1 + random.below(10)), now)
      }
    }
  }
}

/// The table of the contract, evaluated second by second from what was heard, without stored deadlines.
enum TableOracle {
  static let (d, o) = (10, 20)
  static let rule = RuleInForce.seconds("t", Double(d), Double(o))

  /// What was heard and seen, and nothing that follows from it.
  private struct Known {
    var status = Status.offDuty
    /// Contact, newest fix, beginning of the watch, end of our last absence.
    var (c, f, w, r): (Int?, Int?, Int, Int?) = (nil, nil, 0, nil)
    /// By how much our short absences moved the deadline of the last contact.
    var moved = 0
    var log: [String] = []

    var from: Int { max(w, r ?? w) }

    mutating func set(_ new: Status, _ at: Int) {
      if new != status { log.append("\(Timestamp.at(Double(at)).milliseconds) \(new)") }
      status = new
    }

    mutating func timePasses(_ at: Int) {
      guard status != .offDuty, let f else { return }
      var next = status
      if next == .online, at >= f + d { next = r.map { f < $0 } ?? false ? .unknown : .degraded }
      if next == .unknown, let c, c >= from, at >= from + d { next = .degraded }
      if next == .degraded || next == .unknown, at >= max(c ?? w, w) + o + moved { next = .offline }
      set(next, at)
    }

    mutating func hear(_ at: Int, _ fix: Int?) {
      (c, moved) = (at, 0)
      guard status != .offDuty else { return }
      if let fix {
        if f == nil { w = at }
        f = max(f ?? fix, fix)
      }
      if let fix, at - fix < d { return set(.online, at) }
      if status == .offline { set(f == nil ? .unknown : .degraded, at) }
      if status == .unknown, f != nil, at > from + d { set(.degraded, at) }
    }

    mutating func away(_ start: Int, _ end: Int) {
      r = end
      guard status != .offDuty else { return }
      if end - start >= 30, c.map({ $0 >= w }) ?? false {
        (w, moved) = (end, 0)
      } else {
        moved += end - start
      }
      if status == .online, let f, f + d < end { set(.unknown, end) }
    }
  }

  static func log(_ steps: [LivenessStep], until end: Int) -> [String] {
    var known = Known()
    var queue = steps[...]
    var now = 0
    while now <= end {
      var jumped = false
      while !jumped, let step = queue.first, Int(startOf(step)) == now {
        queue.removeFirst()
        switch step {
        case .contact: known.hear(now, nil)
        case .fix(_, let taken), .sign(_, let taken): known.hear(now, Int(taken))
        case .duty(let duty, _):
          if duty.isWatched, known.status == .offDuty {
            (known.w, known.moved) = (now, 0)
            known.set(.unknown, now)
          }
          if !duty.isWatched { known.set(.offDuty, now) }
          known.hear(now, nil)
        case .revoked: if known.status != .offDuty { known.set(.offline, now) }
        case .away(_, let until):
          known.away(now, Int(until))
          (now, jumped) = (Int(until), true)
        case .rule, .look: break
        }
      }
      if jumped { continue }
      // The last look is strict, too: a deadline at its very instant has not passed.
      if now < end { known.timePasses(now) }
      now += 1
    }
    return known.log
  }

  private static func startOf(_ step: LivenessStep) -> Double {
    if case .away(let from, _) = step { from } else { step.at }
  }
}

/// The same numbers for the same seed (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0..<bound.
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }
}
