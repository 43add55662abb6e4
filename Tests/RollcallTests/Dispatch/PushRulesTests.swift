import Rollcall
import Testing

@Suite("Waking phones: addresses and the schedule")
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

  private func next(
    after tried: Int, now: Double = 0, wanted: Double? = nil, until end: Double = 600, chance: Double = 0
  ) -> Double? {
    PushSchedule.next(
      after: tried, since: at(0), now: at(now), wanted: wanted.map { Int64($0 * 1_000) }, expiresAt: at(end),
      chance: chance
    ).map { Double($0.since(at(0))) / 1_000 }
  }

  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(milliseconds: 1_800_000_000_000 + Int64((seconds * 1_000).rounded()))
  }

  @Test("Attempts come after 1, 3, 7 and 15 seconds, then no more")
  func schedule() {
    #expect((1...6).map { next(after: $0) } == [1, 3, 7, 15, nil, nil])
    #expect(next(after: 0) == nil && next(after: -1) == nil && next(after: .max) == nil)
  }

  @Test("Chance makes them later by up to a quarter of the wait, whatever it is")
  func chance() {
    #expect(next(after: 2, chance: 1) == 3.5 && next(after: 2, chance: 0.5) == 3.25)
    #expect(next(after: 2, chance: 9) == 3.5 && next(after: 2, chance: -9) == 3)
  }

  @Test("What the service asks for is honoured, an attempt that is late comes at once")
  func wanted() {
    #expect(next(after: 1, now: 0.2, wanted: 10) == 10.2)
    #expect(next(after: 1, now: 0.2, wanted: -5) == 1 && next(after: 1, now: 0.2, wanted: 0.1) == 1)
    #expect(next(after: 1, now: 6) == 6)
  }

  @Test("Never at or after the end")
  func end() {
    #expect(next(after: 2, until: 3) == nil && next(after: 2, until: 3.001) == 3)
    #expect(next(after: 1, wanted: 60, until: 30) == nil)
    #expect(
      PushSchedule.next(
        after: 1, since: Timestamp(milliseconds: .max), now: Timestamp(milliseconds: .max), wanted: .max,
        expiresAt: Timestamp(milliseconds: .max), chance: 1) == nil)
  }
}
