import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("The settings of dispatch")
struct DispatchSettingsTests {
  private let good = [
    "answer_low": "600", "answer_normal": "45", "answer_high": " 30 ", "answer_critical": "15", "grace": "0",
    "hearing": "120", "extras": "2", "by_text": "on",
  ]

  @Test("What is typed is stored, shown, and in the audit")
  func saved() async throws {
    let web = try TestWeb()
    let desk = try SettingsDesk(web)
    #expect(await desk.get("/dispatch").text.contains("name=\"answer_critical\" type=\"text\" value=\"30\""))
    #expect(await desk.get("").text.contains("Answers within 30 s · grace 60 s"))
    #expect(await desk.post("/dispatch", good).status == 303)
    let settings = try web.store.dispatch.dispatchSettings(of: desk.workspace)
    #expect(Incident.Severity.allCases.map { settings.answerTime($0) } == [600_000, 45_000, 30_000, 15_000])
    #expect(settings.grace == 0)
    let page = await desk.get("/dispatch?saved=1").text
    #expect(page.contains("Saved.") && page.contains("name=\"answer_low\" type=\"text\" value=\"600\""))
    #expect(
      await desk.get("").text.contains("15 s (critical), 30 s (high), 45 s (normal), 10 min (low) · no grace")
    )
    let audit = try web.store.read { db in
      try db.all(
        """
        SELECT email || ' ' || value_before || ' → ' || value_after
        FROM audit JOIN member ON actor = 'member:' || member.id WHERE action = 'dispatch.set'
        """, as: String.self)
    }
    #expect(
      audit == [
        "owner@example.org answer_critical 30 s, answer_low 30 s, answer_normal 30 s, grace 60 s → "
          + "answer_critical 15 s, answer_low 600 s, answer_normal 45 s, grace 0 s"
      ])
  }

  @Test(
    "What is out of range stands at its field, and nothing is stored",
    arguments: [
      ("answer_low", "14"), ("answer_low", "601"), ("answer_high", ""), ("answer_normal", "30.5"),
      ("answer_critical", "99999999999999999999"), ("grace", "-1"), ("grace", "3601"), ("grace", "soon"),
      ("grace", "٣٠"), ("hearing", "4"), ("hearing", "3601"), ("extras", "5"), ("extras", ""),
    ])
  func refused(field: String, text: String) async throws {
    let web = try TestWeb()
    let desk = try SettingsDesk(web)
    let answer = await desk.post("/dispatch", good.merging([field: text]) { $1 })
    #expect(answer.status == 400 && answer.text.contains("id=\"\(field)-problem\""))
    #expect(answer.text.contains("value=\"600\"") || field == "answer_low")
    #expect(try web.store.dispatch.dispatchSettings(of: desk.workspace) == .standard)
  }

  @Test("A form that is not ours changes nothing")
  func foreign() async throws {
    let web = try TestWeb()
    let desk = try SettingsDesk(web)
    let answer = await desk.post("/dispatch", good.merging(["_csrf": "x"]) { $1 }, cookie: desk.cookie)
    #expect(answer.status == 400)
    #expect(try web.store.dispatch.dispatchSettings(of: desk.workspace) == .standard)
  }
}
