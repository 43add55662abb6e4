import Foundation
import HTTPTypes
import Rollcall
import StoreSupport
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("The list of people: how they are, and how they are connected")
struct PeopleListTests {
  private let web: TestWeb
  private let workspace: Workspace.ID
  private let (ana, bor): (DispatchPhone, DispatchPhone)

  /// Ana is online and her app can be woken, Bor is offline and has two apps, Cene has another app alone, Dora has none.
  init() async throws {
    web = try TestWeb()
    workspace = try #require(try web.store.fleet.workspace(slug: "north")).id
    (ana, bor) = (try await DispatchPhone(web), try await DispatchPhone(web, "Bor"))
    let others = ["Cene", "Dora"].map { NewResponder(name: $0, profile: "family") }
    let ids = try web.store.fleet.addResponders(others, slug: "north")
    for (adapter, name, id) in [
      (Adapter.owntracks, "Old phone", bor.id), (Adapter.osmand, "Traccar Client", ids[0]),
    ] {
      _ = try web.store.phones.issueAdapterDevice(
        adapter, AdapterDeviceSettings(name: name), for: id, in: .test(workspace, "x"))
    }
    web.pass(seconds: 200)
    _ = await ana.report()
    _ = await web.send(
      .put, "/app/v1/push-token",
      headers: ["Authorization": "Bearer \(ana.token)", "Content-Type": "application/json"],
      body: #"{"provider":"fcm","token":"abc"}"#)
  }

  private func names(_ desk: DispatchDesk, _ query: String) async -> [String] {
    await desk.get("responders?\(query)").text.matches(of: #/<bdi>(Ana|Bor|Cene|Dora)</#).map {
      String($0.output.1)
    }
  }

  private func row(of name: String, _ page: String) throws -> String {
    let rows = page.components(separatedBy: "<tr id=\"r")
    return try #require(rows.first { $0.contains("<bdi>\(name)</bdi>") })
  }

  @Test("Each has their status, the apps they are connected by, and whether those can be woken")
  func shown() async throws {
    let page = await (try DispatchDesk(web)).get("responders").text
    let expected = [
      ("Ana", "s-online", " title=\"d\(ana.id.rawValue)\">Rollcall app <small>push</small></td>"),
      (
        "Bor", "s-offline",
        " title=\"d\(bor.id.rawValue)\">Rollcall app, OwnTracks <small>no push</small></td>"
      ),
      ("Cene", "s-off_duty", ">Traccar Client <small>no push</small></td>"),
      ("Dora", "s-off_duty", ">not connected</td>"),
    ]
    for (name, status, connection) in expected {
      let row = try row(of: name, page)
      #expect(row.contains("<td data-label=\"Status\"><span class=\"pill \(status)\">"), "\(row)")
      #expect(row.contains("<td data-label=\"Connected by\"\(connection)"), "\(row)")
    }
  }

  @Test("The worst status comes first; who may not see the present sees none, and cannot learn their order")
  func statuses() async throws {
    let (viewer, auditor) = (try DispatchDesk(web, role: .viewer), try DispatchDesk(web, role: .auditor))
    #expect(await names(viewer, "sort=status") == ["Bor", "Ana", "Cene", "Dora"])
    #expect(await names(viewer, "sort=-status") == ["Cene", "Dora", "Ana", "Bor"])
    for sort in ["status", "-status"] {
      #expect(await names(auditor, "sort=\(sort)") == ["Ana", "Bor", "Cene", "Dora"])
    }
    let page = await auditor.get("responders").text
    #expect(page.contains("Rollcall app") && page.contains("sort=device"))
    #expect(
      !page.contains("data-label=\"Status\"") && !page.contains("sort=status") && !page.contains("s-offline"))
    #expect(!page.contains("id=\"column-status\""))
  }

  @Test("People are sorted by their apps; those without one come last")
  func apps() async throws {
    let desk = try DispatchDesk(web)
    #expect(await names(desk, "sort=device") == ["Ana", "Bor", "Cene", "Dora"])
    #expect(await names(desk, "sort=-device") == ["Cene", "Bor", "Ana", "Dora"])
  }

  @Test("The list shows whom no message tells of an offer: active and connected people")
  func unpushed() async throws {
    let admin = try DispatchDesk(web, role: .admin)
    #expect(await names(admin, "state=unpushed") == ["Bor", "Cene"])
    let json = await admin.get("responders.json?state=unpushed").text
    #expect(json.contains("Bor") && json.contains("Cene") && !json.contains("Ana") && !json.contains("Dora"))
    let file = await admin.get("responders.csv?state=unpushed").text
    #expect(file.contains("Bor") && file.contains("Cene") && !file.contains("Ana"))
    try web.store.phones.setActive(false, bor.id, in: .test(workspace, "x"))
    #expect(await names(admin, "state=unpushed") == ["Cene"])
    let row = try row(of: "Bor", await admin.get("responders").text)
    #expect(row.contains("<td data-label=\"Status\"><span class=\"nothing\">none</span></td>"))
  }

  @Test(
    "Without push is who has an app, none that can be woken, and gets no text messages",
    arguments: [
      ([], false, false, false), (["OwnTracks"], false, false, true), (["OwnTracks"], false, true, false),
      (["Rollcall app"], true, false, false), (["Rollcall app"], false, false, true),
    ] as [([String], Bool, Bool, Bool)])
  func messages(apps: [String], hasPush: Bool, hasText: Bool, isUnpushed: Bool) {
    let person = Responder(
      id: Responder.ID(1), workspace: Workspace.ID(1), name: "Ana", profile: "family")
    let listed = RosterPerson(
      entry: RosterEntry(responder: person), apps: apps, hasPush: hasPush, hasText: hasText)
    #expect(listed.isUnpushed == isUnpushed)
    #expect(listed.push == (apps.isEmpty ? "" : hasPush ? "push" : "no push"))
  }

  @Test("Who has no app any more is signed out; who was never heard is not connected")
  func apart() {
    let person = Responder(
      id: Responder.ID(1), workspace: Workspace.ID(1), name: "Ana", profile: "family")
    let words = [TestWeb.start, nil].map { lastContact in
      RosterPerson(
        entry: RosterEntry(responder: person, lastContact: lastContact), apps: [], hasPush: false,
        hasText: false
      ).connection
    }
    #expect(words == ["signed out", "not connected"])
  }
}
