import RollcallWire
import Testing

@Suite("Requests about one's own data")
struct PrivacyRequestBodyTests {
  @Test("A request is decoded as it was encoded", arguments: PrivacyRequestBody.Kind.allCases)
  func roundTrip(_ kind: PrivacyRequestBody.Kind) throws {
    #expect(try PrivacyRequestBody.decode(bytes: PrivacyRequestBody(kind: kind).encode()).kind == kind)
  }

  @Test(
    "Anything else is refused",
    arguments: ["", "{}", #"{"kind":null}"#, #"{"kind":"all"}"#, #"{"kind":1}"#, #"["export"]"#])
  func refused(_ body: String) {
    #expect(throws: WireError.self) { try PrivacyRequestBody.decode(bytes: Array(body.utf8)) }
  }
}
