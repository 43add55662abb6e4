import Rollcall
import Simulator
import Testing

@Suite("Simulated phones")
struct SimulatedPhoneTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)
  private static let responder = Profile(
    name: "responder",
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
    _ behaviour: PhoneBehaviour = .steady, profile: Profile = responder, backlog: Milliseconds = 0,
    phase: Double = 1
  ) throws -> SimulatedPhone {
    let points = try [(46.0, 0), (46.01, 600), (46.0, 1_200)].map { latitude, second in
      GPXTrack.Point(
        position: try #require(Position(latitude: latitude, longitude: 14)),
        time: Timestamp(milliseconds: 1_700_000_000_000 + Int64(second) * 1_000))
    }
    let route = try #require(Route(GPXTrack(points: points)))
    return SimulatedPhone(
      route: route, profile: profile, behaviour: behaviour, duty: .onDuty, start: Self.start,
      backlog: backlog, phase: phase, seed: 1)
  }

  /// Lets the phone live until `minutes` after the start, uploading whenever it can, and returns the uploads.
  private func live(_ phone: inout SimulatedPhone, minutes: Int64) -> [(at: Milliseconds, batch: Batch)] {
    var uploads: [(Milliseconds, Batch)] = []
    for second in 0...(minutes * 60) {
      let now = Self.start.advanced(by: second * 1_000)
      phone.record(until: now)
      while let batch = phone.upload(at: now) {
        uploads.append((second, batch))
        phone.remove(batch)
      }
    }
    return uploads
  }

  @Test("a steady phone reports at its profile's interval, each ping once, numbered without holes")
  func steady() throws {
    var phone = try phone()
    let uploads = live(&phone, minutes: 10)
    #expect(uploads.map(\.at) == [0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600])
    #expect(uploads.flatMap(\.batch.pings).map(\.sequence) == (0...10).map { Int64($0) })
    #expect(phone.nextWake == Self.start.advanced(by: 660_000))
  }

  @Test("a phone stays near its route, and moves")
  func position() throws {
    var phone = try phone()
    let pings = live(&phone, minutes: 20).flatMap(\.batch.pings)
    #expect(Set(pings.map(\.position)).count == pings.count)
    for ping in pings {
      #expect((45.9999...46.0101).contains(ping.position.latitude))
      #expect((13.9999...14.0001).contains(ping.position.longitude))
      #expect(abs((ping.speed ?? 0) - 1.9) < 0.1)
    }
  }

  @Test("a silent phone reports until then, and never again")
  func silent() throws {
    var phone = try phone(.silent(after: 150_000))
    #expect(live(&phone, minutes: 60).map(\.at) == [0, 60, 120])
  }

  @Test("a phone in a tunnel queues its pings, and uploads them all when it comes out")
  func tunnels() throws {
    var phone = try phone(.tunnels(reachable: 90_000, unreachable: 300_000))
    let uploads = live(&phone, minutes: 7)
    #expect(uploads.map(\.at) == [0, 60, 390, 420])
    #expect(uploads.map(\.batch.pings.count) == [1, 1, 5, 1])
    #expect(uploads.flatMap(\.batch.pings).map(\.sequence) == (0...7).map { Int64($0) })
  }

  @Test("a phone with an empty battery saves power and reports less often")
  func lowBattery() throws {
    var phone = try phone(.lowBattery)
    let uploads = live(&phone, minutes: 15)
    #expect(uploads.first?.batch.telemetry.powerMode == .normal)
    #expect(uploads.last?.batch.telemetry.powerMode == .lowPower)
    #expect(uploads.last?.batch.telemetry.interval == 120)
    let levels = uploads.flatMap(\.batch.pings).compactMap(\.batteryLevel)
    #expect(levels == levels.sorted(by: >))
    #expect(levels.allSatisfy { (0.01...0.22).contains($0) })
  }

  @Test("a phone whose battery is empty is not heard again")
  func dead() throws {
    var phone = try phone(.lowBattery)
    #expect(live(&phone, minutes: 120).last.map { $0.at < 42 * 60 } == true)
  }

  @Test("a healthy phone is charged in time, however long it runs")
  func charging() throws {
    var phone = try phone()
    let levels = live(&phone, minutes: 24 * 60).flatMap(\.batch.pings).compactMap(\.batteryLevel)
    #expect(levels.allSatisfy { (0.25...0.95).contains($0) })
    #expect(zip(levels, levels.dropFirst()).contains { $0 < $1 })
  }

  @Test("phones that start together spread over their interval")
  func phase() throws {
    var phone = try phone(phase: 0.25)
    #expect(live(&phone, minutes: 3).map(\.at) == [0, 15, 75, 135])
  }

  @Test("a backlog is uploaded first, fifty at a time, and the phone says how much is left")
  func backlog() throws {
    var phone = try phone(backlog: 6_000_000)
    let uploads = live(&phone, minutes: 0).map(\.batch)
    #expect(uploads.map(\.pings.count) == [50, 50, 1])
    #expect(uploads.map(\.telemetry.queueDepth) == [51, 1, 0])
    #expect(uploads.map(\.telemetry.oldestEntryAge) == [3_000, 0, nil])
    #expect(uploads.last?.pings.last?.recordedAt == Self.start)
  }

  @Test("a full queue loses its oldest pings")
  func queueLimit() throws {
    let small = Profile(name: "small", queueLimit: 3, rules: [ProfileRule(name: "all", interval: 60)])
    var phone = try phone(.silent(after: 0), profile: small)
    _ = live(&phone, minutes: 10)
    #expect(phone.queueDepth == 3)
  }

  @Test("a profile that is not timed reports each minute")
  func notTimed() throws {
    var phone = try phone(profile: Profile(name: "free", rules: [ProfileRule(name: "all", interval: nil)]))
    #expect(live(&phone, minutes: 2).map(\.at) == [0, 60, 120])
  }

  @Test("every behaviour appears in a town of ten")
  func mix() {
    let town = (0..<10).map(PhoneBehaviour.mixed)
    #expect(town.count { $0 == .steady } == 7)
    #expect(town.contains(.lowBattery))
    #expect(Set(town.map { "\($0)".prefix(6) }).count == 4)
  }
}
