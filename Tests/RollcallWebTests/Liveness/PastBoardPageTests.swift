import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("The board of a past moment, as a page and for programs")
struct PastBoardPageTests {
  @Test("It tells what was known then, and does not move")
  func page() async throws {
    let desk = try TimelineDesk("Ana <b>")
    await desk.report(1)
    desk.web.pass(seconds: 30)
    let known = desk.web.store.clock()
    desk.web.pass(seconds: 2_000)
    // What came later is not in it.
    await desk.report(2, secondsAgo: [2_010, 1_000, 0], mock: true)
    let cookie = try desk.web.login(.dispatcher, email: "eva@example.org")
    let answer = await desk.web.get("/w/north/board?at=\(known.rfc3339)", cookie: cookie)
    #expect(answer.status == 200)
    for words in [
      "The board as it was known at", "This is the past.", "Online", "Ana &lt;b&gt;", "name=\"at_day\"",
      "+ 10 min",
      "board.csv?at=", "board.json?at=", "Live board",
    ] { #expect(answer.text.contains(words), "\(words)") }
    for words in ["data-live", "data-ticks", "http-equiv", "mock reported", "Ana <b>"] {
      #expect(!answer.text.contains(words), "\(words)")
    }
  }

  @Test("A moment that was typed as day and time leads to the same board by its link")
  func typed() async throws {
    let desk = try TimelineDesk("Ana")
    let cookie = try desk.web.login(.dispatcher, email: "eva@example.org")
    let typed = await desk.web.get("/w/north/board?at_day=2026-11-20&at_time=18%3A05&q=ana", cookie: cookie)
    #expect(typed.status == 303)
    #expect(typed.header("Location") == "/w/north/board?q=ana&at=2026-11-20T18%3A05")
    let page = await desk.web.get("/w/north/board?at=2026-11-20T18%3A05", cookie: cookie).text
    #expect(page.contains("type=\"date\" value=\"2026-11-20\"") && page.contains("value=\"18:05\""))
  }

  @Test("For programs: the status and position of then, with the filter")
  func json() async throws {
    let desk = try TimelineDesk("Ana")
    await desk.report(1)
    desk.web.pass(seconds: 30)
    let known = desk.web.store.clock().rfc3339
    desk.web.pass(seconds: 2_000)
    let then = await desk.get("board.json?at=\(known)")
    #expect(then.text.contains("\"at\":\"\(known)\"") && then.text.contains("\"status\":\"online\""))
    #expect(await desk.get("board.json").text.contains("\"status\":\"offline\""))
    #expect(!(await desk.get("board.json?at=\(known)&status=offline").text.contains("\"id\"")))
    let rows = await desk.rows("board.csv?at=\(known)")
    #expect(rows.count == 1 && rows[0].contains(",online,"))
    #expect(try desk.exports().last?.contains { $0.contains("at=") } == true)
  }

  @Test(
    "A moment that is none, or has not passed, is said", arguments: ["x", "2026-02-30T10:00", "2999-01-01"])
  func problem(at: String) async throws {
    let desk = try TimelineDesk()
    let cookie = try desk.web.login(.owner, email: "eva@example.org")
    let page = await desk.web.get("/w/north/board?at=\(at)", cookie: cookie)
    #expect(page.status == 400 && page.text.contains("No moment is shown."))
    #expect(await desk.get("board.json?at=\(at)").status == 400)
    #expect(await desk.get("board.csv?at=\(at)").status == 400)
  }

  @Test("Who may not see history sees no past board, and is offered none")
  func permission() async throws {
    let desk = try TimelineDesk()
    await desk.report(1)
    let moment = desk.web.store.clock().rfc3339
    desk.web.pass(seconds: 60)
    for role in Role.allCases {
      let cookie = try desk.web.login(role, email: "\(role.rawValue)@example.org")
      let live = await desk.web.get("/w/north/board", cookie: cookie)
      let past = await desk.web.get("/w/north/board?at=\(moment)", cookie: cookie)
      #expect(live.status == (role.allows(.viewLiveMap) ? 200 : 403), "\(role)")
      #expect(past.status == (role.allows(.viewHistory) ? 200 : 403), "\(role)")
      #expect(
        live.text.contains("Board at a past time") == (role.allows(.viewHistory) && live.status == 200),
        "\(role)")
      // An auditor sees the past alone, however often the moment is named.
      for query in ["at=\(moment)&at=", "at="] {
        let tricky = await desk.web.get("/w/north/board?\(query)", cookie: cookie)
        #expect(tricky.status == live.status, "\(role) \(query)")
      }
      #expect(
        past.text.contains("Live board") == (role.allows(.viewLiveMap) && past.status == 200), "\(role)")
    }
  }

  @Test(
    "A field of date and time is read in the workspace's time, also where clocks change",
    arguments: [
      ("2026-11-21T03:12", "2026-11-21T02:12:00.000Z"), ("2026-11-21T03:12:07", "2026-11-21T02:12:07.000Z"),
      ("2026-07-01T03:12", "2026-07-01T01:12:00.000Z"), ("2026-10-25T02:30", "2026-10-25T00:30:00.000Z"),
      ("2026-03-29T02:30", "2026-03-29T01:30:00.000Z"), ("2026-03-29T03:30", "2026-03-29T01:30:00.000Z"),
      ("2026-11-21T24:00", ""), ("2026-11-21 03:12", ""), ("2026-11-21T3:12", ""),
      ("2026-11-21T03:12:60", ""),
      ("2026-11-31T03:12", ""), ("", ""), ("2026-11-21T03:1٣", ""),
    ])
  func field(text: String, instant: String) {
    let clock = Zone.pageClock("Europe/Ljubljana", now: PageClock.sampleNow)
    #expect(clock.instant(field: text).map(LocalTime.iso) ?? "" == instant)
  }
}
