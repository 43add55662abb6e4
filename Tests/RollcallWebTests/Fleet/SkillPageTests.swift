import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("Skills of people on pages and in files")
struct SkillPageTests {
  private let web: TestWeb
  private let desk: SettingsDesk
  private let id: Responder.ID

  init() throws {
    web = try TestWeb()
    desk = try SettingsDesk(web)
    let people = [NewResponder(name: "Ana", profile: "family", skills: "medic;boat=2026-11-21")]
    id = try web.store.fleet.addResponders(people, slug: "north")[0]
  }

  private var page: String { "/w/north/responders/\(id.rawValue)" }

  private func save(_ text: String, token: String? = nil) async -> TestAnswer {
    await send(["name": "Ana", "profile": "family", "skills": text, "_csrf": token ?? desk.token])
  }

  private func send(_ fields: [String: String]) async -> TestAnswer {
    await web.form(
      "\(page)/edit", desk.encode(fields), headers: ["Cookie": "rollcall=\(desk.cookie)"])
  }

  @Test("A form replaces them; the audit says so without their words")
  func save() async throws {
    #expect(await web.get("\(page)/edit", cookie: desk.cookie).text.contains("medic;boat=2026-11-21"))
    #expect(await save("AED; boat=2027-03-31").status == 303)
    #expect(try web.store.fleet.responders(slug: "north").first?.skills.text == "AED;boat=2027-03-31")
    let about = await web.get(page, cookie: desk.cookie).text
    #expect(about.contains("AED, boat until 2027-03-31"))
    let details = try web.store.read { db in
      try db.all("SELECT detail FROM audit WHERE action = 'responder.set'", as: String.self)
    }
    #expect(details == ["skills changed"])
  }

  @Test("What is no list comes back as it was typed, and nothing is changed")
  func refused() async throws {
    let answer = await save("boat=31.3.2027")
    #expect(answer.status == 400)
    #expect(answer.text.contains("value=\"boat=31.3.2027\"") && answer.text.contains("skills-problem"))
    #expect(await save("AED", token: "foreign").status == 400)
    #expect(await send(["_csrf": desk.token]).status == 400)
    #expect(try web.store.fleet.responders(slug: "north").first?.skills.text == "medic;boat=2026-11-21")
  }

  @Test("The board and the list of people tell them, for programs and in files")
  func files() async throws {
    let skills = #""skills":[{"skill":"medic","until":null},{"skill":"boat","until":"2026-11-21"}]"#
    for list in ["board.json", "responders.json"] {
      #expect(await web.get("/w/north/\(list)", cookie: desk.cookie).text.contains(skills))
    }
    #expect(await web.get("/w/north/board.csv", cookie: desk.cookie).text.contains(",medic;boat=2026-11-21,"))
  }

  @Test("A skill lapses after its last day by the workspace's clocks")
  func lapse() async throws {
    // It is 10:00 on 2026-11-21 in Ljubljana; the day ends at 23:00 UTC.
    web.pass(seconds: 14 * 3_600 - 60)
    let cookie = try web.login(.owner, email: "night@example.org")
    #expect(await web.get(page, cookie: cookie).text.contains("boat until 2026-11-21"))
    web.pass(seconds: 120)
    #expect(await web.get(page, cookie: cookie).text.contains("boat (lapsed 2026-11-21)"))
  }
}
