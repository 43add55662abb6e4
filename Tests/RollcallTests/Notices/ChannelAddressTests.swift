import Testing

@testable import Rollcall

@Suite("Where a channel may lead")
struct ChannelAddressTests {
  @Test(
    "Each kind accepts its own addresses, and nothing that could break a request",
    arguments: [
      (Channel.Kind.webhook, "https://hooks.example.org/a?b=c", true),
      (.webhook, "http://hooks.example.org", false),
      (.webhook, "https://user@hooks.example.org", false), (.webhook, "https://a.example/#b", false),
      (.webhook, "https://a.example/\r\nX: y", false), (.webhook, "ftp://a.example", false),
      (.webhook, "", false),
      (.ntfy, "https://ntfy.example.org/topic-1", true), (.ntfy, "topic-1", false),
      (.ntfy, "https://ntfy.example.org/", false), (.ntfy, "https://ntfy.example.org/a?b", false),
      (.mail, "ana@example.org", true), (.mail, "ana@example.org, bor+night@example.org", true),
      (.mail, "", false), (.mail, "ana", false), (.mail, "ana@", false), (.mail, "@example.org", false),
      (.mail, "ana@example.org>\r\nBcc: x@example.org", false), (.mail, "a@b@c", false),
      (.mail, "a,b@example.org", false), (.mail, "\"a b\"@example.org", false),
      (.mail, "ana@-example.org", false),
      (.mail, "ana@exa mple.org", false), (.mail, "ána@example.org", false),
    ])
  func addresses(kind: Channel.Kind, text: String, isRight: Bool) {
    #expect((ChannelAddress.problem(with: text, for: kind) == nil) == isRight)
  }

  @Test("Whoever writes http:// is told what to write instead")
  func advice() {
    #expect(ChannelAddress.problem(with: "http://a.example", for: .webhook)?.contains("Use https://") == true)
    #expect(ChannelAddress.problem(with: "a.example", for: .webhook)?.contains("2,048") == true)
  }

  @Test("Plain http is for those alone who may reach what lies inside")
  func plain() {
    for kind in [Channel.Kind.webhook, .ntfy] {
      let text = "http://10.0.0.1:81/hook"
      #expect(ChannelAddress.problem(with: text, for: kind) != nil)
      #expect(ChannelAddress.problem(with: text, for: kind, allowsPlainHTTP: true) == nil)
    }
  }

  @Test(
    "A server is its scheme, host and port",
    arguments: [
      ("https://ntfy.example/a", "https://ntfy.example/b", true),
      ("https://ntfy.example/a", "https://NTFY.example:443/up/b", true),
      ("http://10.0.0.1/a", "http://10.0.0.1:80/b", true),
      ("https://[2001:db8::443]/a", "https://[2001:db8::443]:443/a", true),
      ("https://ntfy.example/a", "http://ntfy.example/a", false),
      ("https://ntfy.example/a", "https://ntfy.example:8443/a", false),
      ("https://ntfy.example/a", "https://ntfy.example:80/a", false),
      ("https://ntfy.example/a", "https://ntfy.example.net/a", false),
      ("https://ntfy.example/a", "https://other.example/ntfy.example/a", false), ("a", "a", false),
    ])
  func server(one: String, other: String, isSame: Bool) {
    #expect(ChannelAddress.isSameServer(one, other) == isSame)
    #expect(ChannelAddress.isSameServer(other, one) == isSame)
  }

  @Test("One to ten people get mail")
  func people() {
    func problem(_ count: Int) -> String? {
      ChannelAddress.problem(
        with: (0..<count).map { "a\($0)@example.org" }.joined(separator: ","), for: .mail)
    }
    #expect(problem(10) == nil && problem(11) != nil)
    #expect(ChannelAddress.recipients(" a@b.c;\nd@e.f , ") == ["a@b.c", "d@e.f"])
  }
}

@Suite("What a channel receives")
struct ChannelWishesTests {
  @Test("Everything by default; then only what is selected")
  func wishes() {
    let all = ChannelWishes()
    for kind in AlertKind.allCases {
      #expect(
        all.wants(kind, isCritical: false, opens: true) && all.wants(kind, isCritical: true, opens: false))
    }
    let some = ChannelWishes(leftOut: [.responderFlapping], isOnlyCritical: true, tellsClosed: false)
    #expect(some.wants(.noOnlineResponders, isCritical: true, opens: true))
    #expect(!some.wants(.noOnlineResponders, isCritical: true, opens: false))
    #expect(!some.wants(.highOfflineRate, isCritical: false, opens: true))
    #expect(!some.wants(.responderFlapping, isCritical: true, opens: true))
  }
}
