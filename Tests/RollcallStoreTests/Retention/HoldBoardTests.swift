import Columns
import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("The board of a past moment on hold")
struct HoldBoardTests {
  private static let day = HoldFixture.day

  /// Who is on the board of so many days ago, and whether their position is.
  private func board(_ story: HoldFixture, daysAgo days: Double) throws -> [String] {
    try story.store.liveness.board(of: story.workspace, at: .at(-days * Self.day)).entries
      .map { "\($0.person.name)\($0.position == nil ? "" : " there")" }.sorted()
  }

  /// Somebody's status and position of so many days ago.
  private func heard(_ phone: TestPhone, _ story: HoldFixture, daysAgo days: Double) throws {
    let at = Timestamp.at(-days * Self.day).milliseconds
    try story.insert(phone, at: at, number: Int(days))
    let ping = try #require(
      try story.fixture.pings().first { $0.person == phone.id && $0.ping.effectiveAt == at })
    try story.fixture.execute(
      """
      UPDATE upload SET latest_ping_id = \(ping.ping.id), latest_effective_at = \(at)
      WHERE received_at = \(at) AND responder_id = \(phone.id.rawValue)
      """)
  }

  @Test("After the retention only positions on hold are shown, after 400 days only people on hold")
  func held() async throws {
    let story = try await HoldFixture()
    for phone in [story.ana, story.bo] {
      for days in [450.0, 440, 20] { try heard(phone, story, daysAgo: days) }
    }
    #expect(try board(story, daysAgo: 20) == ["Ana", "Bo"])
    #expect(try board(story, daysAgo: 440).isEmpty)
    let late = try story.hold(story.ana, -21 * Self.day, -19 * Self.day)
    _ = try story.hold(story.ana, -445 * Self.day, -435 * Self.day)
    for isPurged in [false, true] {
      if isPurged { try story.purge() }
      #expect(try board(story, daysAgo: 20) == ["Ana there", "Bo"], "purged: \(isPurged)")
      #expect(try board(story, daysAgo: 440) == ["Ana there"], "purged: \(isPurged)")
    }
    try story.store.retention.releaseHold(
      late, note: "over", in: .test(story.workspace.id, HoldFixture.actor))
    #expect(try board(story, daysAgo: 20) == ["Ana", "Bo"], "at once, before a purge")
  }
}
