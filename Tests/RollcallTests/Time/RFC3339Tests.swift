import Rollcall
import Testing

@Suite struct RFC3339Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-11-21T09:30:00Z", 1_795_253_400_000),
    ("2026-11-21t09:30:00.12z", 1_795_253_400_120),
    ("2026-11-21T09:30:00.1239999Z", 1_795_253_400_123),
    ("2026-11-21T09:30:00.000000001Z", 1_795_253_400_000),
    ("2026-11-21T10:30:00+01:00", 1_795_253_400_000),
    ("2026-11-20T23:00:00-10:30", 1_795_253_400_000),
    ("2026-11-21T09:30:00-00:00", 1_795_253_400_000),
    ("1969-12-31T23:59:59.999Z", -1),
    ("2024-02-29T00:00:00Z", 1_709_164_800_000),
    ("2000-02-29T00:00:00Z", 951_782_400_000),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("2016-12-31T23:59:60Z", 1_483_228_799_999),
    ("2017-01-01T00:59:60.5+01:00", 1_483_228_799_999),
  ])
  func aTimeIsRead(text: String, milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T09:30:00", "2026-11-21T09:30Z", "2026-11-21 09:30:00Z",
    "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z",
    "2026-11-00T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:30:61Z",
    "2026-11-21T09:30:60Z", "2026-11-21T23:59:60+01:00", "2026-11-21T09:30:00+24:00",
    "2026-11-21T09:30:00+01:60",
    "2026-11-21T09:30:00+0100", "2026-11-21T09:30:00+01", "2026-11-21T09:30:00.Z", "2026-11-21T09:30:00,1Z",
    "2026-11-21T09:30:00.0000000001Z", "2026-11-21T09:30:00Z ", " 2026-11-21T09:30:00Z",
    "+2026-11-21T09:30:00Z",
    "12026-11-21T09:30:00Z", "2026-11-21T9:30:00Z", "2026-1١-21T09:30:00Z", "2026-11-21T09:30:00ZZ",
    "2026-11-21T09:30:00.1", "2026-11-21T-1:30:00Z",
  ])
  func aTimeThatIsNoneIsRefused(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func aTimeIsWrittenInUTCWithMilliseconds() {
    #expect(Timestamp(milliseconds: 1_795_253_400_120).rfc3339 == "2026-11-21T09:30:00.120Z")
    #expect(Timestamp(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
  }

  @Test(arguments: [
    (3_600, "2026-11-21T10:30:00.120+01:00"), (0, "2026-11-21T09:30:00.120+00:00"),
    (-34_200, "2026-11-21T00:00:00.120-09:30"), (3_483, "2026-11-21T10:28:00.120+00:58"),
    (999_999, "2026-11-22T09:29:00.120+23:59"), (Int.min, "2026-11-20T09:31:00.120-23:59"),
  ])
  func aTimeIsWrittenInItsZone(offset: Int, text: String) {
    let instant = Timestamp(milliseconds: 1_795_253_400_120)
    #expect(instant.rfc3339(offsetSeconds: offset) == text)
    #expect(Timestamp(rfc3339: text) == instant)
  }

  @Test func timesBeyondTheYearsOfRFC3339AreWrittenAsTheNearest() {
    #expect(Timestamp(milliseconds: .max).rfc3339 == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: .min).rfc3339 == "0000-01-01T00:00:00.000Z")
    #expect(Timestamp(milliseconds: .max).rfc3339(offsetSeconds: -3_600) == "9999-12-31T23:59:59.999-01:00")
    #expect(Timestamp(milliseconds: .min).rfc3339(offsetSeconds: -3_600) == "0000-01-01T00:00:00.000-01:00")
  }

  @Test func everyDayOfFourCenturiesComesBack() {
    // Given the day before the first of the year 1600, counted by hand through all months.
    var expected = (CivilDate(year: 1600, month: 1, day: 1)?.daysSince1970 ?? 0)
    for year in 1600..<2001 {
      for month in 1...12 {
        for day in 1...CivilDate.days(inMonth: month, of: year) {
          let date = CivilDate(year: year, month: month, day: day)
          #expect(date?.daysSince1970 == expected)
          #expect(CivilDate(daysSince1970: expected) == date)
          expected += 1
        }
      }
    }
    #expect(CivilDate(year: 2001, month: 1, day: 1)?.daysSince1970 == expected)
    #expect(expected == 11_323)
  }

  @Test func whatIsWrittenIsReadAgain() {
    var milliseconds = Timestamp.earliestWritten.milliseconds
    while milliseconds <= Timestamp.latestWritten.milliseconds {
      let instant = Timestamp(milliseconds: milliseconds)
      #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
      milliseconds += 31_557_600_001 * 7
    }
  }
}
