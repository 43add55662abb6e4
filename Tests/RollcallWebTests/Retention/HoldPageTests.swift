import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Holds in the console")
struct HoldPageTests {
  private let web: TestWeb
  private let auditor: DispatchDesk
  private let ana: DispatchPhone
  private let bo: DispatchPhone

  init() async throws {
    web = try TestWeb()
    auditor = try DispatchDesk(web, role: .auditor)
    ana = try await DispatchPhone(web, "Ana <i>")
    bo = try await DispatchPhone(web, "Bo")
  }

  private var fields: [String: String] {
    [
      "responder": "\(ana.id.rawValue)", "from": "2026-11-21", "to": "2026-11-22",
      "reason": "court <b>order</b>",
      "incident": "", "until": "",
    ]
  }

  /// What a program with a role's key is answered, long after the logins have ended.
  private func key(_ role: Role) throws -> String {
    try web.store.members.issueAPIKey(slug: "north", name: "script \(role.rawValue)", role: role).text
  }

  private func purge() throws {
    var pass = try web.store.retention.beginPurge(of: auditor.workspace.id)
    while !pass.isDone { pass = try web.store.retention.purgeSlice(pass) }
  }

  @Test("Who may see the audit puts on hold and releases; nobody else does")
  func story() async throws {
    let (dispatcher, viewer) = (try DispatchDesk(web), try DispatchDesk(web, role: .viewer))
    for desk in [dispatcher, viewer] {
      #expect(await desk.get("holds").status == 403)
      #expect(await desk.post("holds", fields).status == 403)
    }
    let link = "holds?responder=\(ana.id.rawValue)&amp;from=2026-11-20T09%3A00%3A00.000Z"
    let id = ana.id.rawValue
    #expect(
      await auditor.get("responders/\(id)?from=2026-11-20T09:00:00Z&to=2026-11-21T09:00:00Z").text.contains(
        link))
    #expect(await dispatcher.get("responders/\(id)").text.contains("Put on hold") == false)
    #expect(await auditor.get("history?responder=\(id)").text.contains("Legal hold"))
    let begun = await auditor.get("holds?responder=\(id)&from=2026-11-20").text
    #expect(begun.contains("name=\"from_day\" type=\"date\" value=\"2026-11-20\""))

    for (field, value) in [
      ("responder", ""), ("from", "yesterday"), ("to", "2026-11-21"), ("reason", " "), ("until", "soon"),
      ("until", "2026-11-01"), ("incident", "INC-x"),
    ] {
      let answer = await auditor.post("holds", fields.merging([field: value]) { $1 })
      #expect(answer.status == 400, "\(field)")
      #expect(answer.text.contains("id=\"\(field)-problem\""), "\(field)")
    }
    #expect(await auditor.post("holds", fields, csrf: "x").status == 400)
    #expect(await auditor.post("holds", ["incident": "INC-99", "reason": "r"]).status == 404)
    #expect(await auditor.post("holds", fields).header("Location") == "/w/north/holds?done=held")
    let page = await auditor.get("holds")
    #expect(page.text.contains("court &lt;b&gt;order&lt;/b&gt;") && page.text.contains("Ana &lt;i&gt;"))
    #expect(page.text.contains("In force"))
    let told = try #require(try await auditor.json("holds.json")["holds"] as? [[String: Any]])
    #expect(told[0]["state"] as? String == "in_force")
    #expect(told[0]["from"] as? String == "2026-11-20T23:00:00.000Z")

    let owner = try DispatchDesk(web, role: .owner)
    let refusal = "Hold 1 keeps what is held about them. Release it first."
    #expect(await owner.get("responders/\(id)/erase").text.contains(refusal))
    #expect(
      await owner.post("responders/\(id)/erase", ["confirm": "erase \(id)"]).text.contains(refusal))
    #expect(await auditor.post("holds/1/release", ["note": ""]).status == 400)
    #expect(await auditor.post("holds/9/release", ["note": "n"]).status == 404)
    #expect(await auditor.post("holds/1/release", ["note": "withdrawn"]).status == 303)
    #expect(await auditor.post("holds/1/release", ["note": "again"]).text.contains("has ended already"))
    #expect(await auditor.get("holds").text.contains("withdrawn"))
    let csv = await auditor.get("holds.csv").text.split(separator: "\r\n")
    #expect(csv.count == 2 && csv[1].hasPrefix("1,released,,\(id),"))
    let audit = await auditor.get("audit").text
    #expect(audit.contains("Put something on hold") && audit.contains("Released a hold"))
  }

  @Test("An incident is held from its page; its people's request to be erased says so")
  func incident() async throws {
    let owner = try DispatchDesk(web, role: .owner)
    let incident = try await owner.open(offer: ana.id)
    #expect(
      await owner.get("incidents/\(incident)").text.contains("holds?incident=INC-\(incident)#new-title"))
    #expect(await auditor.post("holds", ["incident": "INC-\(incident)", "reason": "inquest"]).status == 303)
    let shown = await auditor.get("holds").text
    #expect(shown.contains("INC-\(incident)") && shown.contains("href=\"/w/north/incidents/"))
    let asked = await web.send(
      .post, "/app/v1/me/requests",
      headers: ["Authorization": "Bearer \(ana.token)", "Content-Type": "application/json"],
      body: #"{"kind":"erase"}"#)
    #expect(asked.status == 201)
    #expect(
      await owner.get("requests").text.contains("On hold (1): cannot be erased before that is released."))
  }

  @Test("What is held is shown long after, marked, and the history says where it was purged")
  func shown() async throws {
    #expect(await auditor.post("holds", fields).status == 303)
    web.pass(seconds: 100 * 86_400)
    let (key, id) = (try key(.auditor), ana.id.rawValue)
    let json = try #require(
      try JSONSerialization.jsonObject(
        with: Data(await web.get("/w/north/history.json?from=2026-11-20", key: key).text.utf8))
        as? [String: Any])
    #expect((json["pings"] as? [[String: Any]])?.map { $0["responder"] as? String } == ["Ana <i>"])
    #expect(json["purged_before"] as? String == "2026-12-01T09:00:00.000Z")
    let recent = await web.get("/w/north/history.json", key: key).text
    #expect(recent.contains("\"purged_before\":null"))
    let csv = await web.get("/w/north/history.csv?from=2026-11-20", key: key)
    #expect(csv.header("Rollcall-Purged-Before") == "2026-12-01T09:00:00.000Z")
    #expect(await web.get("/w/north/history.csv", key: key).header("Rollcall-Purged-Before") == nil)
    #expect(csv.text.split(separator: "\r\n").count == 2)
    try purge()
    let page = await web.get("/w/north/history?from=2026-11-20", key: key).text
    #expect(page.contains("kept on hold") && page.contains("were purged."))
    let person = await web.get(
      "/w/north/responders/\(bo.id.rawValue)?from=2026-11-20T00:00:00Z&to=2026-11-23T00:00:00Z", key: key
    ).text
    #expect(person.contains("1 position was purged on 2027-03-01."))
    #expect(!person.contains("still shown"))
    let held = await web.get(
      "/w/north/responders/\(id)?from=2026-11-20T00:00:00Z&to=2026-11-23T00:00:00Z", key: key
    ).text
    #expect(held.contains("What is on hold is still shown."))
    #expect(!(await web.get("/w/north/responders/\(bo.id.rawValue)", key: key).text.contains("were purged")))

    // The certificate of the day is in the audit once it is over.
    web.pass(seconds: 86_400)
    try purge()
    let holds = await web.get("/w/north/holds", key: key).text
    #expect(holds.contains("of 1 person, by hold 1"))
    #expect(holds.contains("audit?action=retention.purge&amp;subject=2027-03-01&amp;from=2027-03-01"))
    let entry = await web.get("/w/north/audit.json?action=retention.purge&from=2027-03-01", key: key).text
    #expect(entry.contains("because of holds 1"))
    let purges = await web.get("/w/north/purges.csv", key: key).text.split(separator: "\r\n")
    #expect(purges.count == 3 && purges[2].hasPrefix("2027-03-01,"))
  }

  @Test("Of somebody who was erased it is said since when there is nothing")
  func erased() async throws {
    let owner = try DispatchDesk(web, role: .owner)
    let id = ana.id.rawValue
    #expect(await owner.post("responders/\(id)/erase", ["confirm": "erase \(id)"]).status == 303)
    let page = await auditor.get("responders/\(id)").text
    #expect(page.contains("Everything of before") && page.contains("was erased."))
    #expect(!page.contains("Put on hold"))
    #expect(await auditor.get("history?responder=\(id)").text.contains("was erased."))
    let told = try await auditor.json("responders/\(id)/timeline.json")
    #expect(told["purged_before"] as? String == "2026-11-21T09:00:00.000Z")
    #expect(await auditor.post("holds", fields).status == 404)
  }
}
