import Rollcall
import RollcallWire
import Testing

@Suite("What a phone says to an offer")
struct OfferReplyTests {
  private let now = Timestamp(milliseconds: 1_795_253_400_000)

  private func decode(_ body: String) throws -> OfferReply {
    try OfferReply.decode(bytes: Array(body.utf8), now: now)
  }

  @Test(
    "No body, an empty one and nulls say nothing more",
    arguments: ["", "{}", #"{"at":null,"reason":null}"#, #"{"x":1}"#])
  func nothing(body: String) throws {
    #expect(try decode(body) == OfferReply())
  }

  @Test("A time and a reason are read")
  func both() throws {
    let expected = OfferReply(at: now, reason: "no fuel")
    #expect(try decode(#"{"at":1795253400000,"reason":"no fuel"}"#) == expected)
    #expect(try decode(#"{"reason":"no fuel","at":"2026-11-21T10:30:00+01:00"}"#) == expected)
    #expect(try OfferReply.decode(bytes: expected.encode(), now: now) == expected)
    #expect(try OfferReply.decode(bytes: OfferReply().encode(), now: now) == OfferReply())
  }

  @Test("An empty reason is none", arguments: [#"{"reason":""}"#])
  func empty(body: String) throws {
    #expect(try decode(body).reason == nil)
  }

  @Test(
    "A phone with a wrong clock can answer",
    arguments: [#"{"at":0}"#, #"{"at":"1970-01-01T00:00:00Z"}"#, #"{"at":9e18}"#, #"{"at":1e30}"#])
  func wrongClock(body: String) throws {
    #expect(try decode(body).at == nil)
  }

  @Test(
    "An invalid reply is refused",
    arguments: [
      (#"{"at":true}"#, "at", "type"), (#"{"at":"soon"}"#, "at", "format"), (#"{"at":1.5}"#, "at", "format"),
      (#"{"reason":7}"#, "reason", "type"), ("[]", "", "type"),
      (#"{"reason":"\#(String(repeating: "x", count: 501))"}"#, "reason", "range"),
    ])
  func refused(body: String, field: String, rule: String) {
    do throws(WireError) {
      _ = try OfferReply.decode(bytes: Array(body.utf8), now: now)
      Issue.record("taken")
    } catch {
      #expect(error == .invalid(error.faults) && error.faults.map(\.field) == [field])
      #expect(error.faults.map(\.rule) == [rule])
    }
  }

  @Test("A body that is not JSON is malformed", arguments: ["{", "nul", "{\"a\":1,\"a\":2}"])
  func malformed(body: String) {
    do throws(WireError) {
      _ = try OfferReply.decode(bytes: Array(body.utf8), now: now)
      Issue.record("taken")
    } catch { #expect(error.code == .malformedJSON) }
  }
}

extension WireError {
  /// What is wrong with the fields; nothing when the text is no JSON.
  fileprivate var faults: [RequestFault] {
    guard case .invalid(let faults) = self else { return [] }
    return faults
  }
}
