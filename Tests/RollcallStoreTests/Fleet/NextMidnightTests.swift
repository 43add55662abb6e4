import Rollcall
import Testing

@testable import RollcallStore

@Suite("When a workspace's next day begins")
struct NextMidnightTests {
  @Test(
    "also where clocks are changed, at midnight or later",
    arguments: [
      ("UTC", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00.000Z"),
      ("Asia/Kathmandu", "2026-11-20T18:14:59Z", "2026-11-20T18:15:00.000Z"),
      ("Europe/Ljubljana", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00.000Z"),
      ("Europe/Ljubljana", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00.000Z"),
      // Forward at midnight: the day begins at one o'clock.
      ("America/Santiago", "2026-09-05T12:00:00Z", "2026-09-06T04:00:00.000Z"),
      ("America/Havana", "2026-03-07T12:00:00Z", "2026-03-08T05:00:00.000Z"),
      // Back at midnight: the hour before it comes again.
      ("America/Santiago", "2026-04-05T02:30:00Z", "2026-04-05T04:00:00.000Z"),
      ("America/Havana", "2026-11-01T04:30:00Z", "2026-11-02T05:00:00.000Z"),
    ])
  func changes(zone: String, now: String, next: String) throws {
    let workspace = try TestStore(timeZone: zone).workspace
    let now = try #require(Timestamp(rfc3339: now))
    #expect(workspace.nextMidnight(after: now).rfc3339 == next)
    let before = workspace.nextMidnight(after: now).advanced(by: -1)
    #expect(workspace.localDay(at: before) == workspace.localDay(at: now))
    #expect(workspace.localDay(at: before.advanced(by: 1)) == workspace.localDay(at: now) + 1)
  }
}
