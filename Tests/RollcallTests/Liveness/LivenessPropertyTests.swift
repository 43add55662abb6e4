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

  @Test("green always stands on a fix that was fresh, or on a grace that a rule or our absence granted")
  func green() {
    var random = Dice(seed: 13)
    for _ in 0..<Self.histories {
      let (live, log) = Liveness.after(history(&random, rules: true))
      #expect(zip(log, log.dropFirst()).allSatisfy { $0.at <= $1.at && $0.to == $1.from })
      if live.status == .online { #expect(live.newestFix != nil && live.deadline != nil) }
    }
  }

  /// Random events in the order in which they reach the server, at whole seconds.
  private func history(_ random: inout Dice, rules: Bool) -> [LivenessStep] {
    var now = 0.0
    return (0..<(4 + random.below(14))).map { _ in
      now += Double(random.below(10) == 0 ? random.below(60) : random.below(8))
      switch random.below(rules ? 14 : 12) {
      case 0, 1, 2: return .contact(now)
      case 3, 4, 5, 6:
        return .fix(now, taken: now - Double(random.below(3) == 0 ? random.below(40) : random.below(6)))
      case 7, 8: return .duty([.onDuty, .onMission, .onDuty][random.below(3)], now)
      case 9: return .duty(.offDuty, now)
      case 10: return .revoked(now)
      case 11:
        let from = now
        now += Double(random.below(30))
        return .away(from, until: now)
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

  static func log(_ steps: [LivenessStep], until end: Int) -> [String] {
    var status = Status.offDuty
    var (c, f): (Int?, Int?) = (nil, nil)
    var w = 0
    var log: [String] = []
    func set(_ new: Status, _ at: Int) {
      if new != status { log.append("\(Timestamp.at(Double(at)).milliseconds) \(new)") }
      status = new
    }
    func timePasses(_ at: Int) {
      guard status != .offDuty, let f else { return }
      let heard = c.map { $0 >= w } ?? false
      if status == .online, at == max(f, w) + d { set(.degraded, at) }
      if status == .unknown, heard, at == w + d { set(.degraded, at) }
      if status == .degraded || (status == .unknown && !heard), at == max(c ?? w, w) + o { set(.offline, at) }
    }
    func hear(_ at: Int, _ fix: Int?) {
      c = at
      guard status != .offDuty else { return }
      if let fix {
        if f == nil { w = at }
        f = max(f ?? fix, fix)
      }
      if let fix, at - fix <= d { return set(.online, at) }
      if status == .offline { set(f == nil ? .unknown : .degraded, at) }
      if status == .unknown, f != nil, at > w + d { set(.degraded, at) }
    }
    var queue = steps[...]
    var now = 0
    while now <= end {
      var jumped = false
      while let step = queue.first, Int(startOf(step)) == now {
        queue.removeFirst()
        switch step {
        case .contact: hear(now, nil)
        case .fix(_, let taken): hear(now, Int(taken))
        case .duty(let duty, _):
          if duty.isWatched, status == .offDuty { (w, _) = (now, set(.unknown, now)) }
          if !duty.isWatched { set(.offDuty, now) }
          hear(now, nil)
        case .revoked: if status != .offDuty { set(.offline, now) }
        case .away(_, let until):
          now = Int(until)
          if status != .offDuty {
            w = now
            if status == .online, let f, now - f > d { set(.unknown, now) }
          }
          jumped = true
        case .rule, .look: break
        }
        if jumped { break }
      }
      if jumped { continue }
      // The last look is strict, too: a deadline at its very instant has not passed.
      if now < end { timePasses(now) }
      now += 1
    }
    return log
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
