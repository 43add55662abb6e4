import Rollcall
import RollcallWire
import Testing

@Suite struct RoundTripTests {
  private let now = BatchRequestTests.now

  @Test func whatAPhoneWritesTheServerReads() throws {
    let batch = try #require(SampleBatch.full())
    let request = try BatchRequest.decode(bytes: batch.encode(), now: now)
    #expect(request == BatchRequest(batch: batch, indices: [0, 1]))
  }

  @Test func aSinglePingTakesTheSameWay() throws {
    var batch = try #require(SampleBatch.full())
    batch.pings.removeLast()
    let request = try BatchRequest.decodeSingle(bytes: batch.encodeSingle(), now: now)
    #expect(request == BatchRequest(batch: batch, indices: [0]))
  }

  @Test func everyFieldIsInTheFingerprint() throws {
    let ping = try #require(SampleBatch.full()?.pings.first)
    var seen: Set<[UInt8]> = [fingerprint([ping])]
    for change in SampleBatch.changes {
      var changed = ping
      change(&changed)
      #expect(seen.insert(fingerprint([changed])).inserted)
    }
  }

  @Test func theFingerprintKnowsOrderAndNumberButNotSpelling() throws {
    let pings = try #require(SampleBatch.full()?.pings)
    #expect(fingerprint(pings) != fingerprint(pings.reversed()))
    #expect(fingerprint(pings) != fingerprint([pings[0]]))
    func read(_ text: String) throws -> [Ping] {
      try BatchRequest.decode(bytes: Array(text.utf8), now: now).batch.pings
    }
    let one = try read(
      #"{"pings":[{"lat":0.0,"lng":1,"is_mock":false,"recorded_at":"2026-11-21T09:30:00Z"}]}"#)
    let other = try read(
      #"{"sent_at":5, "pings":[{"recorded_at":1795253400000,"x":1,"lng":1.0,"is_mock":false,"lat":-0.0,"source":null}]}"#
    )
    #expect(fingerprint(one) == fingerprint(other))
  }

  @Test func theLayoutOfTheFingerprintStays() throws {
    let position = try #require(Position(latitude: 1, longitude: -2))
    var ping = Ping(position: position, isMock: .unknown)
    ping.sequence = 3
    ping.signalQuality = .poor
    let expected: [UInt8] = [
      1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0xC0, 2, 3, 0, 0, 0, 0, 0, 0,
      0, 3,
    ]
    #expect(fingerprint([ping]) == expected)
  }

  private func fingerprint(_ pings: [Ping]) -> [UInt8] {
    var bytes: [UInt8] = []
    pings.appendFingerprint(to: &bytes)
    return bytes
  }
}
