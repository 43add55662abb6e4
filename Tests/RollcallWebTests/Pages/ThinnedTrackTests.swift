import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("A long track, thinned to what can be drawn")
struct ThinnedTrackTests {
  /// A day at one position a second; every `doubted`-th is suspicious.
  private func day(doubted: Int) throws -> ThinnedTrack {
    let position = try #require(Position(latitude: 46.05, longitude: 14.5))
    var track = ThinnedTrack(most: 2_000)
    for second in 0..<86_400 {
      let at = PageClock.sampleNow.advanced(by: Int64(second) * 1_000)
      track.add(
        HistoryPing(
          id: Int64(second), responder: Responder.ID(1), ping: Ping(position: position, isMock: .no),
          effective: at, receivedAt: at, timeSource: .phone, queue: "q",
          flags: second % doubted == doubted - 1 ? [.mock] : [], isOnDuty: true))
    }
    return track
  }

  @Test("is the whole day, evenly, with all that is suspicious", arguments: [8_640, 100])
  func even(doubted: Int) throws {
    let track = try day(doubted: doubted)
    #expect(track.isThinned && (700...2_000).contains(track.pings.count), "\(track.pings.count)")
    #expect(track.pings.filter { !$0.flags.isEmpty }.count == 86_400 / doubted)
    let plain = track.pings.filter(\.flags.isEmpty)
    let steps = zip(plain, plain.dropFirst()).map { $1.effective.since($0.effective) }
    let (least, most) = (try #require(steps.min()), try #require(steps.max()))
    #expect(most <= 2 * least && plain.first?.id == 0, "\(least) \(most)")
  }

  @Test("where all is suspicious that is thinned, too, as evenly")
  func allSuspicious() throws {
    let track = try day(doubted: 1)
    let steps = zip(track.pings, track.pings.dropFirst()).map { $1.effective.since($0.effective) }
    #expect(track.pings.count <= 2_000 && Set(steps).count == 1, "\(Set(steps))")
  }

  @Test("a short one stays as it is")
  func short() {
    var track = ThinnedTrack(most: 2_000)
    HistoryPing.samples.forEach { track.add($0) }
    #expect(track.pings.count == HistoryPing.samples.count && !track.isThinned)
  }
}
