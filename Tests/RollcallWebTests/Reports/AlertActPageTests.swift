import StoreSupport
import Foundation
import HTTPServer
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Acting on alerts: on the page, on the board's lines, in JSON and in the metrics")
struct AlertActPageTests {
  private let web: TestWeb
  private let desk: DispatchDesk
  private let alert: Int64

  init() async throws {
    web = try TestWeb()
    web.pass(seconds: 3_600)
    desk = try DispatchDesk(web)
    let phone = try await DispatchPhone(web, "Ana")
    _ = try await desk.open("Flood <1>", offer: phone.id)
    let offers = try #require(try await phone.report().data()["offers"] as? [[String: Any]])
    let offer = try #require(offers.first?["id"] as? Int)
    #expect(await phone.post("offers/\(offer)/decline").status == 200)
    var watch = AlertWatch()
    _ = try web.store.alerts.judgeAlerts(of: desk.workspace.id, &watch)
    alert = try #require(try web.store.alerts.openAlerts(of: desk.workspace.id).first).id
  }

  private func told() async throws -> [String: Any] {
    try #require(try await desk.json("alerts.json")["alerts"] as? [[String: Any]]).first ?? [:]
  }

  private func lines(onWall: Bool = false) throws -> [String] {
    let visitor = Visitor(
      onWall ? .screen(Screen.ID(1)) : .nobody, name: "", workspace: desk.workspace, role: .viewer, from: "",
      csrf: nil, memberships: [])
    let clock = Zone.pageClock(desk.workspace.timeZone, now: web.store.clock())
    return try web.web.alertNotices(visitor, clock).map { "\($0.level) \($0.title)|\($0.detail)" }
  }

  @Test("a dispatcher sees to it with a note: everybody reads it, the board is a step quieter")
  func acknowledge() async throws {
    #expect(await desk.get("alerts").text.contains("/w/north/alerts/\(alert)/acknowledge"))
    #expect(try await told()["acknowledged"] is NSNull)
    #expect(try lines().first?.hasPrefix("danger ") == true)
    let answer = await desk.post("alerts/\(alert)/acknowledge", ["note": "I call <Bo>", "seen": "0"])
    #expect(answer.status == 303 && answer.header("Location") == "/w/north/alerts")
    let list = await desk.get("alerts").text
    #expect(list.contains("dispatcher@north.example.org") && list.contains("Acknowledged by"))
    #expect(list.contains("I call &lt;Bo&gt;") && !list.contains("<Bo>"))
    #expect(await desk.get("alerts/\(alert)").text.contains("I call &lt;Bo&gt;"))
    let acknowledged = try #require(try await told()["acknowledged"] as? [String: Any])
    #expect(acknowledged["by"] as? String == "dispatcher@north.example.org")
    #expect(acknowledged["note"] as? String == "I call <Bo>")
    #expect(acknowledged["at"] as? String == "2026-11-21T10:00:00.000Z")
    #expect(try lines().first?.hasPrefix("warning ") == true)
    #expect(try lines().first?.hasSuffix(" · dispatcher@north.example.org acknowledged it") == true)
    // Whoever passes a wall need not know who it is.
    #expect(try lines(onWall: true).first?.hasSuffix(" · acknowledged") == true)
    let key = try web.store.members.issueAPIKey(slug: "north", name: "prometheus", role: .admin).text
    #expect(
      await web.get("/metrics", key: key).text.contains(
        "rollcall_alerts_acknowledged{workspace=\"north\",kind=\"IncidentUnassigned\"} 1\n"))
  }

  @Test("an acknowledgement is taken back in the list or on the alert's page: it is as urgent as before")
  func takeBack() async throws {
    let path = "alerts/\(alert)"
    let isOffered = { (page: String) in await desk.get(page).text.contains("/w/north/\(path)/take-back") }
    #expect(await !isOffered("alerts"))
    #expect(await !isOffered(path))
    #expect(await desk.post("\(path)/take-back", [:]).status == 409)
    #expect(await desk.post("\(path)/acknowledge", ["seen": "0"]).status == 303)
    #expect(await isOffered("alerts"))
    #expect(await isOffered(path))
    #expect(await desk.post("\(path)/take-back", ["seen": "0"]).status == 409)
    #expect(await desk.post("\(path)/take-back", [:], csrf: "wrong").status == 400)
    #expect(await desk.post("\(path)/take-back", [:]).status == 303)
    #expect(try await told()["acknowledged"] is NSNull)
    #expect(try lines().first?.hasPrefix("danger ") == true)
    #expect(await !isOffered("alerts"))
    #expect(await desk.get(path).text.contains("Took the acknowledgement back"))
    #expect(await desk.post("\(path)/acknowledge", [:]).status == 303)
    let viewer = try DispatchDesk(web, role: .viewer)
    #expect(await viewer.post("\(path)/take-back", [:]).status == 403)
  }

  @Test(
    "a snoozed one stands apart, keeps one quiet line on the board because it cannot wait, and comes back")
  func snooze() async throws {
    #expect(await desk.post("alerts/\(alert)/snooze", ["for": "30m", "seen": "0"]).status == 303)
    let list = await desk.get("alerts").text
    #expect(list.contains("No other alert is open.") && list.contains("1 snoozed"))
    #expect(try lines().map { $0.split(separator: "|")[0] } == ["calm Snoozed: INC-1 is unassigned"])
    #expect(await desk.get("board").text.contains("Snoozed: INC-1 is unassigned"))
    #expect(try await told()["snoozed_until"] as? String == "2026-11-21T10:30:00.000Z")
    #expect(try await told()["snoozed"] as? Bool == true)
    // Ended early
    #expect(await desk.post("alerts/\(alert)/wake", [:]).status == 303)
    #expect(try lines().first?.hasPrefix("danger ") == true)
    // And by itself
    #expect(await desk.post("alerts/\(alert)/snooze", ["for": "2h"]).status == 303)
    web.pass(seconds: 7_200)
    #expect(try lines().first?.hasPrefix("danger ") == true)
    // Logins do not last as long.
    let later = try DispatchDesk(web, role: .admin)
    let told = try #require(try await later.json("alerts.json")["alerts"] as? [[String: Any]]).first
    #expect(told?["snoozed_until"] is NSNull && told?["snoozed"] as? Bool == false)
    let page = await later.get("alerts/\(alert)").text
    #expect(page.contains("Snoozed it until 13:00:00") && page.contains("Ended the snooze"))
  }

  @Test("what is refused is said on the alert's page, and what was typed is kept")
  func refused() async throws {
    let long = String(repeating: "x", count: 201)
    let tooLong = await desk.post("alerts/\(alert)/acknowledge", ["note": long])
    #expect(
      tooLong.status == 400 && tooLong.text.contains("At most 200 characters.") && tooLong.text.contains(long)
    )
    #expect(await desk.post("alerts/\(alert)/snooze", ["for": "1y", "reason": "why"]).status == 400)
    #expect(await desk.post("alerts/\(alert)/acknowledge", [:], csrf: "wrong").status == 400)
    #expect(await desk.post("alerts/999/acknowledge", [:]).status == 404)
    #expect(await desk.post("alerts/\(alert)/acknowledge", ["seen": "0"]).status == 303)
    let second = await desk.post("alerts/\(alert)/snooze", ["for": "8h", "seen": "0", "reason": "kept"])
    #expect(second.status == 409 && second.text.contains("Somebody else has done something about this alert"))
    #expect(second.text.contains("value=\"kept\""))
    let incident = try #require(try await desk.json("incidents.json")["incidents"] as? [[String: Any]]).first
    let number = try #require(incident?["id"] as? Int)
    #expect(await desk.post("incidents/\(number)/cancel", [:]).status == 303)
    var watch = AlertWatch()
    _ = try web.store.alerts.judgeAlerts(of: desk.workspace.id, &watch)
    let late = await desk.post("alerts/\(alert)/acknowledge", [:])
    #expect(late.status == 409 && late.text.contains("The alert has closed meanwhile."))
    #expect(!late.text.contains("/acknowledge\""))
  }

  @Test("a viewer sees and cannot act; another workspace sees nothing")
  func others() async throws {
    let viewer = try DispatchDesk(web, role: .viewer)
    #expect(await viewer.get("alerts").text.contains("Flood &lt;1&gt;"))
    #expect(await !viewer.get("alerts").text.contains("/acknowledge"))
    #expect(await viewer.get("alerts/\(alert)").status == 200)
    #expect(await viewer.post("alerts/\(alert)/acknowledge", [:]).status == 403)
    let south = try DispatchDesk(web, slug: "south")
    #expect(await south.get("alerts/\(alert)").status == 404)
    #expect(await south.post("alerts/\(alert)/snooze", ["for": "2h"]).status == 404)
  }

  @Test(
    "a mass silence names its people, the region's board, and how many are still silent; the machine's say their own"
  )
  func mass() async throws {
    web.pass(seconds: 60)
    var phones: [DispatchPhone] = []
    for name in ["Cene <C>", "Dea", "Eva", "Fran", "Gal", "Hana"] {
      phones.append(try await DispatchPhone(web, name))
      _ = try web.store.phones.setResponder(
        phones[phones.count - 1].id, slug: "north", name: nil, phone: nil, profile: nil, region: "Nord",
        isActive: nil)
    }
    web.pass(seconds: 200)
    _ = try web.store.liveness.settleOverdue()
    var watch = AlertWatch()
    _ = try web.store.alerts.judgeAlerts(of: desk.workspace.id, &watch)
    var machine = MachineWatch()
    machine.record(MachineFigures(free: 1 << 20, database: 0), at: web.store.clock())
    #expect(try web.store.alerts.judgeMachine(of: desk.workspace.id, machine) == 1)
    let alert = try #require(
      try web.store.alerts.openAlerts(of: desk.workspace.id).first { $0.topic.kind == .massSilence })
    let list = await desk.get("alerts").text
    #expect(list.contains("Mass outage") && list.contains("/w/north/board?region=Nord"))
    #expect(list.contains("Region Nord: 6 of 6 fell silent at 11:01:00, 6 of 6 still silent by now."))
    #expect(list.contains("Cene &lt;C&gt;, Dea") && list.contains("1 MB are left"))
    let page = await desk.get("alerts/\(alert.id)").text
    #expect(page.contains("Who fell silent") && page.contains("not yet"))
    #expect(try lines().contains { $0.hasPrefix("danger Mass outage: Region Nord|") })
    #expect(try lines().contains { $0.hasPrefix("danger The disk is nearly full|1 MB are left") })
    let told = try #require(try await desk.json("alerts.json")["alerts"] as? [[String: Any]])
    let one = try #require(told.first { $0["kind"] as? String == "MassSilence" })
    #expect(one["region"] as? String == "Nord" && one["network"] is NSNull)
    #expect((one["people"] as? [[String: Any]])?.count == 6)
    // One is back
    #expect(await phones[0].report().status == 201)
    _ = try web.store.alerts.judgeAlerts(of: desk.workspace.id, &watch)
    #expect(await desk.get("alerts").text.contains("5 of 6 still silent by now."))
  }

  @Test("those that can wait are counted in one line")
  func count() throws {
    let visitor = Visitor(
      .nobody, name: "", workspace: desk.workspace, role: .viewer, from: "", csrf: nil, memberships: [])
    let clock = Zone.pageClock(desk.workspace.timeZone, now: web.store.clock())
    let ids = try web.store.fleet.addResponders(
      [NewResponder(name: "Cene", profile: "family"), NewResponder(name: "Dea", profile: "family")],
      slug: "north")
    var view = try AlertView(
      web.store, visitor,
      open: ids.map {
        Alert(id: 50 + $0.rawValue, topic: .responderFlapping($0), openedAt: clock.now, detail: "")
      })
    view.care = Dictionary(
      uniqueKeysWithValues: view.open.map { alert in
        let act = AlertAct(id: 1, alert: alert.id, kind: .snooze, at: clock.now, actor: "member:1")
        return (alert.id, AlertCare([act], on: alert.id, at: clock.now))
      })
    let notices = AlertNotice.all(view, clock: clock)
    #expect(notices.map(\.title) == ["2 snoozed"])
    #expect(notices.map(\.level) == ["calm"] && notices.map(\.href) == ["/w/north/alerts"])
  }
}
