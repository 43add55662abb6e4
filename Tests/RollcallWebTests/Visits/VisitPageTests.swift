import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Visits and outlets in the console")
struct VisitPageTests {
  @Test("Outlets are brought as CSV, a visit is planned, checked in to, and seen by those who may")
  func story() async throws {
    let web = try TestWeb()
    let (admin, dispatcher) = (try DispatchDesk(web, role: .admin), try DispatchDesk(web))
    let (auditor, viewer) = (try DispatchDesk(web, role: .auditor), try DispatchDesk(web, role: .viewer))
    let phone = try await DispatchPhone(web, "Ana <i>")
    let wrong = await admin.upload("settings/outlets", ["outlets": "name,lat,lng\nKiosk,95,14"])
    #expect(wrong.status == 400 && wrong.text.contains("Line 2: lat and lng are degrees."))
    #expect(wrong.text.contains("Kiosk,95,14"))
    #expect(await dispatcher.upload("settings/outlets", ["outlets": "x"]).status == 403)
    #expect(await admin.upload("settings/outlets", ["outlets": "x", "_csrf": "foreign"]).status == 400)
    let list = "name,lat,lng,external_id\nKiosk <b>,46.0101,14,K-1\n"
    #expect(await admin.upload("settings/outlets", ["outlets": list]).status == 303)
    // What is taken out can be brought again: the same site, and no other.
    let file = await admin.get("settings/outlets.csv").text
    #expect(file == "name,lat,lng,external_id,radius_m\r\nKiosk <b>,46.0101,14.0,K-1,100.0\r\n")
    #expect(await admin.upload("settings/outlets", ["outlets": "nonsense"], file: file).status == 303)
    #expect(try web.store.visits.outlets(of: admin.workspace.id).map(\.externalID) == ["K-1"])
    #expect(await admin.upload("settings/outlets", [:], file: "name\u{0}").text.contains("not a text file"))
    #expect(await admin.get("settings/outlets").text.contains("Kiosk &lt;b&gt;"))
    let outlet = try #require(try web.store.visits.outlets(of: admin.workspace.id).first)
    // One at a time: added, changed, and refused with what was typed.
    let site = ["site_name": "Depot", "place": "46.1, 14.6", "external_id": "D-1", "radius_m": "50"]
    #expect(await dispatcher.post("settings/outlets/new", site).status == 403)
    #expect(await admin.post("settings/outlets/new", site).status == 303)
    let again = await admin.post("settings/outlets/new", site)
    #expect(again.status == 400 && again.text.contains("D-1 is Depot already."))
    let nowhere = await admin.post("settings/outlets/new", site.merging(["place": "there"]) { $1 })
    #expect(nowhere.text.contains("id=\"place-problem\"") && nowhere.text.contains("value=\"there\""))
    let depot = try #require(
      try web.store.visits.outlets(of: admin.workspace.id).first { $0.name == "Depot" })
    let form = await admin.get("settings/outlets?edit=\(depot.id.rawValue)").text
    #expect(form.contains("Change Depot") && form.contains("value=\"50\""))
    let moved = site.merging(["site_name": "Depot 2", "radius_m": ""]) { $1 }
    #expect(await admin.post("settings/outlets/\(depot.id.rawValue)/edit", moved).status == 303)
    let changed = try web.store.visits.outlets(of: admin.workspace.id).first { $0.id == depot.id }
    #expect(changed?.name == "Depot 2" && changed?.radius == 100)
    #expect(await admin.post("settings/outlets/999/edit", moved).status == 404)
    let trail = await admin.get("audit").text
    #expect(trail.contains("Added a site") && trail.contains("Changed a site"))
    #expect(await admin.post("settings/outlets/\(depot.id.rawValue)/remove", [:]).status == 303)

    let bad = await dispatcher.post("visits", ["responder": "", "outlet": "x", "day": "tomorrow"])
    #expect(bad.status == 400)
    let asked = await dispatcher.get("visits").text
    #expect(asked.contains("name=\"day\" type=\"date\"") && asked.contains("name=\"from\" type=\"time\""))
    for field in ["responder", "outlet", "day"] { #expect(bad.text.contains("id=\"\(field)-problem\"")) }
    let fields = [
      "responder": "\(phone.id.rawValue)", "outlet": "\(outlet.id.rawValue)", "day": "2026-11-21",
      "from": "09:00", "to": "11:30",
    ]
    #expect(await auditor.post("visits", fields).status == 403)
    #expect(await dispatcher.post("visits", fields).header("Location") == "/w/north/visits?day=2026-11-21")
    let told = try #require(try await phone.get("visits").data()["visits"] as? [[String: Any]])
    let id = try #require(told.first?["id"] as? Int)
    #expect(told.first?["from"] as? String == "2026-11-21T08:00:00.000Z")
    #expect(await viewer.get("visits").status == 403)
    #expect(await dispatcher.get("visits").text.contains("Planned"))

    let at = web.store.clock().milliseconds
    let checked = await phone.post(
      "visits/\(id)/check-in", #"{"lat":46.0101,"lng":14,"is_mock":true,"accuracy_m":5,"recorded_at":\#(at)}"#
    )
    let verdict = try checked.data()["verdict"] as? String
    #expect(checked.status == 200 && verdict == "doubtful")
    let page = await auditor.get("visits?day=2026-11-21")
    #expect(page.text.contains("Doubtful") && page.text.contains("its position is made up"))
    #expect(page.text.contains("Ana &lt;i&gt;") && !page.text.contains("Plan a visit"))
    let person = await dispatcher.get("responders/\(phone.id.rawValue)").text
    #expect(person.contains("Visits today") && person.contains("Checked in, 10:00, doubtful"))
    let csv = await auditor.get("visits.csv?day=2026-11-21").text.split(separator: "\r\n")
    #expect(csv.count == 2 && csv[1].contains(",there,2026-11-21T10:00:00.000+01:00,doubtful,0.0,"))
    let there = "visits.csv?day=2026-11-21&outlet="
    #expect(await auditor.get(there + "\(outlet.id.rawValue)").text.split(separator: "\r\n").count == 2)
    #expect(await auditor.get(there + "999").text.split(separator: "\r\n").count == 1)
    #expect(await auditor.get("visits?day=2026-11-21&outlet=999").text.contains("No visits on this day."))
    #expect(await auditor.get("visits.csv?day=today").status == 400)
    #expect(await dispatcher.get("visits?day=21.11.2026").status == 400)
    // Whoever was there was there.
    #expect(await dispatcher.post("visits/\(id)/remove", [:]).status == 400)
    #expect(await dispatcher.post("visits/999/remove", [:]).status == 404)
    #expect(await admin.post("settings/outlets/\(outlet.id.rawValue)/remove", [:]).status == 400)
    #expect(await dispatcher.get("visits?day=2026-11-22").text.contains("No visits on this day."))
  }

  @Test("A visit is offered to be taken back until its time begins, to those who plan")
  func removing() throws {
    // Done, there, missed, still to come.
    for (index, isOffered) in [(0, false), (1, false), (3, false), (4, true)] {
      for mayPlan in [true, false] {
        let row = VisitRow(
          VisitsPage.sampleVisits[index], in: VisitsPage.sampleDay, slug: "s", mayPlan: mayPlan,
          clock: PageClock.sample)
        #expect(!row.remove.isEmpty == (isOffered && mayPlan), "\(index)")
      }
    }
  }
}
