import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct RequestTests {
  @Test(arguments: [
    ("", []), ("a", ["a="]), ("a=1&b=2", ["a=1", "b=2"]), ("a=1&a=2", ["a=1", "a=2"]), ("&&a=1&", ["a=1"]),
    ("a=b=c", ["a=b=c"]), ("=x", ["=x"]), ("a+b=c+d", ["a b=c d"]), ("%61=%2B%26%3d", ["a=+&="]),
    ("n=%C3%A9", ["n=é"]), ("n=%F0%9F%9A%92", ["n=🚒"]),
  ]) func readsForms(text: String, expected: [String]) throws {
    let fields = try #require(FormFields(parsing: text.utf8))
    #expect(fields.pairs.map { "\($0.name)=\($0.value)" } == expected)
    let again = try #require(FormFields(parsing: fields.encoded.utf8))
    #expect(again.pairs.map { "\($0.name)=\($0.value)" } == expected, "and writes what it reads")
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "%=1", "a=%00", "a=%ff", "a=%c0%af", "a=%ed%a0%80"])
  func refusesMalformedForms(text: String) {
    #expect(FormFields(parsing: text.utf8) == nil)
    #expect(Request(method: .post, body: Array(text.utf8)).form() == nil)
  }

  @Test func readsAtMostAThousandFields() {
    let thousand = Array(repeating: "a=1", count: 1_000).joined(separator: "&")
    #expect(FormFields(parsing: thousand.utf8)?.all("a").count == 1_000)
    #expect(FormFields(parsing: (thousand + "&a=1").utf8) == nil)
  }

  @Test func fieldsByName() throws {
    let fields = try #require(FormFields(parsing: "a=1&b=2&a=3".utf8))
    #expect(fields["a"] == "1")
    #expect(fields["c"] == nil)
    #expect(fields.all("a") == ["1", "3"])
    #expect(FormFields([("é &", "+=")]).encoded == "%C3%A9+%26=%2B%3D")
  }

  @Test(arguments: [
    ("a=1", "1"), ("b=2; a=1", "1"), ("b=2;a=1", "1"), ("xa=0; a=1", "1"),
    ("a=\"1\"", "1"),
    ("a=1=1", "1=1"), ("a=", ""), ("b=2", nil), ("", nil), ("a", nil), ("A=1", nil), ("a =1", nil),
    ("a=1 ", "1"), ("a=1; a=2", nil), ("a=1; b=2; a=1", nil), ("b=1; b=2; a=3", "3"),
  ]) func readsCookies(text: String, expected: String?) {
    #expect(Request(headers: [.cookie: text]).cookie("a") == expected)
  }

  @Test func aRequestMadeByHandHasPathAndQuery() {
    let request = Request(target: "/a%20b?x=1+2")
    #expect(request.path == "/a b")
    #expect(request.query["x"] == "1 2")
  }

  @Test(arguments: [
    ("9.9.9.9", "", "10.0.0.1", "9.9.9.9"),
    ("9.9.9.9, 10.0.0.2", "", "10.0.0.1", "9.9.9.9"),
    ("1.1.1.1, 9.9.9.9", "", "10.0.0.1", "9.9.9.9"),
    ("1.1.1.1, 9.9.9.9 , 10.1.2.3", "", "10.0.0.1", "9.9.9.9"),
    ("10.0.0.3,10.0.0.2", "", "10.0.0.1", "10.0.0.3"),
    ("1.1.1.1, junk", "", "10.0.0.1", "unknown"),
    ("1.1.1.1, junk, 10.0.0.2", "", "10.0.0.1", "unknown"),
    ("9.9.9.9, ", "", "10.0.0.1", "unknown"),
    (" ", "", "10.0.0.1", "unknown"),
    ("9.9.9.9:443", "", "10.0.0.1", "9.9.9.9"),
    ("[2001:db8::1]:443", "", "10.0.0.1", "2001:db8::1"),
    ("2001:DB8::1", "", "10.0.0.1", "2001:db8::1"),
    ("::ffff:9.9.9.9", "", "10.0.0.1", "9.9.9.9"),
    (nil, nil, "10.0.0.1", "10.0.0.1"),
    ("", "for=9.9.9.9;proto=https", "10.0.0.1", "9.9.9.9"),
    ("", "for=1.1.1.1, For=\"[2001:db8::1]:8\";proto=https", "10.0.0.1", "2001:db8::1"),
    ("", "for=_hidden", "10.0.0.1", "unknown"),
    ("", "proto=https", "10.0.0.1", "unknown"),
  ]) func believesTheLastHopThatIsNotOurs(xFor: String?, forwarded: String?, peer: String, expected: String)
    throws
  {
    var configuration = Configuration()
    configuration.trustedProxies = ["10.0.0.0/8", "::1"]
    let isForwarded = forwarded?.isEmpty == false
    configuration.forwardingHeader = isForwarded ? .forwarded : .xForwarded
    let forwarding = try Forwarding(configuration)
    var claim = Forwarding.Claim()
    if let hops = isForwarded ? forwarded : xFor { claim.addHops(hops) }
    let address = try #require(PeerAddress(peer))
    let (client, isSecure) = forwarding.resolve(claim, peer: address)
    #expect(client.text == expected)
    #expect(isSecure == (forwarded?.contains("https") == true ? true : nil))
  }

  @Test func networksHoldWhatTheyHold() throws {
    let rows: [(String, String, Bool)] = [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("0.0.0.0/0", "9.9.9.9", true),
      ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "9.9.9.9", true), ("2001:db8::/33", "2001:db8::1", true),
      ("2001:db8::/33", "2001:db8:8000::1", false), ("::1", "::1", true),
      ("127.0.0.1", "::ffff:127.0.0.1", true),
      ("2001:db8::/65", "2001:db8::8000:0:0:1", false),
    ]
    for (network, address, isInside) in rows {
      let network = try #require(PeerNetwork(network))
      #expect(network.contains(try #require(PeerAddress(address))) == isInside)
    }
    for text in ["", "10", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "host", "10.0.0.0/x"] {
      #expect(PeerNetwork(text) == nil, "\(text)")
    }
  }

  @Test func proxiesSpeakOnlyWhenTheyAreTrusted() throws {
    for (proxies, peer, secure, kept) in [
      (["127.0.0.1"], "9.9.9.9", true, true), ([], "127.0.0.1", false, false),
    ] {
      let server = try startServer([
        Route(
          .get, "/",
          handler: .inline { request in
            let names = request.headers.map(\.name.canonicalName).joined(separator: ",")
            return .text("\(request.peer) \(request.isSecure) \(names)")
          })
      ]) { $0.trustedProxies = proxies }
      let client = try RawClient(port: server.port)
      client.send(
        request(
          "GET /",
          [
            "X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 9.9.9.9", "X-Forwarded-Proto: https",
            "Forwarded: for=2.2.2.2", "X-Forwarded-Host: evil", "X-Real-IP: 3.3.3.3",
          ]))
      let names = kept ? "host,x-forwarded-for,x-forwarded-for,x-forwarded-proto" : "host"
      #expect(try client.answer()?.text == "\(peer) \(secure) \(names)")
    }
  }
}
