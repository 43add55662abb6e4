import Foundation
import Rollcall
import RollcallStore
import StoreSupport
import Testing

@testable import RollcallWeb

@Suite struct BoardCauseTests {
  /// Ana's phone lost its network; Bor's said nothing; Cene's reports.
  private func desk() async throws -> (TimelineDesk, cookie: String) {
    let desk = try TimelineDesk("Ana")
    let bor = try TimelineDesk("Bor", web: desk.web)
    let cene = try TimelineDesk("Cene", web: desk.web)
    for one in [desk, bor] { await one.report(1) }
    await desk.tell("network", "none")
    desk.web.pass(seconds: 600)
    await cene.report(1)
    return (desk, try desk.web.login(.viewer, email: "eva@example.org"))
  }

  private func causes(_ desk: TimelineDesk, _ query: String = "") async throws -> [String: String?] {
    let text = await desk.get("board.json\(query)").text
    let board = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let people = try #require(board["responders"] as? [[String: Any]])
    return Dictionary(
      people.compactMap { person in (person["name"] as? String).map { ($0, person["cause"] as? String) } },
      uniquingKeysWith: { first, _ in first })
  }

  @Test("The board says why somebody is silent, in JSON, CSV and on the row") func told() async throws {
    let (desk, cookie) = try await desk()
    #expect(try await causes(desk) == ["Ana": "no_network", "Bor": "unknown", "Cene": nil])
    let page = await desk.web.get("/w/north/board", cookie: cookie).text
    #expect(page.contains(" · no network</small>") && page.contains(" · cause not known yet</small>"))
    #expect(page.contains("cause=no_network\">1 no network</a>"))
    let csv = await desk.get("board.csv").text
    #expect(csv.hasPrefix("id,name,") && csv.contains(",cause,") && csv.contains(",no_network,"))
  }

  @Test("The board is narrowed to a cause, and counts all") func filtered() async throws {
    let (desk, cookie) = try await desk()
    #expect(try await causes(desk, "?cause=no_network") == ["Ana": "no_network"])
    #expect(try await causes(desk, "?cause=app_killed").isEmpty)
    #expect(await desk.rows("board.csv?cause=unknown").count == 1)
    let page = await desk.web.get("/w/north/board?cause=no_network", cookie: cookie).text
    #expect(page.contains(">Ana<") && !page.contains(">Bor<") && page.contains("1 cause not known yet"))
    #expect(page.contains("name=\"cause\" value=\"no_network\""))
  }

  @Test("A cause is gone with the next contact, and stays while nothing new is known") func renewed()
    async throws
  {
    let (desk, _) = try await desk()
    desk.web.pass(seconds: 1)
    #expect(try await causes(desk)["Ana"] == "no_network")
    await desk.report(2)
    #expect(try await causes(desk)["Ana"] == .some(nil))
  }

  @Test("A person's sentence begins with the cause, says what to do, and minutes as minutes") func sentence()
    async throws
  {
    let (desk, _) = try await desk()
    let cookie = try desk.web.login(.dispatcher, email: "dan@example.org")
    let page = await desk.web.get(desk.path, cookie: cookie).text
    #expect(page.contains("</b> The phone had no network. No contact since"))
    #expect(page.contains("<b>Do:</b> They are back once the phone finds a network."))
    #expect(page.contains("offline after 3 min without contact") && !page.contains("180 s</"))
  }

  @Test(
    "Beside the cause: steps for the phone, a message with them for who may see numbers, others of the region"
  )
  func help() async throws {
    let (desk, _) = try await desk()
    let north = try #require(try desk.web.store.fleet.workspace(slug: "north"))
    _ = try desk.web.store.fleet.changePerson(desk.id, in: .test(north.id, "member:1")) {
      ($0.region, $0.phone) = ("North & East", "+38640123456")
    }
    let cookie = try desk.web.login(.dispatcher, email: "dan@example.org")
    let page = await desk.web.get(desk.path, cookie: cookie).text
    #expect(
      page.contains("Steps for this phone") && page.contains("Flight mode off, mobile data or Wi-Fi on."))
    #expect(page.contains("href=\"sms:+38640123456?body=Nothing%20has%20come%20from%20your%20phone"))
    #expect(
      page.contains(
        "board?region=North%20%26%20East&amp;status=online\">Who can be reached in North &amp; East<"))
    // Who may not know how people are now is not told either.
    let auditor = try desk.web.login(.auditor, email: "aud@example.org")
    let read = await desk.web.get(desk.path, cookie: auditor).text
    #expect(!read.contains("Steps for this phone") && !read.contains("sms:"))
    await desk.report(2)
    #expect(await !desk.web.get(desk.path, cookie: cookie).text.contains("Steps for this phone"))
  }
}
