import Foundation
import Synchronization
import Testing

@testable import Push

@Suite("Handing messages to providers that answer over HTTP")
struct SenderTests {
  private let fake: FakeProvider
  private let sender: PushSender

  init() throws {
    fake = try FakeProvider.shared.get()
    let account = try fake.account("sender-tests")
    sender = PushSender(
      fake.settings {
        $0.fcm = account
        $0.webhookSecrets = [WebhookTests.secret(7)]
      }, clock: wallClock)
    try fake.control(#"{"webhook_secrets": ["\#(WebhookTests.secret(7))"]}"#)
  }

  private func send(_ provider: PushProvider, _ token: String, _ message: PushMessage = message()) throws
    -> Kind
  {
    let address = try #require(PushAddress(provider: provider, token: token, allowsPlainHTTP: true))
    return Kind(sender.send(message, to: address))
  }

  @Test("Expo: every answer that it can give")
  func expo() throws {
    let token = "ExponentPushToken[sender]"
    try fake.answer(
      token, #""DeviceNotRegistered""#, #""MessageTooBig""#, #""MessageRateExceeded""#,
      #""InvalidCredentials""#,
      #""MismatchSenderId""#, #""TOO_MANY_REQUESTS""#, #""PUSH_TOO_MANY_EXPERIENCE_IDS""#, #""UNAUTHORIZED""#,
      #"{"status": 429, "headers": {"Retry-After": "7"}}"#, #"{"status": 502, "body": "<html>"}"#)
    let expected: [Kind] = [
      .gone, .refused, .retry(nil), .misconfigured, .misconfigured, .retry(nil), .refused, .misconfigured,
      .retry(7_000), .retry(nil),
    ]
    for kind in expected { #expect(try send(.expo, token) == kind) }
    guard case .accepted(let id?) = try send(.expo, token) else {
      Issue.record("not accepted")
      return
    }
    #expect(try fake.received(token).last?["id"].text == id)
  }

  @Test("Expo's receipts: those that are known, over more than one call")
  func receipts() throws {
    try fake.answer("receipt-7", #""DeviceNotRegistered""#)
    try fake.answer("receipt-8", #""pending""#)
    let ids = (0..<1_200).map { "receipt-\($0)" }
    let receipts = sender.receipts(ids).mapValues(Kind.init)
    #expect(receipts.count == 1_199)
    #expect(receipts["receipt-7"] == .gone)
    #expect(receipts["receipt-8"] == nil)
    #expect(receipts["receipt-1199"] == .accepted("receipt-1199"))
    #expect(sender.receipts([]).isEmpty)
  }

  @Test("FCM: every answer that it can give, with an access token that is exchanged once")
  func fcm() throws {
    let token = "device-sender:1"
    try fake.answer(
      token, #""UNREGISTERED""#, #""INVALID_TOKEN""#, #""INVALID_ARGUMENT""#, #""SENDER_ID_MISMATCH""#,
      #""QUOTA_EXCEEDED""#, #""UNAVAILABLE""#, #""INTERNAL""#, #""THIRD_PARTY_AUTH_ERROR""#,
      #""PERMISSION_DENIED""#, #"{"status": 502, "body": "<!DOCTYPE html>"}"#)
    let expected: [Kind] = [
      .gone, .gone, .refused, .gone, .retry(60_000), .retry(nil), .retry(nil), .misconfigured, .misconfigured,
      .retry(nil),
    ]
    for kind in expected { #expect(try send(.fcm, token) == kind) }
    guard case .accepted(_?) = try send(.fcm, token) else {
      Issue.record("not accepted")
      return
    }
    #expect(try fake.received(token).allSatisfy { $0["problem"].text == nil })
  }

  @Test(
    "FCM: many who send at once share one exchange; a token refused before its time is exchanged anew, once")
  func accessTokens() throws {
    let name = "exchange-tests"
    let email = "\(name)@test-project.iam.gserviceaccount.com"
    let account = try fake.account(name)
    let sender = PushSender(fake.settings { $0.fcm = account }, clock: wallClock)
    defer { sender.stop() }
    let address = try #require(PushAddress(provider: .fcm, token: "device-exchange"))
    let accepted = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      if sender.send(message(), to: address).kind == .accepted { accepted.add(1, ordering: .relaxed) }
    }
    #expect(accepted.load(ordering: .relaxed) == 12)
    #expect(try fake.received(email).count == 1)

    try fake.control(#"{"revoke": "\#(email)"}"#)
    #expect(Kind(sender.send(message(), to: address)) != .misconfigured)
    #expect(try fake.received(email).count == 2)
  }

  @Test("FCM: an account that Google refuses is misconfigured, and Google's troubles pass")
  func refusedAccount() throws {
    let name = "refused-tests"
    let account = try fake.account(name)
    let sender = PushSender(fake.settings { $0.fcm = account }, clock: wallClock)
    defer { sender.stop() }
    let address = try #require(PushAddress(provider: .fcm, token: "device-refused"))
    try fake.answer(
      "\(name)@test-project.iam.gserviceaccount.com", #""invalid_grant""#, "503",
      #"{"status": 429, "headers": {"Retry-After": "5"}}"#)
    #expect(
      sender.send(message(), to: address)
        == .misconfigured(reason: "FCM: Google refuses the service account (invalid_grant)"))
    #expect(Kind(sender.send(message(), to: address)) == .retry(nil))
    #expect(Kind(sender.send(message(), to: address)) == .retry(5_000))
    #expect(try fake.received("device-refused").isEmpty)
  }

  @Test("FCM: a key that Google does not know is refused")
  func wrongKey() throws {
    let account = try fake.account("unknown&key=other")
    let sender = PushSender(fake.settings { $0.fcm = account }, clock: wallClock)
    defer { sender.stop() }
    let address = try #require(PushAddress(provider: .fcm, token: "device-wrong-key"))
    #expect(Kind(sender.send(message(), to: address)) == .misconfigured)
  }

  @Test("ntfy: every answer that it can give")
  func ntfy() throws {
    try fake.answer(
      "rc-sender", #""limit""#, #""no_subscriber""#, #""forbidden""#, #""unauthorized""#, #""too_large""#,
      "500")
    let expected: [Kind] = [
      .retry(nil), .retry(nil), .refused, .misconfigured, .refused, .retry(nil),
    ]
    for kind in expected { #expect(try send(.ntfy, "rc-sender") == kind) }
    guard case .accepted(_?) = try send(.ntfy, "rc-sender") else {
      Issue.record("not accepted")
      return
    }
    #expect(try fake.received("rc-sender").last?["body"]["message"].text == message().body)
  }

  @Test("webhook: the receiver finds the signature right; each answer has its outcome")
  func webhook() throws {
    let url = fake.url + "/hooks/sender"
    try fake.answer(url, "200", "410", "500", #"{"status": 503, "headers": {"Retry-After": "9"}}"#)
    let expected: [Kind] = [.accepted(nil), .gone, .retry(nil), .retry(9_000), .accepted(nil)]
    for kind in expected { #expect(try send(.webhook, url) == kind) }
    let received = try fake.received(url)
    #expect(received.count == 5)
    #expect(received.allSatisfy { $0["problem"].text == nil })
    #expect(received.first?["headers"]["webhook-id"].text == "msg_1")
  }

  @Test("a redirect is not followed")
  func redirect() throws {
    let url = fake.url + "/hooks/moved"
    try fake.answer(url, #"{"status": 307, "headers": {"Location": "/hooks/elsewhere"}}"#)
    #expect(try send(.webhook, url) == .retry(nil))
    #expect(try fake.received("/hooks/elsewhere").isEmpty)
  }

  @Test("an answer without an end is read up to 64 KiB; its status counts")
  func endlessAnswer() throws {
    let url = fake.url + "/hooks/endless"
    let body = String(repeating: "x", count: 1_000_000)
    try fake.answer(
      url, #"{"status": 200, "body": "\#(body)"}"#, #"{"status": 410, "body": "\#(body)"}"#,
      #"{"status": 202, "body": "\#(body)"}"#)
    #expect(try send(.webhook, url) == .accepted(nil))
    #expect(try send(.webhook, url) == .gone)
    let secret = try #require(WebhookKey(secret: WebhookTests.secret(7)))
    let stamp = wallClock() / 1_000
    let headers = [
      (name: "webhook-id", value: "m"), ("webhook-timestamp", String(stamp)),
      ("webhook-signature", secret.signature(id: "m", timestamp: stamp, body: Array("{}".utf8))),
    ]
    let call = HTTPCall(url: url, headers: headers, body: Array("{}".utf8), isTrusted: true)
    let answer = try HTTPCaller(allowsPrivateNetworks: false, timeout: 120_000).post(call).get()
    #expect(answer.status == 202)
    #expect(answer.body.count == Transfer.answerLimit)
  }

  @Test("a connection that breaks, a server that is not there, and a name that is none may pass")
  func broken() throws {
    try fake.answer("rc-drop", #""drop""#, #""drop""#, #""drop""#)
    #expect(try send(.ntfy, "rc-drop") == .retry(nil))
    // Nobody can listen on port 0, and no such name may exist.
    for url in ["http://127.0.0.1:0/hooks/x", "https://nowhere.invalid/"] {
      #expect(try send(.webhook, url) == .retry(nil))
    }
  }

  @Test("a server that does not answer is left after the timeout")
  func timeout() throws {
    try fake.answer("rc-slow", #"{"wait": 60}"#)
    let sender = PushSender(fake.settings { $0.timeout = 100 }, clock: wallClock)
    defer { sender.stop() }
    let address = try #require(PushAddress(provider: .ntfy, token: "rc-slow"))
    #expect(sender.send(message(), to: address) == .retry(after: nil, reason: "ntfy: no answer in time"))
  }

  @Test("stopping ends a call under way, and later ones")
  func stopping() async throws {
    let token = "rc-stop"
    try fake.answer(token, #"{"wait": 600}"#)
    let address = try #require(PushAddress(provider: .ntfy, token: token))
    let sender = PushSender(fake.settings { $0.timeout = 600_000 }, clock: wallClock)
    let outcome = Task.detached { sender.send(message(), to: address) }
    while try fake.received(token).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    sender.stop()
    let stopped = Outcome.retry(after: nil, reason: "ntfy: not sent, the program was stopping")
    #expect(await outcome.value == stopped)
    #expect(sender.send(message(), to: address) == stopped)
  }

  @Test("connections are kept: messages one after the other take the same one")
  func keptConnections() throws {
    let own = PushSender(fake.settings(), clock: wallClock)
    defer { own.stop() }
    let address = try #require(PushAddress(provider: .ntfy, token: "rc-kept"))
    for _ in 0..<5 { _ = own.send(message(), to: address) }
    #expect(Set(try fake.received("rc-kept").map { $0["peer"].number }).count == 1)
  }

  @Test("many threads at once: everything arrives")
  func manyThreads() throws {
    let address = try #require(PushAddress(provider: .ntfy, token: "rc-many"))
    let accepted = Atomic(0)
    let own = sender
    DispatchQueue.concurrentPerform(iterations: 100) { number in
      if own.send(message("msg_\(number)"), to: address).kind == .accepted {
        accepted.add(1, ordering: .relaxed)
      }
    }
    #expect(accepted.load(ordering: .relaxed) == 100)
    #expect(try fake.received("rc-many").count == 100)
  }

  @Test("an expired message is not sent")
  func expired() throws {
    #expect(try send(.ntfy, "rc-expired", message { $0.expiresAt = 1 }) == .refused)
    #expect(try fake.received("rc-expired").isEmpty)
  }

  @Test("a line break cannot make another header")
  func headers() throws {
    let url = fake.url + "/hooks/split"
    #expect(try send(.webhook, url, message("msg_1\r\nX-Other: 1")) == .refused)
    let own = PushSender(fake.settings { $0.ntfyToken = "tk\nX-Other: 1" }, clock: wallClock)
    let address = try #require(PushAddress(provider: .ntfy, token: "rc-split"))
    #expect(Kind(own.send(message(), to: address)) == .misconfigured)
    #expect(try fake.received(url).isEmpty && fake.received("rc-split").isEmpty)
  }

  @Test("what a provider lacks is said before anything is sent")
  func configured() throws {
    let bare = PushSender(PushSettings(userAgent: "R"), clock: wallClock)
    #expect(PushProvider.allCases.filter(bare.isConfigured) == [.expo, .ntfy])
    #expect(PushProvider.allCases.allSatisfy(sender.isConfigured))
    for (provider, token) in [(PushProvider.fcm, "device"), (.webhook, "https://partner.example/")] {
      let address = try #require(PushAddress(provider: provider, token: token))
      #expect(Kind(bare.send(message(), to: address)) == .misconfigured)
    }
    var wrong = PushSettings(userAgent: "R")
    wrong.expoURL = "exp.host"
    wrong.ntfyURL = "ftp://ntfy.example"
    #expect(!PushProvider.allCases.contains(where: PushSender(wrong, clock: wallClock).isConfigured))
  }
}
