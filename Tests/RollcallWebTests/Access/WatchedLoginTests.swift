import HTTPServer
import HTTPTypes
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("A console that is watched stays open, and asks for the password before what a passer-by must not do")
struct WatchedLoginTests {
  /// Looks at a page every ten minutes for an hour; what the last answer was.
  private func watch(_ page: String, _ web: TestWeb, _ cookie: String) async throws -> TestAnswer? {
    var last: TestAnswer?
    for _ in 1...6 {
      web.pass(seconds: 600)
      last = await web.get(page, cookie: cookie)
      try web.store.markAlive()
    }
    return last
  }

  @Test(
    "Visible pages of the control room keep their members logged in",
    arguments: ["board", "map", "incidents", "alerts"])
  func visible(_ page: String) async throws {
    let web = try TestWeb()
    let cookie = try web.login(.dispatcher, email: "ana@example.org")
    #expect(try await watch("/w/north/\(page)?fragment=1", web, cookie)?.status == 200)
  }

  @Test(
    "Hidden pages and other pages do not",
    arguments: [
      "alerts.json?fragment=1", "responders/1?fragment=1", "drills/1?fragment=1", "print.css",
      "map/tiles/1/1/1",
    ])
  func hidden(_ page: String) async throws {
    let web = try TestWeb()
    let cookie = try web.login(.dispatcher, email: "ana@example.org")
    _ = try await watch("/w/north/\(page)", web, cookie)
    #expect(await web.get("/w/north/board", cookie: cookie).status == 303)
  }

  @Test("A page that loads itself anew is watched, and proves nobody's presence")
  func renewed() async throws {
    let web = try TestWeb()
    let cookie = try web.login(.owner, email: "ana@example.org")
    #expect(try await watch("/w/north/incidents?renewed=1", web, cookie)?.status == 200)
    #expect(await web.get("/w/north/settings", cookie: cookie).status == 303)
  }

  @Test("A workspace may switch that off")
  func switchedOff() async throws {
    let web = try TestWeb()
    let cookie = try web.login(.dispatcher, email: "ana@example.org")
    _ = try web.store.fleet.setWorkspace(slug: "north") { $0.watchingCounts = false }
    _ = try await watch("/w/north/board?fragment=1", web, cookie)
    #expect(await web.get("/w/north/board", cookie: cookie).status == 303)
  }

  @Test("Settings, exports and erasures lead to the login page; the board goes on")
  func sensitive() async throws {
    let web = try TestWeb()
    let cookie = try web.login(.owner, email: "ana@example.org")
    _ = try await watch("/w/north/board?fragment=1", web, cookie)
    for page in ["settings", "reports", "settings/keys", "connect"] {
      let answer = await web.get("/w/north/\(page)", cookie: cookie)
      #expect(answer.status == 303, "\(page)")
      let place = try #require(answer.headers[.location])
      #expect(place.hasPrefix("/login?next=") && place.hasSuffix("again=1"), "\(place)")
      #expect(await web.get(place, cookie: cookie).text.contains("Type your password again"))
    }
    for file in ["history.csv", "responders/1/export.json", "board.csv", "audit.csv", "purges.csv"] {
      #expect(await web.get("/w/north/\(file)", cookie: cookie).status == 401, "\(file)")
    }
    #expect(await web.get("/w/north/board", cookie: cookie).status == 200)
    #expect(
      await web.get("/w/north/settings", cookie: cookie).status == 303,
      "a look at the board is no proof")
  }

  @Test("A login leads back to the page whose form was sent, and only within this site")
  func formAfterLogin() async throws {
    let web = try TestWeb()
    let cases = [
      ("http://localhost/w/north/incidents/new", "/w/north/incidents/new"),
      ("https://elsewhere.example/w/north/incidents/new", "/w/north/incidents"),
      (nil, "/w/north/incidents"),
    ]
    for (referrer, next) in cases {
      var headers = ["Host": "localhost"]
      headers["Referer"] = referrer
      let answer = await web.form("/w/north/incidents", "title=x", headers: headers)
      let wanted = FormFields([(name: "next", value: next)]).encoded
      #expect(answer.headers[.location] == "/login?\(wanted)")
    }
  }
}
