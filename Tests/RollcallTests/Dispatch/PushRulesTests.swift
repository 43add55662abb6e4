import Rollcall
import Testing

@Suite("Waking phones: addresses")
struct PushRulesTests {
  @Test(
    "A service takes what has the shape of its addresses, and nothing else",
    arguments: [
      (PushService.expo, "ExponentPushToken[abc-DEF_123]", true), (.expo, "ExpoPushToken[a]", true),
      (.expo, "ExponentPushToken[]", false), (.expo, "ExponentPushToken[a b]", false), (.expo, "abc", false),
      (.expo, "ExponentPushToken[a", false), (.expo, "ExpoPushToken[a]]", false),
      (.expo, "ExponentPushToken[\(String(repeating: "a", count: 129))]", false),
      (.fcm, "abc", true), (.fcm, "dW:APA91b-_", true), (.fcm, "", false), (.fcm, "a b", false),
      (.fcm, "a\u{E9}", false), (.fcm, String(repeating: "a", count: 4_096), true),
      (.fcm, String(repeating: "a", count: 4_097), false),
      (.ntfy, "rc-u8Kf3mPq0aZr5tYw2LxC", true), (.ntfy, String(repeating: "a", count: 65), false),
      (.ntfy, "a/b", false), (.ntfy, "https://ntfy.example.org/topic", true),
      (.ntfy, "http://ntfy.example.org/topic", false), (.ntfy, "https://ntfy.example.org/", false),
      (.ntfy, "https://ntfy.example.org", false), (.ntfy, "https://ntfy.example.org/a?b=/c", false),
      (.webhook, "https://example.org/hook?x=1", true), (.webhook, "http://example.org/hook", false),
      (.webhook, "https://user:secret@example.org/", false), (.webhook, "https://", false),
      (.webhook, "https:///hook", false), (.webhook, "https://example.org/a b", false),
      (.webhook, "https://example.org/#a", false), (.webhook, "https://:80/", false),
      (.webhook, "https://example.org\\@inside/", false), (.webhook, "file:///etc/passwd", false),
    ])
  func shapes(service: PushService, token: String, isRight: Bool) {
    #expect(service.accepts(token) == isRight)
  }

  @Test(
    "http is taken only where private networks are allowed, and by nothing but an address",
    arguments: [
      (PushService.webhook, "http://10.1.2.3:8080/hook", true), (.ntfy, "http://ntfy.internal/topic", true),
      (.webhook, "http://", false), (.webhook, "http:///hook", false),
      (.webhook, "http://user@inside/", false), (.webhook, "http://inside/#a", false),
      (.webhook, "ftp://inside/", false), (.webhook, "HTTP://inside/", false),
      (.ntfy, "http://topic", false), (.ntfy, "http://ntfy.internal/", false),
      (.fcm, "http://inside/", false), (.expo, "http://inside/", false),
    ])
  func plain(service: PushService, token: String, isRight: Bool) {
    #expect(service.accepts(token, allowsPlainHTTP: true) == isRight)
    #expect(!service.accepts(token))
  }

  @Test("Only a server of the responder's own choice is not trusted to speak for others")
  func chosen() {
    #expect(PushService.webhook.isChosen("https://example.org/"))
    #expect(PushService.ntfy.isChosen("https://ntfy.example.org/topic"))
    #expect(PushService.ntfy.isChosen("http://ntfy.internal/topic"))
    #expect(!PushService.ntfy.isChosen("topic") && !PushService.fcm.isChosen("abc"))
  }
}
