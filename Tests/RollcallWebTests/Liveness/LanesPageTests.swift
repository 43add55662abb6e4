import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

extension TimelineDesk {
  /// The present day on the workspace's wall.
  fileprivate var day: String {
    Zone.pageClock("Europe/Ljubljana", now: web.store.clock()).local(web.store.clock()).isoDay
  }
}

@Suite("The lanes of a day, as a page and for programs")
struct LanesPageTests {
  @Test("Whoever was on watch has a lane that leads to their timeline of the day, and a silence is named")
  func page() async throws {
    let desk = try TimelineDesk("Ana <b>")
    await desk.report(1)
    desk.web.pass(seconds: 3_600)
    await desk.report(2)
    desk.web.pass(seconds: 10)
    let cookie = try desk.web.login(.auditor, email: "eva@example.org")
    let day = desk.day
    let answer = await desk.web.get("/w/north/lanes?day=\(day)", cookie: cookie)
    #expect(answer.status == 200)
    for words in [
      "Ana &lt;b&gt;", "responders/\(desk.id.rawValue)?day=\(day)", "1 of 1 monitored was silent (100 %)",
      "The board then", "class=\"l-red\"", "lanes.json?day=\(day)", "Past board", "Hour by hour in numbers",
    ] { #expect(answer.text.contains(words), "\(words)") }
    #expect(!answer.text.contains("Ana <b>"))
  }

  @Test("For programs: exact spans, with the filter")
  func json() async throws {
    let desk = try TimelineDesk("Ana")
    await desk.report(1)
    desk.web.pass(seconds: 3_600)
    await desk.report(2)
    desk.web.pass(seconds: 10)
    let day = desk.day
    let answer = await desk.get("lanes.json?day=\(day)").text
    #expect(answer.contains("\"name\":\"Ana\"") && answer.contains("\"silent\":[{\"from\":"))
    #expect(!(await desk.get("lanes.json?day=\(day)&region=Nowhere").says("Ana")))
    #expect(await desk.get("lanes.json?day=1999-01-01").text.contains("\"responders\":[]"))
  }

  @Test("A day that is none is said", arguments: ["x", "2026-02-30", "20261121"])
  func problem(day: String) async throws {
    let desk = try TimelineDesk()
    let cookie = try desk.web.login(.owner, email: "eva@example.org")
    let page = await desk.web.get("/w/north/lanes?day=\(day)", cookie: cookie)
    #expect(page.status == 400 && page.text.contains("is not a day"))
    #expect(await desk.get("lanes.json?day=\(day)").status == 400)
  }

  @Test("A day that has not come, and one before anything was kept, are said")
  func edges() async throws {
    let desk = try TimelineDesk()
    await desk.report(1)
    let cookie = try desk.web.login(.owner, email: "eva@example.org")
    #expect(await desk.web.get("/w/north/lanes?day=2999-01-01", cookie: cookie).text.contains("has not come"))
    let old = await desk.web.get("/w/north/lanes?day=2001-01-01", cookie: cookie).text
    #expect(old.contains("Nobody was monitored.") && old.contains("not everything is kept"))
  }
}
