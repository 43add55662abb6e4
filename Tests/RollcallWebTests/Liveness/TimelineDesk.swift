import Foundation
import HTTPTypes
import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

/// A person of `north` whose phone reports (D 90 s, O 180 s), and a script that may read everything.
struct TimelineDesk {
  let web: TestWeb
  let id: Responder.ID
  let token: String
  let key: String

  init(_ name: String = "Ana", web: TestWeb? = nil, region: String? = nil) throws {
    let web = try web ?? TestWeb()
    self.web = web
    (id, token) = try web.phone(name, region: region)
    key = try web.store.members.issueAPIKey(slug: "north", name: "script \(name)", role: .owner).text
  }

  var path: String { "/w/north/responders/\(id.rawValue)" }

  func get(_ path: String) async -> TestAnswer { await web.get("/w/north/\(path)", key: key) }

  /// The lines of a CSV, without the header.
  func rows(_ path: String) async -> [String] {
    let answer = await get(path)
    #expect(answer.status == 200, "\(answer.text)")
    return answer.text.split(separator: "\r\n", omittingEmptySubsequences: true).dropFirst().map(String.init)
  }

  /// Uploads fixes that were taken so many seconds ago, numbered from `sequence` on.
  @discardableResult
  func report(_ sequence: Int? = nil, secondsAgo: [Int64] = [0], mock: Bool = false, lenient: Bool = false)
    async -> TestAnswer
  {
    let now = web.store.clock()
    let pings = secondsAgo.enumerated().map { place, ago in
      let number = sequence.map { "\"sequence\":\($0 + place)," } ?? ""
      return
        "{\"lat\":46.05,\"lng\":14.5,\"is_mock\":\(mock),\(number)\"recorded_at\":\"\(now.advanced(by: -ago * 1_000).rfc3339)\"}"
    }
    return await upload("{\"pings\":[\(pings.joined(separator: ","))]}", lenient: lenient)
  }

  func upload(_ body: String, lenient: Bool = false) async -> TestAnswer {
    var headers = ["X-Idempotency-Key": UUID().uuidString]
    if lenient { headers["Prefer"] = "handling=lenient" }
    return await web.upload(token, body, headers: headers)
  }

  /// A contact that brings nothing.
  func contact() async {
    let answer = await web.send(.get, "/app/v1/me", headers: ["Authorization": "Bearer \(token)"])
    #expect(answer.status == 200)
  }

  /// Tells what happened to the phone so many seconds ago.
  func tell(_ type: String, _ value: String, secondsAgo: Int64 = 0) async {
    let at = web.store.clock().advanced(by: -secondsAgo * 1_000).rfc3339
    let answer = await web.send(
      .post, "/app/v1/device-events",
      headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
      body: "{\"events\":[{\"type\":\"\(type)\",\"at\":\"\(at)\",\"value\":\"\(value)\"}]}")
    #expect(answer.status == 201, "\(answer.text)")
  }

  /// Goes on duty, off duty or on a mission.
  func duty(_ state: String) async {
    let answer = await web.send(
      .put, "/app/v1/duty",
      headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
      body: "{\"state\":\"\(state)\"}")
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// What the audit of a workspace holds of exports: actor, action, filter, detail.
  func exports() throws -> [[String]] {
    try web.store.markAlive()
    return try web.store.read { db in
      try db.all(
        "SELECT actor, action, subject, detail FROM audit WHERE action LIKE 'export.%' ORDER BY number"
      ) {
        [try $0["actor"], try $0["action"], try $0["subject"], try $0["detail"]]
      }
    }
  }
}

extension TestWeb {
  /// Lets the time pass until an instant.
  func pass(until text: String) throws {
    let instant = try #require(Timestamp(rfc3339: text))
    pass(seconds: instant.since(store.clock()) / 1_000)
  }
}
