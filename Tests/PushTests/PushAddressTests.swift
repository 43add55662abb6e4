import Testing

@testable import Push

@Suite("The address of a phone")
struct PushAddressTests {
  @Test(
    "has the shape that its provider gives out",
    arguments: [
      (.expo, "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]"), (.expo, "ExpoPushToken[a-B_9]"),
      (.fcm, "dQw4w9WgXcQ:APA91bH-_x"), (.fcm, String(repeating: "a", count: 4_096)),
      (.ntfy, "rc-u8Kf3mPq0aZr5tYw2LxC"), (.ntfy, String(repeating: "t", count: 64)),
      (.ntfy, "https://ntfy.example/topic_1"), (.ntfy, "https://ntfy.example:8443/below/topic"),
      (.webhook, "https://partner.example"), (.webhook, "https://partner.example/in?team=7"),
      (.webhook, "https://203.0.113.7:8443/in"),
    ] as [(PushProvider, String)])
  func right(provider: PushProvider, token: String) throws {
    let address = try #require(PushAddress(provider: provider, token: token))
    #expect(address.provider == provider)
    #expect(address.token == token)
  }

  @Test(
    "and no other",
    arguments: [
      (.expo, ""), (.expo, "ExponentPushToken[]"), (.expo, "ExponentPushToken[a"), (.expo, "PushToken[a]"),
      (.expo, "ExponentPushToken[a]]"), (.expo, "ExponentPushToken[a\u{301}]"),
      (.expo, "ExponentPushToken[a b]"),
      (.expo, "ExponentPushToken[a]\n"),
      (.fcm, ""), (.fcm, "a b"), (.fcm, "a/b"), (.fcm, "é"), (.fcm, String(repeating: "a", count: 4_097)),
      (.ntfy, ""), (.ntfy, "a.b"), (.ntfy, "tópico"), (.ntfy, String(repeating: "t", count: 65)),
      (.ntfy, "http://ntfy.example/topic"), (.ntfy, "https://ntfy.example/"), (.ntfy, "https://ntfy.example"),
      (.ntfy, "https:///topic"), (.ntfy, "https://ntfy.example/?q=/topic"),
      (.ntfy, "https://u:p@ntfy.example/t"),
      (.ntfy, "https://topic"),
      (.webhook, ""), (.webhook, "partner.example"), (.webhook, "http://partner.example/"),
      (.webhook, "ftp://partner.example/"), (.webhook, "https://"),
      (.webhook, "https://user@partner.example/"),
      (.webhook, "https://user:pass@partner.example/"), (.webhook, "https://partner.example/#part"),
      (.webhook, "https://partner.example/a b"), (.webhook, "https://partner.example/\r\nX: y"),
      (.webhook, "https://partner.example\\@inside/"), (.webhook, "https://pärtner.example/"),
      (.webhook, "javascript:alert(1)"),
      (.webhook, "https://partner.example/" + String(repeating: "a", count: 2_048)),
    ] as [(PushProvider, String)])
  func wrong(provider: PushProvider, token: String) {
    #expect(PushAddress(provider: provider, token: token) == nil)
  }

  @Test("may be plain http where that is asked for")
  func plainHTTP() {
    for provider in [PushProvider.ntfy, .webhook] {
      let url = "http://10.0.0.7:8080/topic"
      #expect(PushAddress(provider: provider, token: url) == nil)
      #expect(PushAddress(provider: provider, token: url, allowsPlainHTTP: true) != nil)
    }
    #expect(PushAddress(provider: .webhook, token: "ftp://10.0.0.7/x", allowsPlainHTTP: true) == nil)
  }

  @Test(
    "a base URL is http or https and nothing more",
    arguments: [
      ("https://exp.host", true), ("https://exp.host/", true), ("http://127.0.0.1:8080/below", true),
      ("ftp://exp.host", false), ("exp.host", false), ("https://u:p@exp.host", false), ("", false),
      ("https://exp.host/?a=b", false), ("https://exp.host/#a", false),
    ])
  func baseURLs(text: String, isRight: Bool) {
    #expect(PushSettings.isBaseURL(text) == isRight)
  }
}
