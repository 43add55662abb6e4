import Rollcall
import Testing

@testable import RollcallStore

@Suite("How much the database has grown")
struct DatabaseSizesTests {
  @Test("One size a day is noted, and a restart forgets none")
  func noted() throws {
    let fixture = try TestStore()
    #expect(try DatabaseSizes(fixture.store).growth(to: 500).isEmpty)
    try DatabaseSizes(fixture.store).record(100)
    try DatabaseSizes(fixture.store).record(200)
    #expect(try DatabaseSizes(fixture.store).growth(to: 500).isEmpty, "nothing is known of an earlier day")
    fixture.clock.now = fixture.clock.now.advanced(by: 86_400_000)
    try fixture.restart()
    #expect(try DatabaseSizes(fixture.store).growth(to: 500) == [DatabaseGrowth(days: 1, bytes: 400)])
    try DatabaseSizes(fixture.store).record(300)
    fixture.clock.now = fixture.clock.now.advanced(by: 86_400_000)
    #expect(
      try DatabaseSizes(fixture.store).growth(to: 500)
        == [DatabaseGrowth(days: 1, bytes: 200), DatabaseGrowth(days: 2, bytes: 400)])
  }

  @Test("Where the day itself is not known, the last one before it counts")
  func gaps() {
    let sizes = [DatabaseSize(day: 10, bytes: 5), DatabaseSize(day: 60, bytes: 90)]
    let now = DatabaseSize(day: 100, bytes: 70)
    #expect(DatabaseGrowth.over(1, of: sizes, to: now) == DatabaseGrowth(days: 40, bytes: -20))
    #expect(DatabaseGrowth.over(50, of: sizes, to: now) == DatabaseGrowth(days: 90, bytes: 65))
    #expect(DatabaseGrowth.over(1, of: [now], to: now) == nil)
  }
}
