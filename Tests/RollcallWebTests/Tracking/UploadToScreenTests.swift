import Foundation
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite struct UploadToScreenTests {
  private func batch(_ pings: [String]) -> String { "{\"pings\":[\(pings.joined(separator: ","))]}" }
  private func ping(_ sequence: Int, secondsAgo: Int64 = 5) -> String {
    let at = TestWeb.start.advanced(by: -secondsAgo * 1_000).rfc3339
    return
      "{\"lat\":46.05,\"lng\":-14.5,\"is_mock\":false,\"sequence\":\(sequence),\"recorded_at\":\"\(at)\"}"
  }

  @Test func anUploadIsOnTheBoardInTheHistoryAndInTheCSV() async throws {
    let web = try TestWeb()
    let (id, token) = try web.phone("=Ana")
    let answer = await web.upload(token, batch([ping(1)]), headers: ["X-Idempotency-Key": "k1"])
    #expect(answer.status == 201)
    #expect(
      answer.text
        == #"{"data":{"count":1,"stored":1,"duplicates":0,"expired":0},"message":"Locations Saved","code":"CREATED"}"#
    )
    let key = try web.store.members.issueAPIKey(slug: "north", name: "audit", role: .owner).text
    let board = await web.get("/w/north/board.json", key: key)
    #expect(board.text.contains(#""status":"online""#) && board.text.contains(#""lng":-14.5"#))
    web.pass(seconds: 120)
    #expect(await web.get("/w/north/board.json", key: key).text.contains(#""status":"degraded""#))
    web.pass(seconds: 120)
    #expect(await web.get("/w/north/board.json", key: key).text.contains(#""status":"offline""#))
    let csv = await web.get("/w/north/history.csv?responder=\(id.rawValue)", key: key).text
    let rows = csv.split(separator: "\r\n")
    #expect(rows.count == 2 && rows[1].contains(",\"'=Ana\",2026-11-21T09:59:55.000+01:00,"))
    #expect(rows[1].contains(",46.05,-14.5,"))
  }

  @Test func aHistoryReadInPagesIsTheWholeHistory() async throws {
    let web = try TestWeb()
    let (_, token) = try web.phone()
    for group in 0..<22 {
      let pings = (0..<50).map { ping(group * 50 + $0, secondsAgo: Int64(2_000 - group * 50 - $0)) }
      #expect(
        await web.upload(token, batch(pings), headers: ["X-Idempotency-Key": "k\(group)"]).status == 201)
      web.pass(seconds: 1)
    }
    let key = try web.store.members.issueAPIKey(slug: "north", name: "audit", role: .owner).text
    var seen: [Int] = []
    var next: String? = ""
    while let cursor = next {
      let query = cursor.isEmpty ? "" : "?cursor=\(cursor)"
      let text = await web.get("/w/north/history.json\(query)", key: key).text
      let page = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      seen += (page["pings"] as? [[String: Any]] ?? []).compactMap { $0["sequence"] as? Int }
      next = page["next_cursor"] as? String
    }
    #expect(seen == Array(0..<1_100))
    let csv = await web.get("/w/north/history.csv", key: key).text
    #expect(csv.split(separator: "\r\n").count == 1_101)
  }

  @Test(arguments: [
    "from=x", "to=2026-02-30", "flag=nonsense", "cursor=1", "from=2026-11-21&to=2026-11-20", "responder=x",
  ])
  func aFilterThatCannotBeUnderstoodSaysSo(_ query: String) async throws {
    let web = try TestWeb()
    let key = try web.store.members.issueAPIKey(slug: "north", name: "audit", role: .owner).text
    #expect(await web.get("/w/north/history.json?\(query)", key: key).status == 400)
    #expect(await web.get("/w/north/history.csv?\(query)", key: key).status == 400)
  }

  @Test func aRefusedBodyIsAContactAllTheSame() async throws {
    let web = try TestWeb()
    let (_, token) = try web.phone()
    web.pass(seconds: 60)
    #expect(await web.upload(token, "{", headers: ["X-Idempotency-Key": "k"]).status == 400)
    let text = await web.send(.get, "/app/v1/me", headers: ["Authorization": "Bearer \(token)"])
    #expect(text.status == 200)
    let key = try web.store.members.issueAPIKey(slug: "north", name: "audit", role: .owner).text
    let at = TestWeb.start.advanced(by: 60_000).rfc3339
    #expect(await web.get("/w/north/board.json", key: key).text.contains("\"last_contact_at\":\"\(at)\""))
  }

  @Test func everyAnswerTellsBrowsersHowToBehave() async throws {
    let web = try TestWeb()
    for target in ["/health", "/login", "/nowhere", "/app/v1/me", "/assets/rollcall.css"] {
      let answer = await web.get(target)
      #expect(answer.header("Content-Security-Policy")?.hasPrefix("default-src 'self'") == true, "\(target)")
      #expect(answer.header("X-Content-Type-Options") == "nosniff", "\(target)")
    }
    #expect(await web.get("/health").header("Cache-Control") == "no-store")
  }
}
