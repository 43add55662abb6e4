import DeviceKit
import Rollcall
import RollcallWire
import Simulator
import Testing

@Suite("A simulated phone is the device kit, and what happens to it is the script")
struct SimulatedPhoneTests {
  private static let start = SharedTime.start
  private static var lowPower: ProfileRule.Condition {
    var condition = ProfileRule.Condition()
    condition.powerMode = "low_power"
    return condition
  }
  private static let family = Profile(
    name: "family",
    rules: [
      ProfileRule(name: "low power", when: lowPower, interval: 120),
      ProfileRule(name: "on_duty", interval: 60),
    ])

  /// What the server heard of one phone, and what the phone knows itself.
  private struct Life {
    var server: MemoryServer
    var diary: PhoneDiary

    /// Whole seconds after the start at which pings came.
    var seconds: [Int64] { server.stored.map { $0.receivedAt.since(start) / 1_000 } }
    var pings: [Ping] { server.stored.map(\.ping) }
    var kinds: [DeviceEvent.Kind] { server.events.map(\.event.kind) }

    /// The longest time without a ping, as it came. Seconds.
    var longestPause: Int64 { zip(seconds, seconds.dropFirst()).map { $1 - $0 }.max() ?? 0 }

    /// When something of a kind was told to have happened, seconds after the start.
    func told(_ kind: DeviceEvent.Kind) -> [Int64] {
      server.events.filter { $0.event.kind == kind }.map { $0.event.at.since(start) / 1_000 }
    }
  }

  private func live(
    _ behaviour: PhoneBehaviour = PhoneBehaviour(), profile: Profile = family, minutes: Milliseconds = 10,
    past: Milliseconds = 0, losesAnswers: Bool = false
  ) async throws -> Life {
    let day = TestDay(minutes: minutes, from: Self.start.advanced(by: -past))
    let server = MemoryServer(clock: day.clock, losesAnswers: losesAnswers, profiles: ["t": profile])
    let points = try [(46.0, 0), (46.01, 600), (46.0, 1_200)].map { latitude, second in
      GPXTrack.Point(
        position: try #require(Position(latitude: latitude, longitude: 14)),
        time: Timestamp(milliseconds: 1_700_000_000_000 + Int64(second) * 1_000))
    }
    let phone = FleetPhone(of: Responder.ID(1), token: "t", profile: profile, behaviour: behaviour)
    let fleet = try Fleet(
      [phone], routes: [try #require(Route(GPXTrack(points: points)))], start: Self.start,
      from: Self.start.advanced(by: -past), seed: 1, keepsDiaries: true)
    _ = await day.live(fleet, on: server)
    return Life(server: server, diary: fleet.phones[0].diary)
  }

  private func suffer(_ spells: Spell..., minutes: Milliseconds = 10) async throws -> Life {
    try await live(PhoneBehaviour(spells: spells), minutes: minutes)
  }

  @Test("without trouble it reports at its profile's interval, each ping once, numbered without holes")
  func steady() async throws {
    let life = try await live()
    #expect((10...12).contains(life.pings.count))
    #expect(life.longestPause <= 60)
    #expect(life.pings.map(\.sequence) == (0..<Int64(life.pings.count)).map { $0 })
    #expect(life.server.stored.allSatisfy { $0.telemetry.queueDepth == 0 })
    #expect(Set(life.server.stored.map(\.queue)).count == 1)
    #expect(life.diary.recorded.count == life.pings.count)
  }

  @Test("it stays near its route, and moves")
  func position() async throws {
    let pings = try await live(minutes: 20).pings
    #expect(Set(pings.map(\.position)).count == pings.count)
    for ping in pings {
      #expect((45.9996...46.0104).contains(ping.position.latitude))
      #expect((13.9994...14.0006).contains(ping.position.longitude))
      #expect(abs((ping.speed ?? 0) - 1.9) < 0.1)
    }
  }

  @Test(
    "without a network everything waits, then all of it is told; in a tunnel there is no position either",
    arguments: [(PhoneFault.network, 4...5), (.captivePortal, 4...5), (.tunnel, 0...1)])
  func network(trouble: PhoneFault, waiting: ClosedRange<Int>) async throws {
    let life = try await suffer(Spell(trouble, from: 90_000, until: 390_000))
    #expect((270...345).contains(life.longestPause))
    let late = life.server.stored.filter { $0.receivedAt.since($0.ping.recordedAt ?? Self.start) > 30_000 }
    #expect(waiting.contains(late.count), "\(late.count)")
    #expect(life.pings.map { $0.sequence ?? 0 }.sorted() == (0..<Int64(life.pings.count)).map { $0 })
    #expect(life.told(.network(.none)) == (trouble == .captivePortal ? [] : [90]))
  }

  @Test(
    "a revoked permission is sent at once, and then the app is quiet until it is granted again",
    arguments: [
      (PhoneFault.permission, DeviceEvent.Kind.permission(.denied), DeviceEvent.Kind.permission(.granted)),
      (.location, .locationServices(false), .locationServices(true)),
    ])
  func taken(trouble: PhoneFault, off: DeviceEvent.Kind, on: DeviceEvent.Kind) async throws {
    let life = try await suffer(Spell(trouble, from: 70_000, until: 300_000))
    #expect(life.told(off) == [70])
    #expect(life.told(on) == [0, 300])
    #expect(!life.seconds.contains { (71..<300).contains($0) })
    #expect(!life.server.configs.contains { (101_000..<300_000).contains($0.at.since(Self.start)) })
    #expect(life.longestPause >= 230)
  }

  @Test("a killed app has lost nothing of its queue, and reports the kill when it is opened again")
  func killed() async throws {
    let life = try await suffer(
      Spell(.network, from: 10_000, until: 400_000), Spell(.killed, from: 190_000, until: 300_000))
    #expect(life.told(.lifecycle(.killed)) == [190])
    #expect(life.told(.lifecycle(.foreground)) == [300])
    let taken = life.pings.compactMap { $0.recordedAt?.since(Self.start) }
    #expect(taken.contains { (60_000..<190_000).contains($0) }, "what waited when it was killed")
    #expect(!taken.contains { (191_000..<300_000).contains($0) })
    #expect(life.pings.map { $0.sequence ?? 0 }.sorted() == (0..<Int64(life.pings.count)).map { $0 })
  }

  @Test("a phone that hangs never tells why")
  func silent() async throws {
    let life = try await suffer(Spell(.silent, from: 150_000), minutes: 60)
    #expect(!life.seconds.contains { $0 > 150 })
    #expect(!life.server.events.contains { $0.event.at.since(Self.start) > 150_000 })
  }

  @Test("a receiver that finds nothing leaves contact without fixes")
  func noFix() async throws {
    let life = try await suffer(Spell(.noFix, from: 90_000, until: 500_000))
    #expect(!life.seconds.contains { (151..<500).contains($0) })
    let contacts = life.server.configs.map { $0.at.since(Self.start) / 1_000 }.filter {
      (100..<500).contains($0)
    }
    #expect(contacts.count >= 5)
    #expect(zip(contacts, contacts.dropFirst()).allSatisfy { $1 - $0 < 90 })
  }

  @Test("a draining battery saves power, says so at 20 and 10 percent, dies, and boots when it is charged")
  func drain() async throws {
    let life = try await live(
      PhoneBehaviour(drains: [
        BatteryDrain(level: 0.22, from: 0, until: 1_200_000, charged: 1_800_000)
      ]), minutes: 31)
    #expect(!life.seconds.contains { (1_200..<1_800).contains($0) })
    #expect(life.kinds.contains(.power(.lowPower)))
    #expect(life.told(.lifecycle(.boot)) == [1_800])
    let told = life.kinds.compactMap { if case .battery(let level) = $0 { level } else { nil } }
    #expect(told.contains { (0.15...0.2).contains($0) } && told.contains { (0.05...0.1).contains($0) })
    #expect(life.server.stored.contains { $0.telemetry.interval == 120 })
  }

  @Test("a phone that saves power says so, and reports less often")
  func lowPower() async throws {
    let life = try await suffer(Spell(.lowPower, from: 60_000, until: 500_000))
    #expect(life.told(.power(.lowPower)) == [60])
    #expect((100...120).contains(life.longestPause))
  }

  @Test("spoiled positions are as real ones are: made up, frozen while moving, far away, nowhere, invalid")
  func spoiled() async throws {
    let life = try await suffer(
      Spell(.mock, from: 0, until: 50_000), Spell(.frozen, from: 55_000, until: 350_000),
      Spell(.leap, from: 355_000, until: 410_000), Spell(.nullIsland, from: 415_000, until: 470_000),
      Spell(.invalidFix, from: 475_000, until: 530_000))
    #expect(life.pings.first?.isMock == .yes)
    #expect(life.pings.dropFirst().allSatisfy { $0.isMock == .no })
    let places = Dictionary(grouping: life.pings, by: \.position).values.map(\.count)
    #expect(places.max().map { $0 >= 4 } == true, "the frozen one")
    #expect(life.pings.contains { $0.position.latitude > 46.2 })
    #expect(life.pings.contains { $0.position.isNullIsland })
    #expect(life.pings.contains { $0.accuracy == -1 })
  }

  @Test("lost pings leave a hole in the numbers")
  func lost() async throws {
    let life = try await suffer(Spell(.lostPings, from: 60_000, until: 190_000))
    let numbers = Set(life.pings.compactMap(\.sequence))
    let spilt = life.diary.recorded.filter(\.isSpilt).map(\.sequence)
    #expect(spilt.count >= 2)
    #expect(numbers.isDisjoint(with: spilt))
    #expect(numbers.union(spilt) == Set(0..<Int64(life.diary.recorded.count)))
  }

  @Test("a wrong clock is wrong in everything that the phone dates, as long as it is wrong")
  func clock() async throws {
    let life = try await suffer(
      Spell(.clockSkew, from: 100_000, until: 400_000, amount: 3_600_000),
      Spell(.network, from: 200_000, until: 210_000))
    for (stored, second) in zip(life.server.stored, life.seconds) where second != 200 && second != 210 {
      let isWrong = (100..<400).contains(second)
      let ahead = stored.ping.recordedAt.map { $0.since(stored.receivedAt) } ?? 0
      #expect(isWrong == (ahead > 3_500_000), "at \(second) s: \(ahead) ms")
    }
    #expect(life.told(.network(.none)) == [3_800])
  }

  @Test(
    "lost answers, requests that come twice and requests that come late: each ping is there, under one key")
  func delivery() async throws {
    let life = try await live(
      PhoneBehaviour(spells: [
        Spell(.lostAnswers, from: 0, until: 1_200_000), Spell(.duplicates, from: 1_200_000, until: 2_400_000),
        Spell(.lateDelivery, from: 2_400_000, until: 3_600_000),
      ]), minutes: 70)
    #expect(life.server.reusedKeys == 0)
    let numbers = Set(life.pings.compactMap(\.sequence))
    #expect(numbers == Set(life.diary.recorded.map(\.sequence)).subtracting(life.diary.counts.waiting))
    let brought = life.diary.heard.reduce(0) { $0 + $1.pings.count }
    #expect(brought > numbers.count, "something came twice")
    let order = life.diary.heard.flatMap { $0.pings.compactMap(\.sequence) }
    #expect(order != order.sorted(), "something came out of order")
  }

  @Test("off duty no fixes are taken; changes of duty are told in order, with theirs")
  func duty() async throws {
    let life = try await live(
      PhoneBehaviour(duty: [
        .init(.offDuty, at: 90_000), .init(.onMission, at: 300_000, order: "M-1"),
      ]))
    #expect(!life.seconds.contains { (91..<300).contains($0) })
    let bodies = life.server.dutyBodies("t")
    #expect(bodies.count == 2)
    #expect(bodies.first?.contains("off_duty") == true)
    #expect(bodies.last?.contains(#""order":"M-1""#) == true)
  }

  @Test("a life that begins later begins with the duty and the troubles of that time")
  func lateBeginning() async throws {
    let life = try await live(
      PhoneBehaviour(
        spells: [Spell(.network, from: -900_000, until: 60_000)],
        duty: [.init(.offDuty, at: -800_000), .init(.onMission, at: -700_000, order: "M-2")]),
      minutes: 2)
    #expect(life.server.dutyBodies("t").count == 1)
    #expect(life.server.dutyBodies("t").first?.contains("M-2") == true)
    #expect(life.seconds.allSatisfy { $0 >= 60 } && !life.seconds.isEmpty)
  }

  @Test("a full queue loses its oldest pings, and counts them")
  func queueLimit() async throws {
    let small = Profile(name: "family", queueLimit: 3, rules: [ProfileRule(name: "all", interval: 60)])
    let life = try await live(
      PhoneBehaviour(spells: [Spell(.network, from: 30_000, until: 590_000)]), profile: small)
    #expect(life.diary.counts.evicted >= 4)
    let missing = life.diary.recorded.count - Set(life.pings.compactMap(\.sequence)).count
    #expect(missing == life.diary.counts.evicted + life.diary.counts.waiting.count)
  }

  @Test("no instant traps", arguments: [Int64.min + 1, 0, Int64.max - 1])
  func extremes(instant: Int64) async throws {
    let spells = PhoneFault.allCases.map { Spell($0, from: .min, until: .max, amount: .max) }
    let behaviour = PhoneBehaviour(
      spells: spells, drains: [BatteryDrain(level: .nan, from: .min, until: .max)],
      duty: [.init(.onDuty, at: .max)], clockAhead: .max)
    let life = try await live(behaviour, minutes: 1)
    #expect(life.pings.isEmpty)
  }
}
