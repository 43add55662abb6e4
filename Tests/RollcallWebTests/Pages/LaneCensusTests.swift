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
    var raster = LaneRaster(from: day.from, to: day.to, count: 288, levels: ReachLevel.allCases)
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
        == "At 03:15, 4 of 5 on watch were silent (80 %), 1 of them out of reach.")
  }

  @Test("Hours with nobody are left out; the board is that of the end of the worst five minutes")
  func hours() {
    let hours = LaneHour.all(Self.census, clock: Self.clock) { LocalTime.iso($0) }
    #expect(hours.count == 24 && hours.filter(\.isWorst).map(\.hour) == ["03:00"])
    #expect(hours[3].silent == "4" && hours[3].watched == "5" && hours[3].board == "1970-01-01T03:20:00.000Z")
    #expect(hours[4].silent == "0" && hours[4].share == "" && hours[4].board == "")
    #expect(LaneHour.all(LaneCensus(of: Self.day), clock: Self.clock) { _ in "x" }.isEmpty)
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
