import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

/// A dispatcher of `north` in a browser, and phones that can be asked.
struct DispatchDesk {
  let web: TestWeb
  let cookie: String
  let csrf: String
  let workspace: Workspace

  init(_ web: TestWeb, role: Role = .dispatcher, slug: String = "north") throws {
    self.web = web
    cookie = try web.login(role, slug: slug, email: "\(role.rawValue)@\(slug).example.org")
    let session = try web.store.accounts.consoleSession(cookie: cookie) { _ in .act }
    csrf = try #require(session?.csrf)
    workspace = try #require(session?.memberships.first?.workspace)
  }

  func get(_ path: String) async -> TestAnswer {
    await web.get("/w/\(workspace.slug)/\(path)", cookie: cookie)
  }

  /// Sends a form as our page would.
  func post(
    _ path: String, _ fields: [String: String], picks: [Responder.ID] = [], csrf: String? = nil,
    slug: String? = nil
  ) async -> TestAnswer {
    var fields = fields
    fields["_csrf"] = csrf ?? self.csrf
    let pairs = fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let body = FormFields(pairs + picks.map { ("pick", "\($0.rawValue)") }).encoded
    return await web.form(
      "/w/\(slug ?? workspace.slug)/\(path)", body, headers: ["Cookie": "rollcall=\(cookie)"])
  }

  /// Sends a form with a file as our page would.
  func upload(_ path: String, _ fields: [String: String], file: String = "") async -> TestAnswer {
    func part(_ name: String, _ value: String) -> String {
      "--x\r\nContent-Disposition: form-data; \(name)\r\n\r\n\(value)\r\n"
    }
    let typed = fields.merging(["_csrf": csrf]) { own, _ in own }.sorted { $0.key < $1.key }
    let body =
      typed.map { part("name=\"\($0.key)\"", $0.value) }.joined()
      + part("name=\"file\"; filename=\"a.txt\"", file) + "--x--\r\n"
    return await web.send(
      .post, "/w/\(workspace.slug)/\(path)",
      headers: ["Cookie": "rollcall=\(cookie)", "Content-Type": "multipart/form-data; boundary=x"], body: body
    )
  }

  /// Opens an incident, offered to somebody or to nobody; its id.
  func open(_ title: String = "Fall from a ladder", offer: Responder.ID? = nil) async throws -> Int64 {
    var fields = ["title": title, "place": "46, 14", "severity": "high", "once": UUID().uuidString]
    if let offer { fields["offer"] = "\(offer.rawValue)" } else { fields["mode"] = "nobody" }
    let answer = await post("incidents", fields)
    #expect(answer.status == 303, "\(answer.text)")
    let last = answer.header("Location")?.split(separator: "/").last.map(String.init)
    return try #require(last.flatMap { Int64($0) })
  }

  /// A member of a JSON answer of the console.
  func json(_ path: String) async throws -> [String: Any] {
    let answer = await get(path)
    #expect(answer.status == 200)
    return try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
  }
}

/// A phone of `north` that reports from near 46, 14.
struct DispatchPhone {
  let web: TestWeb
  let id: Responder.ID
  let token: String

  init(_ web: TestWeb, _ name: String = "Ana", slug: String = "north") async throws {
    self.web = web
    // They report each 5 s, so that the time to answer alone decides when an offer ends.
    var profile = Profile.test
    profile.rules[0].interval = 5
    if try !web.store.fleet.profiles(slug: slug).contains(profile) {
      try web.store.fleet.importProfile(profile, slug: slug)
    }
    (id, token) = try web.phone(name, slug: slug)
    #expect(await report().status == 201)
  }

  func report() async -> TestAnswer {
    await web.upload(
      token,
      #"{"pings":[{"lat":46.01,"lng":14,"is_mock":false,"recorded_at":\#(web.store.clock().milliseconds)}]}"#,
      headers: ["X-Idempotency-Key": UUID().uuidString])
  }

  func get(_ path: String) async -> TestAnswer {
    await web.send(.get, "/app/v1/\(path)", headers: ["Authorization": "Bearer \(token)"])
  }

  func post(_ path: String, _ body: String = "") async -> TestAnswer {
    var headers = ["Authorization": "Bearer \(token)"]
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    return await web.send(.post, "/app/v1/\(path)", headers: headers, body: body)
  }
}

extension TestAnswer {
  /// `data` of an envelope.
  func data() throws -> [String: Any] {
    let all = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(all?["data"] as? [String: Any], "\(text)")
  }

  var code: String? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])?["code"] as? String
  }
}
