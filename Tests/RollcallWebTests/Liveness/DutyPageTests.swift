import HTTPServer
import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("Duty switched in the console, and its rule")
struct DutyPageTests {
  private let web: TestWeb
  private let dispatcher: AccountDesk
  private let admin: AccountDesk
  private let people: [Responder.ID]
  private var workspace: Workspace.ID { Workspace.ID(1) }

  init() throws {
    web = try TestWeb()
    dispatcher = try AccountDesk(web, .dispatcher)
    admin = try AccountDesk(web, .admin, email: "admin@example.org")
    people = try web.store.fleet.addResponders(
      ["Ana <b>", "Bo", "Cyr"].map { NewResponder(name: $0, profile: "family") }, slug: "north")
  }

  private func path(_ person: Int) -> String { "/w/north/responders/\(people[person].rawValue)/duty" }

  private func duty(_ person: Int) -> DutyState? {
    web.store.liveness.boardEntry(of: people[person], in: workspace)?.live.duty
  }

  private func audited(_ action: String) throws -> Int {
    try web.store.read {
      try $0.first("SELECT count(*) FROM audit WHERE action = \(action)", as: Int.self) ?? 0
    }
  }

  @Test("A button in the board's row switches it, and leads back to the board as it was filtered")
  func board() async throws {
    let board = await dispatcher.get("/w/north/board?q=ana")
    #expect(board.text.contains("formaction=\"\(path(0))\" name=\"duty\" value=\"on\""))
    #expect(board.text.contains("aria-label=\"Put Ana &lt;b&gt; on duty\""))
    let headers = [
      "Cookie": "rollcall=\(dispatcher.cookie)", "Host": "rollcall.test",
      "Referer": "http://rollcall.test/w/north/board?q=ana",
    ]
    let answer = await web.form(path(0), "duty=on&_csrf=\(dispatcher.token)", headers: headers)
    #expect(answer.header("Location") == "/w/north/board?q=ana#r\(people[0].rawValue)")
    #expect(duty(0) == .onDuty)
    #expect(await dispatcher.get("/w/north/board?q=ana").text.contains("name=\"duty\" value=\"off\""))
    #expect(try audited("duty.set") == 1)
  }

  @Test("A viewer has no button, nor has a past board")
  func readers() async throws {
    let viewer = try AccountDesk(web, .viewer, email: "viewer@example.org")
    #expect(await viewer.get("/w/north/board").text.contains("formaction") == false)
    #expect(await viewer.post(path(0), ["duty": "on"]).status == 403)
    web.pass(seconds: 3_600)
    let past = try AccountDesk(web, .dispatcher, email: "later@example.org")
    #expect(await past.get("/w/north/board?at=2026-11-21T09:30:00Z").text.contains("formaction") == false)
  }

  @Test("The page takes a mission with its order, and says what is wrong")
  func order() async throws {
    #expect(await dispatcher.get(path(1)).text.contains("Duty of <bdi>Bo</bdi>"))
    let alone = await dispatcher.post(path(1), ["state": "on_duty", "order": "8841"])
    #expect(alone.status == 400 && alone.text.contains("order-problem") && duty(1) == .offDuty)
    let answer = await dispatcher.post(path(1), ["state": "on_mission", "order": "8841"])
    #expect(answer.header("Location") == "\(path(1))?saved=duty")
    #expect(web.store.liveness.boardEntry(of: people[1], in: workspace)?.order == "8841")
    #expect(await dispatcher.post(path(1), ["state": "asleep"]).status == 400)
    #expect(await dispatcher.post(path(1), ["state": "off_duty"]).status == 303)
    #expect(await dispatcher.post("/w/north/responders/999/duty", ["duty": "on"]).status == 404)
  }

  /// A form with a night on two days, and Christmas Eve off.
  private func timetable(for people: [Responder.ID]) -> [(String, String)] {
    [
      ("rule", "timetable"), ("h0_day", "1"), ("h0_day", "2"), ("h0_from", "22:00"), ("h0_to", "06:00"),
      ("x1_date", "2026-12-24"),
    ] + people.map { ("pick", "\($0.rawValue)") }
  }

  private func save(_ fields: [(String, String)]) async -> TestAnswer {
    let pairs = (fields + [("_csrf", admin.token)]).map { (name: $0.0, value: $0.1) }
    return await web.form(
      "/w/north/duty-rule", FormFields(pairs).encoded, headers: ["Cookie": "rollcall=\(admin.cookie)"])
  }

  @Test("A timetable is given to several people at once, and comes back into the form")
  func rule() async throws {
    let saved = await save(timetable(for: Array(people.prefix(2))))
    #expect(saved.header("Location") == "/w/north/responders?done=rule&n=2")
    #expect(
      await admin.get("/w/north/responders?done=rule&n=2").text.contains("The rule of 2 people is saved."))
    for person in people.prefix(2) {
      let rule = try #require(try web.store.liveness.dutyRule(of: person, in: workspace)?.timetable)
      #expect(rule.hours.map(\.days) == [[1, 2]] && rule.exceptions.map(\.date.isoDay) == ["2026-12-24"])
    }
    #expect(try web.store.liveness.dutyRule(of: people[2], in: workspace) == nil)
    #expect(try audited("duty-rule.set") == 2)
    let form = await admin.get("/w/north/duty-rule?pick=\(people[0].rawValue)").text
    #expect(form.contains("value=\"22:00\"") && form.contains("value=\"2026-12-24\""))
    let page = await dispatcher.get(path(0)).text
    #expect(page.contains("Mon–Tue 22:00–06:00") && page.contains("24 Dec 2026: off"))
    #expect(!page.contains("Change the rule"))
    let trail = await admin.get("/w/north/audit").text
    #expect(trail.contains("As the profile says"))
    #expect(trail.contains("By timetable; Mon–Tue 22:00–06:00; 24 Dec 2026: off"))
    #expect(await admin.get(path(0)).text.contains("Change the rule"))
    #expect(
      await save([("rule", "default"), ("pick", "\(people[0].rawValue)")]).header("Location")
        == "\(path(0))?saved=rule")
    #expect(try web.store.liveness.dutyRule(of: people[0], in: workspace) == nil)
  }

  @Test("What is wrong is said beside its field, and nobody's rule is changed")
  func wrong() async throws {
    let mine = [("pick", "\(people[0].rawValue)")]
    let cases: [([(String, String)], String)] = [
      ([("rule", "timetable")] + mine, "A timetable needs hours"),
      (
        [("rule", "manual"), ("h0_day", "1"), ("h0_from", "08:00"), ("h0_to", "10:00")] + mine,
        "Only a timetable has hours"
      ),
      ([("rule", "default"), ("x0_date", "2026-12-24")] + mine, "Only a timetable has hours"),
      ([("rule", "timetable"), ("h0_from", "08:00"), ("h0_to", "10:00")] + mine, "Choose the days"),
      (
        [("rule", "timetable"), ("h0_day", "1"), ("h0_from", "8"), ("h0_to", "10:00")] + mine,
        "A time such as"
      ),
      ([("rule", "timetable"), ("x0_date", "2026-12-24"), ("x0_to", "10:00")] + mine, "Give both times"),
      ([("rule", "timetable"), ("x0_date", "24.12.")] + mine, "A date such as"),
      ([("rule", "sometimes")] + mine, "Choose one of them"),
      ([("rule", "manual")], "Select for whom"),
    ]
    for (fields, words) in cases {
      let answer = await save(fields)
      #expect(answer.status == 400 && answer.text.contains(words), "\(words)")
    }
    #expect(await save([("rule", "manual"), ("pick", "999")]).status == 404)
    #expect(
      try web.store.liveness.dutyRule(of: people[0], in: workspace) == nil && audited("duty-rule.set") == 0)
    #expect(await save(mine + [("rule", "timetable"), ("do", "more")]).text.contains("name=\"h1_from\""))
  }
}
