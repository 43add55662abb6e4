import PlainDispatch
import Seeds
import Testing

@Suite("Incidents that want the same people get whom a plain reading of the rules gives them")
struct PlainControlRoomTests {
  @Test(
    "After everything that happens the same people are asked, told by the same ways, and taken for the worse",
    arguments: Seeds.some(8))
  func histories(_ seed: UInt64) async throws {
    var asks = 0
    for number in 0..<4 {
      var room = try await PlainControlRoom(seed: seed * 1_000 + UInt64(number))
      for _ in 0..<30 {
        try await room.act()
        try room.check(seed * 1_000 + UInt64(number))
      }
      asks += room.plain.asks.count
    }
    // Then there was something to compare.
    #expect(asks > 4)
  }
}
