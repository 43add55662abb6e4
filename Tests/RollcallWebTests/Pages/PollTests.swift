import StoreSupport
import Foundation
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("A page that is asked for again and has not changed")
struct PollTests {
  private let web: TestWeb
  private let cookie: String

  init() throws {
    web = try TestWeb()
    cookie = try web.login(.admin, email: "ana@example.org")
  }

  private func poll(_ path: String, _ tag: String?, cookie: String? = nil) async -> TestAnswer {
    var headers = ["Cookie": cookie ?? "rollcall=\(self.cookie)"]
    headers["If-None-Match"] = tag
    return await web.send(.get, path, headers: headers)
  }

  private func report(_ token: String) async {
    let at = web.store.clock().milliseconds
    let answer = await web.upload(
      token, #"{"pings":[{"is_mock":false,"recorded_at":\#(at),"lat":46.05,"lng":14.5}]}"#,
      headers: ["X-Idempotency-Key": UUID().uuidString])
    #expect(answer.status == 201)
  }

  @Test(
    "is not made", arguments: ["board", "board?sort=name&q=a", "incidents", "map", "map?status=online"])
  func unchanged(_ page: String) async throws {
    let phone = try web.phone()
    await report(phone.token)
    let path = "/w/north/\(page)\(page.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")fragment=1"
    let tag = try #require(await poll(path, nil).header("ETag"))
    let made = web.web.polls.made
    let again = await poll(path, tag)
    #expect(again.status == 304 && again.header("ETag") == tag)
    #expect(web.web.polls.made == made)
    // Whoever has another version gets this one.
    #expect(await poll(path, "\"other\"").status == 200)
    #expect(web.web.polls.made == made + 1)
  }

  @Test(
    "is told apart from one that has: somebody is heard, is called otherwise, falls silent, or a minute has passed"
  )
  func changes() async throws {
    let phone = try web.phone()
    await report(phone.token)
    let path = "/w/north/board?fragment=1"
    var tag = try #require(await poll(path, nil).header("ETag"))
    web.pass(seconds: 5)
    #expect(await poll(path, tag).status == 304)
    await report(phone.token)
    var answer = await poll(path, tag)
    #expect(answer.status == 200)
    tag = try #require(answer.header("ETag"))
    _ = try web.phone("Bor")
    answer = await poll(path, tag)
    #expect(answer.status == 200 && answer.text.contains("Bor"))
    tag = try #require(answer.header("ETag"))
    web.pass(seconds: 300)
    answer = await poll(path, tag)
    #expect(answer.status == 200 && answer.text.contains("no contact for"))
    // Another login has forms of its own.
    let other = try web.login(.viewer, email: "bor@example.org")
    tag = try #require(answer.header("ETag"))
    #expect(await poll(path, tag, cookie: "rollcall=\(other)").status == 200)
    #expect(await poll(path, tag).status == 304)
  }

  @Test("is not made for a wall either")
  func wall() async throws {
    let phone = try web.phone()
    await report(phone.token)
    let workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    let link = try web.store.members.addScreen(name: "Wall", days: 1, in: .test(workspace.id, "test")).text
    let opened = try #require(try web.store.members.openScreen(link))
    let cookie = "rollcall_screen=\(opened.cookie.text)"
    let path = "/w/north/board?fragment=1"
    let tag = try #require(await poll(path, nil, cookie: cookie).header("ETag"))
    let made = web.web.polls.made
    #expect(await poll(path, tag, cookie: cookie).status == 304)
    #expect(web.web.polls.made == made)
    web.pass(seconds: 300)
    #expect(await poll(path, tag, cookie: cookie).status == 200)
  }
}
