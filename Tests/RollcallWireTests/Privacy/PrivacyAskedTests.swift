import RollcallWire
import Testing

@Suite("What somebody asks about their own data")
struct PrivacyAskedTests {
  @Test("What is sent is what is read", arguments: PrivacyAsked.Kind.allCases)
  func roundTrip(_ kind: PrivacyAsked.Kind) throws {
    #expect(try PrivacyAsked.decode(bytes: PrivacyAsked(kind: kind).encode()).kind == kind)
  }

  @Test(
    "Anything else is refused",
    arguments: ["", "{}", #"{"kind":null}"#, #"{"kind":"all"}"#, #"{"kind":1}"#, #"["export"]"#])
  func refused(_ body: String) {
    #expect(throws: WireError.self) { try PrivacyAsked.decode(bytes: Array(body.utf8)) }
  }
}
