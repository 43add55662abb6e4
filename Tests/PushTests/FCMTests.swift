import Testing

@testable import Push

@Suite("FCM")
struct FCMTests {
  static let now: Int64 = 1_795_000_000_000

  @Test(
    "each answer has its outcome, by the error code in the details first",
    arguments: table)
  func answers(answer: HTTPAnswer, kind: Kind) {
    #expect(Kind(FCM.outcome(of: answer, now: Self.now)) == kind)
  }

  @Test("the access token is to blame for a 401, unless a third party's is")
  func refusedAccess() {
    #expect(FCM.refusesAccess(Self.error(401, "UNAUTHENTICATED", nil)))
    #expect(!FCM.refusesAccess(Self.error(401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR")))
    #expect(!FCM.refusesAccess(Self.error(403, "PERMISSION_DENIED", nil)))
  }

  @Test("a message says all that Android and Apple need to ring once, in time, and only until it expires")
  func call() throws {
    var urgent = message("msg_9")
    urgent.expiresAt = 1_795_000_030_500
    let account = try Self.account()
    let call = try FCM(settings: PushSettings(userAgent: "R")).send(
      urgent, to: "device:1", account: account, accessToken: "ya29", secondsLeft: 31)
    #expect(call.url == "https://fcm.googleapis.com/v1/projects/test-project/messages:send")
    #expect(call.headers.first { $0.name == "Authorization" }?.value == "Bearer ya29")
    #expect(
      String(decoding: call.body, as: UTF8.self)
        == #"{"message":{"token":"device:1","notification":{"title":"Incident R-1042","#
        + #""body":"Makola Market. Accept within 30 s."},"data":{"type":"assignment.offered","push_id":"msg_9","#
        + #""collapse":"offer-7","offer_id":"o_7Q"},"android":{"priority":"HIGH","ttl":"31s","#
        + #""collapse_key":"offer-7","notification":{"channel_id":"assignments","default_sound":true,"#
        + #""tag":"offer-7"}},"apns":{"headers":{"apns-priority":"10","apns-expiration":"1795000030","#
        + #""apns-collapse-id":"offer-7"},"payload":{"aps":{"sound":"default","#
        + #""interruption-level":"time-sensitive"}}}}}"#)
  }

  @Test("a silent message makes no sound")
  func silent() throws {
    let call = try FCM(settings: PushSettings(userAgent: "R")).send(
      message { $0.isSilent = true }, to: "d", account: try Self.account(), accessToken: "t", secondsLeft: 1)
    let text = String(decoding: call.body, as: UTF8.self)
    #expect(!text.contains("sound"))
    #expect(text.contains(#""channel_id":"updates""#))
  }

  @Test(
    "a service account with something missing is refused, and the mistake names the field only",
    arguments: [
      ("", .notJSON), ("[]", .notJSON), ("{}", .notJSON),
      (file(project: nil), .field("project_id")), (file(project: "a/../b"), .field("project_id")),
      (file(email: "x y"), .field("client_email")), (file(tokenURL: "ftp://x/"), .field("token_uri")),
      (file(tokenURL: "https://u:p@x/"), .field("token_uri")),
      (
        file(key: "-----BEGIN PRIVATE KEY-----\\nc2VjcmV0\\n-----END PRIVATE KEY-----"), .field("private_key")
      ),
    ] as [(String, FCMAccount.Mistake)])
  func brokenAccounts(json: String, mistake: FCMAccount.Mistake) {
    #expect(throws: mistake) { try FCMAccount(json: json.utf8) }
    #expect(!mistake.description.contains("secret"))
  }

  @Test("nothing that prints an account or settings prints a secret")
  func secretsStay() throws {
    var settings = PushSettings(userAgent: "R")
    settings.fcm = try Self.account()
    settings.expoAccessToken = "s3cret"
    settings.webhookSecrets = ["whsec_s3cret"]
    var dumped = "\(settings) \(String(reflecting: settings)) \(String(describing: settings.fcm))"
    dump(settings, to: &dumped)
    dump(settings.fcm, to: &dumped)
    #expect(!dumped.contains("s3cret"))
    #expect(!dumped.contains("PRIVATE"))
    #expect(!dumped.contains("gserviceaccount"))
  }

  static func account() throws -> FCMAccount { try FakeProvider.shared.get().account("tables") }

  private static func file(
    project: String? = "test-project", email: String = "a@test-project.iam.gserviceaccount.com",
    key: String = "none", tokenURL: String = "https://oauth2.googleapis.com/token"
  ) -> String {
    var members: [(String, JSONText)] = [
      ("client_email", .text(email)), ("token_uri", .text(tokenURL)),
      ("private_key", .text(key.split(separator: "\\n").joined(separator: "\n"))),
    ]
    if let project { members.append(("project_id", .text(project))) }
    return String(decoding: JSONText.object(members).bytes, as: UTF8.self)
  }

  private static func error(
    _ status: Int, _ outer: String, _ code: String?, field: String? = nil, wait: String? = nil
  ) -> HTTPAnswer {
    var details: [JSONText] = []
    if let field {
      details.append(
        .object([
          ("@type", .text("type.googleapis.com/google.rpc.BadRequest")),
          ("fieldViolations", .list([.object([("field", .text(field))])])),
        ]))
    }
    if let code {
      let type = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
      details.append(.object([("@type", .text(type)), ("errorCode", .text(code))]))
    }
    let error: JSONText = .object([
      ("code", .number(Int64(status))), ("status", .text(outer)), ("details", .list(details)),
    ])
    return HTTPAnswer(
      status: status, headers: wait.map { [("retry-after", $0)] } ?? [],
      body: JSONText.object([("error", error)]).bytes)
  }

  static let table: [(HTTPAnswer, Kind)] = [
    (answer(200, #"{"name":"projects/p/messages/1"}"#), .accepted("projects/p/messages/1")),
    (answer(200, "{}"), .retry(nil)),
    (error(404, "NOT_FOUND", "UNREGISTERED"), .gone),
    (error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", field: "message.token"), .gone),
    (error(400, "INVALID_ARGUMENT", nil, field: "message.token"), .gone),
    (error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", field: "message.data[0].value"), .refused),
    (error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT"), .refused),
    (error(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"), .gone),
    (error(403, "PERMISSION_DENIED", nil), .misconfigured),
    (error(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"), .retry(60_000)),
    (error(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", wait: "90"), .retry(90_000)),
    (error(429, "RESOURCE_EXHAUSTED", nil), .retry(60_000)),
    (error(503, "UNAVAILABLE", "UNAVAILABLE"), .retry(nil)),
    (error(503, "UNAVAILABLE", "UNAVAILABLE", wait: "12"), .retry(12_000)),
    (error(500, "INTERNAL", "INTERNAL"), .retry(nil)),
    (error(401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR"), .misconfigured),
    (error(401, "UNAUTHENTICATED", nil), .misconfigured),
    (error(404, "NOT_FOUND", nil), .misconfigured),
    (answer(502, "<!DOCTYPE html><title>Error 502</title>"), .retry(nil)),
    (answer(401, "<html>"), .misconfigured),
    (answer(400, "<html>"), .refused),
    (answer(413), .refused),
  ]
}
