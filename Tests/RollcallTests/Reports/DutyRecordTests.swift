import Testing

@testable import Rollcall

@Suite("A responder's duty record")
struct DutyRecordTests {
  private static func ms(_ value: Int64) -> Timestamp { Timestamp(milliseconds: value) }
  private static func span(_ from: Int64, _ to: Int64) -> TimeSpan { TimeSpan(from: ms(from), to: ms(to)) }

  /// On duty from 100 to 900: unknown, online, degraded, offline, each 200 long; away from 350 to 450.
  private static let shift: DutyRecord = {
    var record = DutyRecord(end: ms(2_000))
    record.statuses = [
      (ms(0), .offDuty), (ms(100), .unknown), (ms(300), .online), (ms(500), .degraded), (ms(700), .offline),
      (ms(900), .offDuty),
    ]
    record.absences = [span(350, 400), span(390, 450)]
    return record
  }()

  @Test(
    "each instant on duty has one share",
    arguments: [
      ((0, 2_000), [200, 100, 200, 200, 100]), ((100, 300), [200, 0, 0, 0, 0]),
      ((340, 360), [0, 10, 0, 0, 10]), ((0, 100), [0, 0, 0, 0, 0]), ((900, 2_000), [0, 0, 0, 0, 0]),
      ((450, 710), [0, 50, 200, 10, 0]), ((500, 500), [0, 0, 0, 0, 0]),
    ] as [((Int64, Int64), [Int64])])
  func shares(span: (Int64, Int64), expected: [Int64]) {
    let shares = Self.shift.shares(in: Self.span(span.0, span.1))
    #expect(
      [shares.unknown, shares.online, shares.degraded, shares.offline, shares.notObserved] == expected)
    #expect(shares.onDuty == expected.reduce(0, +))
  }

  @Test("what is still so ends where the record ends, and nothing lies beyond it")
  func open() {
    var record = DutyRecord(end: Self.ms(1_000))
    record.statuses = [(Self.ms(400), .online)]
    #expect(record.shares(in: Self.span(0, 5_000)).online == 600)
    #expect(record.shares(in: Self.span(1_000, 5_000)).onDuty == 0)
  }

  @Test("the share of being online leaves out what was not observed; of nothing there is none")
  func share() {
    let shares = Self.shift.shares(in: Self.span(0, 2_000))
    #expect(shares.onlineShare == 100.0 / 700 && shares.share(of: shares.online) == 0.125)
    #expect(DutyShares().onlineShare == nil && DutyShares().share(of: 0) == nil)
    #expect(Self.shift.shares(in: Self.span(360, 440)).onlineShare == nil)
  }

  @Test("the battery's falls on duty count, charging is not set off, and no fall from shift to shift")
  func battery() {
    var record = DutyRecord(end: Self.ms(1_000))
    record.statuses = [
      (Self.ms(100), .online), (Self.ms(400), .offDuty), (Self.ms(500), .online), (Self.ms(900), .offDuty),
    ]
    record.battery = [
      (50, 1.0), (110, 0.75), (200, 0.5), (300, 0.625), (400, 0.5), (550, 0.25), (600, 0.125), (950, 0.0),
    ].map { DutyRecord.Battery(at: Self.ms($0.0), level: $0.1) }
    let whole = record.batteryUse(in: Self.span(0, 1_000))
    #expect(whole == DutyRecord.BatteryUse(used: 0.5, shifts: 2) && whole.perShift == 0.25)
    // Over midnight at 250: the fall of 0.125 to 400 counts after it.
    #expect(record.batteryUse(in: Self.span(0, 250)) == DutyRecord.BatteryUse(used: 0.25, shifts: 1))
    #expect(record.batteryUse(in: Self.span(250, 1_000)) == DutyRecord.BatteryUse(used: 0.25, shifts: 2))
    #expect(record.batteryUse(in: Self.span(0, 150)).perShift == nil)
  }

  @Test("the batteries of two phones of one shift: each falls by itself, and a change of phones is no fall")
  func batteries() {
    var record = DutyRecord(end: Self.ms(1_000))
    record.statuses = [(Self.ms(100), .online)]
    record.battery = [(100, 1, 1), (200, 0.25, 2), (300, 0.875, 1), (400, 0.125, 2), (500, 0.75, 1)].map {
      DutyRecord.Battery(at: Self.ms($0.0), level: $0.1, queue: $0.2)
    }
    #expect(record.batteryUse(in: Self.span(0, 1_000)) == DutyRecord.BatteryUse(used: 0.375, shifts: 1))
    #expect(record.batteryUse(in: Self.span(350, 1_000)) == DutyRecord.BatteryUse(used: 0.25, shifts: 1))
  }

  @Test(
    "the age of the newest fix known: a late one that was overtaken never counts, nor what came in another shift"
  )
  func ages() {
    var record = DutyRecord(end: Self.ms(1_000))
    record.statuses = [(Self.ms(100), .online), (Self.ms(300), .offDuty), (Self.ms(500), .online)]
    record.fixes = [(90, 100), (120, 190), (140, 150), (280, 320), (600, 600)].map {
      DutyRecord.Fix(at: Self.ms($0.0), known: Self.ms($0.1))
    }
    // 100–150: 10…59; 150–300: 10…159; none until 600; 600–1,000: 0…399.
    let ages = record.fixAges(in: Self.span(0, 1_000))
    #expect(ages.length == 50 + 150 + 400)
    #expect(ages.ninetyFifth == 369)
    #expect(record.fixAges(in: Self.span(300, 600)).ninetyFifth == nil)
    record.absences = [Self.span(150, 1_000)]
    #expect(record.fixAges(in: Self.span(0, 1_000)).ninetyFifth == 57)
  }
}

@Suite("In any history, a day's report adds up")
struct DutyRecordPropertyTests {
  /// A history of some thousand milliseconds, in which anything may happen.
  private static func history(_ random: inout SplitMix) -> DutyRecord {
    let start: Int64 = 1_000_000
    func instant(_ random: inout SplitMix) -> Timestamp {
      Timestamp(milliseconds: start + random.below(3_000))
    }
    var record = DutyRecord(end: Timestamp(milliseconds: start + 500 + random.below(3_500)))
    record.statuses = (0..<Int(random.below(12))).map { _ in instant(&random) }.sorted().map {
      ($0, Status.allCases[Int(random.below(5))])
    }
    record.absences = (0..<Int(random.below(4))).map { _ in
      let from = instant(&random)
      return TimeSpan(from: from, to: from.advanced(by: random.below(400)))
    }
    record.fixes = Set((0..<Int(random.below(30))).map { _ in instant(&random) }).sorted().map { at in
      DutyRecord.Fix(
        at: at, known: at.advanced(by: random.below(3) == 0 ? random.below(900) : random.below(20)))
    }
    record.battery = (0..<Int(random.below(20))).map { _ in instant(&random) }.sorted().map {
      DutyRecord.Battery(at: $0, level: Double(random.below(64)) / 64, queue: random.below(2))
    }
    return record
  }

  @Test("the shares are all of the duty, and nothing is lost where a day is split", arguments: 0..<200)
  func adds(seed: UInt64) {
    var random = SplitMix(state: seed)
    let record = Self.history(&random)
    let whole = TimeSpan(from: Timestamp(milliseconds: 1_000_000), to: Timestamp(milliseconds: 1_004_000))
    let shares = record.shares(in: whole)
    #expect(shares.onDuty == record.shifts(in: whole).reduce(0) { $0 + $1.length })

    let cut = whole.from.advanced(by: random.below(4_001))
    let parts = [TimeSpan(from: whole.from, to: cut), TimeSpan(from: cut, to: whole.to)]
    for part in [\DutyShares.online, \.degraded, \.offline, \.unknown, \.notObserved] {
      #expect(shares[keyPath: part] == parts.reduce(0) { $0 + record.shares(in: $1)[keyPath: part] })
    }
    #expect(record.fixAges(in: whole).length == parts.reduce(0) { $0 + record.fixAges(in: $1).length })
    // Sixty-fourths add up exactly.
    #expect(record.batteryUse(in: whole).used == parts.reduce(0) { $0 + record.batteryUse(in: $1).used })
  }

  @Test("the age of the fix is what one finds by asking in each millisecond", arguments: 0..<60)
  func ages(seed: UInt64) {
    var random = SplitMix(state: seed &+ 9_000)
    let record = Self.history(&random)
    let span = TimeSpan(
      from: Timestamp(milliseconds: 1_000_000 + random.below(500)), to: Timestamp(milliseconds: 1_003_500))
    let shifts = record.shifts(in: span)
    var asked: [Milliseconds] = []
    var now = span.from
    while now < span.to {
      let newest = record.fixes.filter { $0.known <= now }.max { $0.at < $1.at }
      let shift = shifts.first { $0.from <= now && now < $0.to }
      let isAway = record.absences.contains { $0.from <= now && now < $0.to }
      if let newest, let shift, newest.known >= shift.from, !isAway { asked.append(now.since(newest.at)) }
      now = now.advanced(by: 1)
    }
    let ages = record.fixAges(in: span)
    #expect(ages.length == Milliseconds(asked.count))
    let rank = asked.count - asked.count / 20
    #expect(ages.ninetyFifth == (asked.isEmpty ? nil : asked.sorted()[rank - 1]))
  }
}

extension SplitMix {
  /// 0 ..< `bound`.
  fileprivate mutating func below(_ bound: Int64) -> Int64 { Int64.random(in: 0..<bound, using: &self) }
}
