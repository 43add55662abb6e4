import Rollcall
import Testing

@testable import RollcallWeb

@Suite("A workspace's day, everybody together")
struct LaneCensusTests {
  static let day = TimeSpan(
    from: Timestamp(milliseconds: 0), to: Timestamp(milliseconds: 86_400_000))
  static let clock = PageClock(now: day.to, isTicking: false) { _ in 0 }

  /// Whoever has these levels from these minutes on.
  private static func raster(_ parts: [(Int, Int, ReachLevel)]) -> LaneRaster<ReachLevel> {
    var raster = LaneRaster(day, count: 288, levels: ReachLevel.allCases)
    for (from, to, level) in parts {
      raster.paint(
        ReachSpan(
          from: day.from.advanced(by: Int64(from) * 60_000), to: day.from.advanced(by: Int64(to) * 60_000),
          level: level), least: 1)
    }
    return raster
  }

  private static var census: LaneCensus {
    var census = LaneCensus(of: day)
    for number in 0..<4 {
      census.add(
        raster([
          (0, 600, .green), (190 + number * 2, 220, number == 0 ? .red : .amber), (600, 610, .notObserved),
        ]))
    }
    census.add(raster([(60, 1_440, .green), (300, 305, .amber)]))
    return census
  }

  @Test("The worst five minutes are found, the first of several")
  func worst() {
    let census = Self.census
    #expect(census.worst() == 39)
    #expect(census.counts[39] == LaneCensus.Count(green: 1, amber: 3, red: 1))
    #expect(census.worst(in: 0..<12) == nil && census.worst(in: 60..<72) == 60)
    #expect(census.most == 5 && census.counts[121].notObserved == 4)
    #expect(
      LanesPage.sentence(census, 39, Self.clock)
        == "At 03:15, 4 of 5 monitored were silent (80 %), 1 of them out of reach.")
  }

  @Test("Hours with nobody are left out; the board is that of the end of the worst five minutes")
  func hours() {
    let hours = LaneHour.all(Self.census, clock: Self.clock) { LocalTime.iso($0) }
    #expect(hours.count == 24 && hours.filter(\.isWorst).map(\.hour) == ["03:00"])
    #expect(hours[3].silent == "4" && hours[3].watched == "5" && hours[3].board == "1970-01-01T03:20:00.000Z")
    #expect(hours[4].silent == "0" && hours[4].share == "" && hours[4].board == "")
    #expect(LaneHour.all(LaneCensus(of: Self.day), clock: Self.clock) { _ in "x" }.isEmpty)
  }

  @Test("On a day of 25 hours the hour that comes twice is told with the offset, in rows and in the sentence")
  func twice() {
    // Local midnight at +02:00; put back at three o'clock.
    let from = Timestamp(milliseconds: -7_200_000)
    let day = TimeSpan(from: from, to: from.advanced(by: 25 * 3_600_000))
    let clock = PageClock(now: day.to, isTicking: false) { $0.milliseconds < 3_600_000 ? 7_200 : 3_600 }
    var raster = LaneRaster(day, count: 300, levels: ReachLevel.allCases)
    raster.paint(ReachSpan(from: day.from, to: day.to, level: .green), least: 1)
    for cell in [26, 38] as [Int64] {
      let at = from.advanced(by: cell * LaneCensus.cell + 1_000)
      raster.paint(ReachSpan(from: at, to: at.advanced(by: 1_000), level: .red), least: 1)
    }
    var census = LaneCensus(of: day)
    census.add(raster)
    let hours = LaneHour.all(census, clock: clock) { LocalTime.iso($0) }
    #expect(hours.count == 25)
    #expect(hours[1...4].map(\.hour) == ["01:00", "02:00 +02:00", "02:00 +01:00", "03:00"])
    #expect(hours[1...4].map(\.at) == ["", "02:10 +02:00", "02:10 +01:00", ""])
    #expect(
      LanesPage.sentence(census, 38, clock)
        == "At 02:10 +01:00, 1 of 1 monitored was silent (100 %), 1 of them out of reach.")
  }

  @Test("Drawn once for each level; a day of 23 or 25 hours has as many cells as it has five minutes")
  func paths() {
    let paths = Self.census.paths(height: 48)
    #expect(paths.map(\.level) == ["red", "amber", "green", "away"])
    #expect(paths[0].path == "M38 38.4h6v9.6h-6z")
    #expect(LaneCensus(of: Self.day).paths(height: 48).isEmpty)
    for hours in [23, 25] as [Int64] {
      let day = TimeSpan(from: Self.day.from, to: Self.day.from.advanced(by: hours * 3_600_000))
      #expect(LaneCensus(of: day).counts.count == Int(hours) * 12)
    }
  }
}
