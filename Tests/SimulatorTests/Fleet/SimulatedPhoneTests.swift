import Rollcall
import RollcallWire
import Simulator
import Testing

@Suite("Simulated phones")
struct SimulatedPhoneTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)
  private static let responder = Profile(
    name: "family",
    rules: [
      ProfileRule(name: "low power", when: lowPower, interval: 120),
      ProfileRule(name: "on_duty", interval: 60),
    ])

  private static var lowPower: ProfileRule.Condition {
    var condition = ProfileRule.Condition()
    condition.powerMode = "low_power"
    return condition
  }

  private func phone(
    _ behaviour: PhoneBehaviour = PhoneBehaviour(), profile: Profile = responder, past: Milliseconds = 0,
    phase: Double = 1
  ) throws -> SimulatedPhone {
    let points = try [(46.0, 0), (46.01, 600), (46.0, 1_200)].map { latitude, second in
      GPXTrack.Point(
        position: try #require(Position(latitude: latitude, longitude: 14)),
        time: Timestamp(milliseconds: 1_700_000_000_000 + Int64(second) * 1_000))
    }
    let route = try #require(Route(GPXTrack(points: points)))
    return SimulatedPhone(
      route: route, profile: profile, behaviour: behaviour, start: Self.start,
      from: Self.start.advanced(by: -past), queue: "q", phase: phase, seed: 1)
  }

  private func phone(_ spell: Spell, _ more: Spell...) throws -> SimulatedPhone {
    try phone(PhoneBehaviour(spells: [spell] + more))
  }

  /// What a phone sent, with the second after the start.
  private struct Life {
    var uploads: [(at: Int64, batch: Batch)] = []
    var events: [(at: Int64, event: DeviceEvent)] = []
    var duties: [(at: Int64, duty: DutyRequest)] = []

    var pings: [Ping] { uploads.flatMap(\.batch.pings) }
    var kinds: [DeviceEvent.Kind] { events.map(\.event.kind) }
  }

  /// Lets the phone live second by second, sending whatever it wants to.
  private func live(_ phone: inout SimulatedPhone, from: Int64 = 0, seconds: Int64) -> Life {
    var life = Life()
    for second in from...seconds {
      let now = Self.start.advanced(by: second * 1_000)
      phone.live(until: now)
      while let action = phone.action(at: now) {
        switch action {
        case .upload(let batch): life.uploads.append((second, batch))
        case .events(let events): life.events += events.map { (second, $0) }
        case .duty(let duty): life.duties.append((second, duty))
        }
        phone.finish(action)
      }
    }
    return life
  }

  @Test("a phone without trouble reports at its profile's interval, each ping once, numbered without holes")
  func steady() throws {
    var phone = try phone()
    let life = live(&phone, seconds: 600)
    #expect(life.uploads.map(\.at) == [0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600])
    #expect(life.pings.map(\.sequence) == (0...10).map { Int64($0) })
    #expect(life.uploads.allSatisfy { $0.batch.queueID == "q" && $0.batch.telemetry.queueDepth == 0 })
    #expect(phone.nextWake == Self.start.advanced(by: 660_000))
    #expect(life.events.isEmpty && life.duties.isEmpty)
  }

  @Test("a phone stays near its route, and moves")
  func position() throws {
    var phone = try phone()
    let pings = live(&phone, seconds: 1_200).pings
    #expect(Set(pings.map(\.position)).count == pings.count)
    for ping in pings {
      #expect((45.9999...46.0101).contains(ping.position.latitude))
      #expect((13.9999...14.0001).contains(ping.position.longitude))
      #expect(abs((ping.speed ?? 0) - 1.9) < 0.1)
    }
  }

  @Test("without network everything waits; then events are told first, and the pings oldest first")
  func network() throws {
    var phone = try phone(Spell(.network, from: 90_000, until: 390_000))
    let life = live(&phone, seconds: 420)
    #expect(life.uploads.map(\.at) == [0, 60, 390, 420])
    #expect(life.uploads.map(\.batch.pings.count) == [1, 1, 5, 1])
    #expect(life.pings.map(\.sequence) == (0...7).map { Int64($0) })
    #expect(life.kinds == [.network(.none), .network(.cellular)])
    #expect(life.events.map(\.at) == [390, 390])
    #expect(life.events.map { $0.event.at.since(Self.start) } == [90_000, 390_000])
  }

  @Test(
    "who takes the position away is told at once, and then the app is quiet until it is given back",
    arguments: [
      (Trouble.permission, DeviceEvent.Kind.permission(.denied), DeviceEvent.Kind.permission(.granted)),
      (.location, .locationServices(false), .locationServices(true)),
    ])
  func taken(trouble: Trouble, off: DeviceEvent.Kind, on: DeviceEvent.Kind) throws {
    var phone = try phone(Spell(trouble, from: 70_000, until: 300_000))
    let life = live(&phone, seconds: 360)
    #expect(life.uploads.map(\.at) == [0, 60, 300, 360])
    #expect(life.events.map(\.at) == [70, 300])
    #expect(life.kinds == [off, on])
  }

  @Test("an app that was killed tells so when it is opened again; nothing was recorded meanwhile")
  func killed() throws {
    var phone = try phone(Spell(.killed, from: 70_000, until: 300_000))
    let life = live(&phone, seconds: 360)
    #expect(life.uploads.map(\.at) == [0, 60, 300, 360])
    #expect(life.uploads.map(\.batch.pings.count) == [1, 1, 1, 1])
    #expect(life.kinds == [.lifecycle(.killed), .lifecycle(.foreground)])
    #expect(life.events.map(\.at) == [300, 300])
    #expect(life.events.first.map { $0.event.at.since(Self.start) } == 70_000)
  }

  @Test("a phone that hangs never tells why")
  func silent() throws {
    var phone = try phone(Spell(.silent, from: 150_000))
    let life = live(&phone, seconds: 3_600)
    #expect(life.uploads.map(\.at) == [0, 60, 120])
    #expect(life.events.isEmpty)
    #expect(phone.nextWake == Timestamp(milliseconds: .max))
  }

  @Test("a receiver that finds nothing leaves contact without fixes")
  func noFix() throws {
    var phone = try phone(Spell(.noFix, from: 90_000, until: 300_000))
    let life = live(&phone, seconds: 300)
    #expect(life.uploads.map(\.at) == [0, 60, 300])
    #expect(life.events.map(\.at) == [120, 180, 240])
  }

  @Test("a draining battery saves power, says so, dies, and boots when it is charged")
  func drain() throws {
    var phone = try phone(
      PhoneBehaviour(drain: BatteryDrain(level: 0.22, from: 0, until: 1_200_000, charged: 1_800_000)))
    let life = live(&phone, seconds: 1_800)
    let levels = life.pings.dropLast().compactMap(\.batteryLevel)
    #expect(levels == levels.sorted(by: >))
    #expect(levels.first == 0.22 && levels.last.map { $0 <= 0.03 } == true)
    #expect(!life.uploads.contains { (1_200..<1_800).contains($0.at) })
    #expect(life.kinds.contains(.power(.lowPower)))
    #expect(life.kinds.contains(.lifecycle(.boot)))
    #expect(life.uploads.first?.batch.telemetry.powerMode == .normal)
    #expect(life.uploads.dropLast().last?.batch.telemetry.powerMode == .lowPower)
    #expect(life.uploads.dropLast().last?.batch.telemetry.interval == 120)
    let told = life.kinds.compactMap { if case .battery(let level) = $0 { level } else { nil } }
    #expect(told.contains { $0 <= 0.05 }, "an empty battery is told before the end")
  }

  @Test("a healthy phone is charged in time, however long it runs")
  func charging() throws {
    var phone = try phone()
    let levels = live(&phone, seconds: 86_400).pings.compactMap(\.batteryLevel)
    #expect(levels.allSatisfy { (0.25...0.95).contains($0) })
    #expect(zip(levels, levels.dropFirst()).contains { $0 < $1 })
  }

  @Test("a phone that saves power says so, and reports less often")
  func lowPower() throws {
    var phone = try phone(Spell(.lowPower, from: 60_000, until: 500_000))
    let life = live(&phone, seconds: 660)
    #expect(life.uploads.map(\.at) == [0, 60, 180, 300, 420, 540, 600, 660])
    #expect(life.kinds == [.power(.lowPower), .power(.normal)])
  }

  @Test("spoiled positions are as real ones are: made up, frozen while moving, far away, nowhere, invalid")
  func spoiled() throws {
    var phone = try phone(
      Spell(.mock, from: 0, until: 50_000), Spell(.frozen, from: 60_000, until: 350_000),
      Spell(.leap, from: 360_000, until: 370_000), Spell(.nullIsland, from: 420_000, until: 430_000),
      Spell(.invalidFix, from: 480_000, until: 490_000))
    let pings = live(&phone, seconds: 540).pings
    #expect(pings.map(\.isMock) == [.yes] + Array(repeating: .no, count: 9))
    #expect(Set(pings[1...5].map(\.position)).count == 1)
    #expect(pings[1...5].allSatisfy { ($0.speed ?? 0) >= 1.4 })
    #expect(pings[6].position.latitude > 46.2)
    #expect(pings[7].position.isNullIsland)
    #expect(pings[8].accuracy == -1)
    #expect(pings[9].accuracy.map { $0 > 0 } == true)
  }

  @Test("lost pings leave a hole in the numbers")
  func lost() throws {
    var phone = try phone(Spell(.lostPings, from: 60_000, until: 170_000))
    #expect(live(&phone, seconds: 240).pings.map(\.sequence) == [0, 3, 4])
  }

  @Test("a wrong clock is wrong in everything that the phone dates")
  func clock() throws {
    var phone = try phone(
      PhoneBehaviour(
        spells: [Spell(.network, from: 10_000, until: 20_000)], duty: [.init(.onMission, at: 30_000)],
        clockAhead: 3_600_000))
    let life = live(&phone, seconds: 30)
    #expect(life.pings.map { $0.recordedAt?.since(Self.start) } == [3_600_000, 3_630_000])
    #expect(life.events.map { $0.event.at.since(Self.start) } == [3_610_000, 3_620_000])
    #expect(life.duties.map { $0.duty.at?.since(Self.start) } == [3_630_000])
    #expect(phone.clock(at: Self.start).since(Self.start) == 3_600_000)
  }

  @Test("off duty no fixes are taken; a change of duty is told before anything else, with its order")
  func duty() throws {
    var phone = try phone(
      PhoneBehaviour(duty: [
        .init(.offDuty, at: 90_000), .init(.onMission, at: 300_000, order: "M-1"),
      ]))
    let life = live(&phone, seconds: 360)
    #expect(life.uploads.map(\.at) == [0, 60, 300, 360])
    #expect(life.duties.map(\.at) == [90, 300])
    #expect(life.duties.map(\.duty.state) == [.offDuty, .onMission])
    #expect(life.duties.map(\.duty.order) == [nil, "M-1"])
    #expect(Set(life.duties.map(\.duty.id)).count == 2)
  }

  @Test("an accepted order is a mission until it is done; of another order nothing is known")
  func takenOrder() throws {
    var phone = try phone()
    _ = live(&phone, seconds: 30)
    phone.take(order: "INC-7", at: Self.start.advanced(by: 31_000))
    let mission = live(&phone, from: 31, seconds: 60).duties
    #expect(mission.map(\.at) == [31])
    #expect(mission.map(\.duty.state) == [.onMission])
    #expect(mission.first?.duty.order == "INC-7")
    phone.leave(order: "INC-8", at: Self.start.advanced(by: 61_000))
    #expect(live(&phone, from: 61, seconds: 90).duties.isEmpty)
    phone.leave(order: "INC-7", at: Self.start.advanced(by: 91_000))
    let after = live(&phone, from: 91, seconds: 120).duties
    #expect(after.map(\.at) == [91])
    #expect(after.map(\.duty.state) == [.onDuty])
  }

  @Test("a life that begins later begins with the duty and the troubles of that time")
  func lateBeginning() throws {
    var phone = try phone(
      PhoneBehaviour(
        spells: [Spell(.network, from: -900_000, until: 60_000)],
        duty: [.init(.offDuty, at: -800_000), .init(.onMission, at: -700_000, order: "M-2")]),
      past: 0)
    let life = live(&phone, seconds: 60)
    #expect(life.duties.map(\.at) == [60])
    #expect(life.duties.map(\.duty.state) == [.onMission])
    #expect(life.duties.first?.duty.at == Self.start)
    #expect(life.pings.count == 2)
  }

  @Test("phones that start together spread over their interval")
  func phase() throws {
    var phone = try phone(phase: 0.25)
    #expect(live(&phone, seconds: 180).uploads.map(\.at) == [0, 15, 75, 135])
  }

  @Test("a long backlog is uploaded fifty at a time, and the phone says how much is left")
  func backlog() throws {
    var phone = try phone(
      PhoneBehaviour(spells: [Spell(.network, from: -6_100_000, until: 0)]), past: 6_000_000)
    let uploads = live(&phone, seconds: 0).uploads.map(\.batch)
    #expect(uploads.map(\.pings.count) == [50, 50, 1])
    #expect(uploads.map(\.telemetry.queueDepth) == [51, 1, 0])
    #expect(uploads.map(\.telemetry.oldestEntryAge) == [3_000, 0, nil])
    #expect(uploads.last?.pings.last?.recordedAt == Self.start)
  }

  @Test("a full queue loses its oldest pings")
  func queueLimit() throws {
    let small = Profile(name: "family", queueLimit: 3, rules: [ProfileRule(name: "all", interval: 60)])
    var phone = try phone(PhoneBehaviour(spells: [Spell(.network, from: 0, until: 600_000)]), profile: small)
    #expect(live(&phone, seconds: 600).pings.map(\.sequence) == [8, 9, 10])
  }

  @Test("a profile that is not timed reports each minute")
  func notTimed() throws {
    var phone = try phone(profile: Profile(name: "free", rules: [ProfileRule(name: "all", interval: nil)]))
    #expect(live(&phone, seconds: 120).uploads.map(\.at) == [0, 60, 120])
  }

  @Test("no instant traps", arguments: [Int64.min, 0, Int64.max])
  func extremes(instant: Int64) throws {
    var phone = try phone(
      PhoneBehaviour(
        spells: Trouble.allCases.map { Spell($0, from: .min, until: .max) },
        drain: BatteryDrain(level: .nan, from: .min, until: .max),
        duty: [.init(.onDuty, at: .max)], clockAhead: .max))
    phone.live(until: Timestamp(milliseconds: instant))
    #expect(phone.action(at: Timestamp(milliseconds: instant)) == nil)
  }
}
