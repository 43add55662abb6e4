import Seeds
import Rollcall
import Testing

@testable import RollcallStore

/// Random histories of many people at one server: late, early, doubled and out-of-order uploads with and without
/// `sent_at`, skewed clocks, device events, duty, contacts, restarts, silence. What is written may not depend on how
/// often the loop runs.
@Suite("The log never depends on how often a loop runs")
struct LoopTimingTests {
  static let people = 50
  static let length = 900

  enum Loop: CaseIterable { case never, seldom, eachSecond }

  @Test(
    "Transitions, silences and rules are the same without a loop, with one at times, and each second",
    arguments: Seeds.some(4))
  func same(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let plan = Plan(&random)
    let without = try await play(plan, .never, &random)
    #expect(without.count > Self.people * 6)
    for loop in [Loop.seldom, .eachSecond] {
      let with = try await play(plan, loop, &random)
      #expect(Set(with).symmetricDifference(without).sorted() == [], "seed \(seed), \(loop)")
      #expect(with.count == without.count)
    }
  }

  /// Everything written, person by person.
  private func play(_ plan: Plan, _ loop: Loop, _ random: inout SplitMix) async throws -> [String] {
    let fixture = try TestStore()
    // Nothing is to survive a power cut here.
    try fixture.execute("PRAGMA synchronous = OFF")
    let profiles = ["responder", "family"]
    let people = (0..<Self.people).map { NewResponder(name: "\($0)", profile: profiles[$0 % 2]) }
    _ = try fixture.store.fleet.addResponders(people, slug: "north")
    let phones = try fixture.store.phones.issueTokens(slug: "north", devicePrefix: "d", lifetime: 86_400_000)
      .map { TestPhone(fixture, $0.session) }
    var steps = plan.steps[...]
    var away = false
    for second in 0..<Self.length {
      while let step = steps.first, step.at == second {
        steps.removeFirst()
        fixture.clock.set(Double(second))
        switch step.act {
        case .leave:
          try fixture.store.markAlive()
          away = true
        case .comeBack:
          try fixture.restart()
          try fixture.execute("PRAGMA synchronous = OFF")
          away = false
        case .phone(let index, let act): try await phones[index].carryOut(act)
        }
      }
      let runs = loop == .eachSecond || (loop == .seldom && Int.random(in: 0..<40, using: &random) == 0)
      if runs, !away {
        fixture.clock.set(Double(second) + 0.5)
        try fixture.settle()
      }
    }
    fixture.clock.set(20_000)
    try fixture.settle()
    return try phones.flatMap { phone in
      try (phone.log + phone.silences + phone.ruleChanges).map { "\(phone.id.rawValue): \($0)" }
    }
  }
}

/// What happens, in the order in which it reaches the server.
private struct Plan {
  struct Step {
    let at: Int
    let act: Act
  }

  enum Act {
    case leave, comeBack
    case phone(Int, PhoneAct)
  }

  private(set) var steps: [Step] = []

  init(_ random: inout SplitMix) {
    var absences: [ClosedRange<Int>] = []
    for begin in [150, 500] {
      let start = begin + Int.random(in: 0...200, using: &random)
      absences.append(start...(start + (random.element([4, 60, 250]) ?? 4)))
    }
    for absence in absences {
      steps.append(Step(at: absence.lowerBound, act: .leave))
      steps.append(Step(at: absence.upperBound, act: .comeBack))
    }
    for person in 0..<LoopTimingTests.people {
      var owner = PhoneLife(&random)
      var now = Int.random(in: 0...30, using: &random)
      while now < LoopTimingTests.length {
        if !absences.contains(where: { $0.contains(now) }) {
          steps.append(Step(at: now, act: .phone(person, owner.act(at: Double(now), &random))))
        }
        now += random.element([1, 10, 15, 30, 45, 60, 90, 180, 181, 400]) ?? 1
      }
    }
    steps = steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }
}

private enum PhoneAct {
  case upload([Ping], sentAt: Timestamp?, Telemetry, IdempotencyKey?)
  case event(DeviceEvent)
  case duty(DutyChange)
  case contact
}

extension TestPhone {
  fileprivate func carryOut(_ act: PhoneAct) async throws {
    switch act {
    case .upload(let pings, let sentAt, let telemetry, let key):
      try await send(pings, sentAt: sentAt, telemetry: telemetry, key: key)
    case .event(let event): try await tell([event])
    case .duty(let change): try await duty(change)
    case .contact: try await contact()
    }
  }
}

/// One phone: its clock, its queue, and what it sent before.
private struct PhoneLife {
  private let skew: Double
  private let saysWhen: Bool
  private var sequence: Int64 = 0
  private var sent: [PhoneAct] = []

  init(_ random: inout SplitMix) {
    skew = random.element([0, 0, 0, 2, 3_600, -3_600, -20]) ?? 0
    saysWhen = Bool.random(using: &random)
  }

  mutating func act(at now: Double, _ random: inout SplitMix) -> PhoneAct {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...10:
      let upload = upload(at: now, &random)
      sent.append(upload)
      return upload
    case 11, 12: return random.element(sent) ?? .contact
    case 13: return .duty(DutyChange(state: .onDuty))
    case 14: return .duty(DutyChange(state: random.element([.onDuty, .onMission, .offDuty]) ?? .onDuty))
    case 15: return .duty(DutyChange(state: .onMission, at: .at(now + skew - 100)))
    case 16: return .event(DeviceEvent(kind: .permission(.denied), at: .at(now + skew)))
    case 17:
      return .event(DeviceEvent(kind: .battery(random.element([0.1, 0.9]) ?? 1), at: .at(now + skew - 30)))
    default: return .contact
    }
  }

  private mutating func upload(at now: Double, _ random: inout SplitMix) -> PhoneAct {
    var pings: [Ping] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      sequence += 1
      guard let position = Position(latitude: 46, longitude: Double(sequence) / 100) else { continue }
      var ping = Ping(position: position, isMock: .no)
      let age = random.element([0, 0, 0, 5, 60, 90, 300, -20] as [Double]) ?? 0
      if Int.random(in: 0..<8, using: &random) > 0 { ping.recordedAt = .at(now + skew - age) }
      ping.sequence = sequence
      ping.speed = random.element([nil, 0, 5]) ?? nil
      ping.batteryLevel = random.element([nil, nil, 0.1, 0.9]) ?? nil
      pings.append(ping)
    }
    let telemetry =
      Bool.random(using: &random) ? Telemetry() : .waiting(Int64.random(in: 0...1, using: &random))
    let key = Bool.random(using: &random) ? IdempotencyKey.key("\(sequence)", "\(sequence)") : nil
    return .upload(
      pings.shuffled(using: &random), sentAt: saysWhen ? .at(now + skew) : nil, telemetry, key)
  }
}
