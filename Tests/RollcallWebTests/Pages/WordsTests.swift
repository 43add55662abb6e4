import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Words and numbers as the console prints them")
struct WordsTests {
  @Test(
    "a length of time is told in its two largest useful units",
    arguments: [
      (0, "0 s"), (999, "0 s"), (2_000, "2 s"), (59_999, "59 s"), (60_000, "1 min"), (3_599_999, "59 min"),
      (3_600_000, "1 h"), (4_080_000, "1 h 8 min"), (86_400_000, "24 h"), (172_799_999, "47 h 59 min"),
      (172_800_000, "2 days"), (259_200_000, "3 days"), (-5_000, "0 s"), (Int64.min, "0 s"),
      (Int64.max, "106751991167 days"),
    ] as [(Milliseconds, String)])
  func durations(length: Milliseconds, text: String) {
    #expect(Words.duration(length) == text)
  }

  @Test(
    "a length that is a setting is told exactly",
    arguments: [
      (7.5, "7.5 s"), (30, "30 s"), (90, "90 s"), (180, "3 min"), (1_350, "22 min 30 s"), (2_700, "45 min"),
      (7_500, "2 h 5 min"), (7_201, "2 h 1 s"), (150.5, "150.5 s"),
    ] as [(Double, String)])
  func settings(seconds: Double, text: String) {
    #expect(Words.exactly(seconds: seconds) == text)
  }

  @Test("an age is a duration ago, and never without an instant")
  func ages() {
    let now = Timestamp(milliseconds: 1_000_000)
    #expect(Words.age(of: nil, now: now) == "never")
    #expect(Words.age(of: now.advanced(by: -720_000), now: now) == "12 min ago")
    #expect(Words.age(of: now.advanced(by: 9_000), now: now) == "0 s ago")
    #expect(Words.age(of: Timestamp(milliseconds: .min), now: now).hasSuffix("days ago"))
  }

  @Test(
    "a delay has a decimal while it is short",
    arguments: [
      (0, "0.0 s"), (740, "0.7 s"), (9_940, "9.9 s"), (10_000, "10 s"), (1_140_000, "19 min"), (-40, "0.0 s"),
    ]
      as [(Milliseconds, String)])
  func delays(length: Milliseconds, text: String) {
    let recorded = Timestamp(milliseconds: 5_000)
    #expect(Words.delay(recorded: recorded, received: recorded.advanced(by: length)) == text)
  }

  @Test(
    "a battery is a whole percentage, and unknown outside its range",
    arguments: [
      (0.38, "38 %"), (0, "0 %"), (1, "100 %"), (0.005, "1 %"), (nil, "—"), (-100, "—"), (1.01, "—"),
      (Double.nan, "—"),
    ] as [(Double?, String)])
  func batteries(level: Double?, text: String) { #expect(Words.share(level) == text) }

  @Test(
    "a speed is in km/h",
    arguments: [
      (1.5, "5.4 km/h"), (0, "0.0 km/h"), (27.7, "99.7 km/h"), (114.5, "412 km/h"), (-1, "—"), (nil, "—"),
      (Double.infinity, "—"), (Double.nan, "—"), (1e300, "—"),
    ] as [(Double?, String)])
  func speeds(speed: Double?, text: String) { #expect(Words.speed(speed) == text) }

  @Test(
    "an accuracy is in metres, then kilometres",
    arguments: [
      (12.4, "12 m"), (0, "0 m"), (9_999.4, "9999 m"), (14_200, "14 km"), (-1, "invalid"), (nil, "—"),
      (Double.nan, "—"), (Double.infinity, "—"),
    ] as [(Double?, String)])
  func accuracies(metres: Double?, text: String) { #expect(Words.accuracy(metres) == text) }

  @Test("a position is read with five decimals and linked with seven")
  func positions() throws {
    let position = try #require(Position(latitude: 45.8144, longitude: -0.18))
    #expect(Words.coordinates(position) == "45.81440, -0.18000")
    #expect(Words.geo(position) == "geo:45.8144000,-0.1800000")
    #expect(Words.geo(position, accuracy: 12.4) == "geo:45.8144000,-0.1800000;u=12")
    #expect(Words.geo(position, accuracy: -1) == "geo:45.8144000,-0.1800000")
  }

  @Test(
    "decimals are fixed, rounded, and never trap",
    arguments: [
      (0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-0.25, 2, "-0.25"), (1e17, 2, "—"),
      (.nan, 1, "—"), (.infinity, 0, "—"), (3, 99, "3"), (3, -1, "3"), (9.999_999_96, 7, "10.0000000"),
    ] as [(Double, Int, String)])
  func decimals(number: Double, places: Int, text: String) {
    #expect(Words.decimal(number, places: places) == text)
  }

  @Test(
    "whole numbers are grouped by three",
    arguments: [
      (0, "0"), (999, "999"), (8_812, "8,812"), (1_000_000, "1,000,000"), (-1_234, "-1,234"),
      (Int64.min, "-9,223,372,036,854,775,808"),
    ] as [(Int64, String)])
  func groups(number: Int64, text: String) { #expect(Words.grouped(number) == text) }

  @Test("how much the database has grown is told, also when it is not known or cannot be read")
  func growth() {
    #expect(Words.Server.grown([]).hasPrefix("Known from tomorrow on"))
    #expect(Words.Server.grown(nil).hasPrefix("It could not be read"))
    let grown = [DatabaseGrowth(days: 1, bytes: 1_048_576), DatabaseGrowth(days: 30, bytes: -2_097_152)]
    #expect(Words.Server.grown(grown) == "1 MB more than 1 day ago, 2 MB less than 30 days ago")
  }

  @Test(
    "sizes are told in KB, MB and GB",
    arguments: [
      (0, "0 KB"), (1, "1 KB"), (655_360, "640 KB"), (1_048_576, "1 MB"), (3_250_586, "3.1 MB"),
      (41_943_040, "40 MB"), (1_288_490_189, "1.2 GB"), (-1, "0 KB"),
    ] as [(Int64, String)])
  func sizes(bytes: Int64, text: String) { #expect(Words.size(bytes) == text) }

  @Test(
    "how long a text may be is told in characters",
    arguments: [
      (1...80, "1 to 80 characters"), (8...1_024, "8 to 1,024 characters"),
      (1...2_000, "1 to 2,000 characters"),
    ])
  func lengths(bytes: ClosedRange<Int>, text: String) {
    #expect(NameLimits.words(bytes) == "\(text), fewer where they have accents or are not Latin")
    #expect(
      NameLimits.words(upTo: 500) == "at most 500 characters, fewer where they have accents or are not Latin")
  }

  @Test(
    "a phone number is grouped for reading",
    arguments: [
      ("+38640123456", "+386 40 123 456"), ("+1 555 010 9999", "+1 5550 109 999"),
      ("+493012345678", "+49 3012 345 678"), ("+35312345678", "+353 12 345 678"),
    ])
  func phones(typed: String, text: String) throws {
    #expect(Words.phone(try #require(PhoneNumber(typed))) == text)
  }
}
