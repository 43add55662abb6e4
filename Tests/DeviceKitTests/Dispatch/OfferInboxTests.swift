import DeviceKit
import Rollcall
import RollcallWire
import Testing

@Suite("The phone's inbox of offers")
struct OfferInboxTests {
  private func message(_ id: Int64, _ state: Offer.State) throws -> OfferMessage {
    let json =
      #"{"data":{"offers":[{"id":\#(id),"state":"\#(state.rawValue)","expires_at":"2026-11-21T09:00:30.000Z","incident":{"id":\#(id * 10),"kind":"incident","title":"Fire","severity":"high","lat":46,"lng":14}}]}}"#
    return try #require(OfferMessage.list(bytes: Array(json.utf8)).first)
  }

  /// News as words: `+7` offered, `-7` withdrawn.
  private func words(_ news: [OfferInbox.News]) -> [String] {
    news.map {
      switch $0 {
      case .offered(let offer): "+\(offer.id.rawValue)"
      case .withdrawn(let offer): "-\(offer.id.rawValue)"
      }
    }
  }

  @Test(
    "each offer is news once, and once more when it is taken back",
    arguments: [
      ([(7, .delivered), (7, .seen)], ["+7"]),
      ([(7, .delivered), (7, .withdrawn), (7, .withdrawn)], ["+7", "-7"]),
      // An answer that was overtaken by a later one
      ([(7, .withdrawn), (7, .delivered)], ["-7"]),
      // Whoever reinstalled the app may be on the way: the mission is over all the same
      ([(7, .withdrawn)], ["-7"]),
      ([(8, .queued), (7, .withdrawn), (9, .sent)], ["+8", "-7", "+9"]),
      ([(7, .accepted), (7, .declined), (7, .expired), (7, .unreachable)], []),
    ] as [([(Int64, Offer.State)], [String])])
  func news(told: [(Int64, Offer.State)], expected: [String]) throws {
    var inbox = OfferInbox()
    let single = try told.flatMap { try words(inbox.handle([message($0.0, $0.1)])) }
    #expect(single == expected)
    var other = OfferInbox()
    #expect(words(other.handle(try told.map { try message($0.0, $0.1) })) == expected)
  }

  @Test("it remembers a limited number, the newest")
  func limit() throws {
    var inbox = OfferInbox()
    let last = Int64(OfferInbox.limit) + 50
    for id in 1...last { #expect(words(inbox.handle([try message(id, .delivered)])) == ["+\(id)"]) }
    #expect(inbox.handle([try message(last, .delivered), try message(60, .seen)]).isEmpty)
    #expect(words(inbox.handle([try message(last, .withdrawn)])) == ["-\(last)"])
  }
}
