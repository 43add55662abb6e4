import StoreSupport
import Foundation
import HTTPTypes
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

/// A control room's own system: an API key and JSON.
private struct ControlRoom {
  let web: TestWeb
  let key: String

  init(_ web: TestWeb, role: Role = .dispatcher, slug: String = "north") throws {
    self.web = web
    key = try web.store.members.issueAPIKey(slug: slug, name: "cad", role: role).text
  }

  func post(
    _ body: String, once: String? = "k1", path: String = "incidents", slug: String = "north",
    type: String? = "application/json"
  ) async -> TestAnswer {
    var headers = ["Authorization": "Bearer \(key)"]
    headers["Idempotency-Key"] = once
    headers["Content-Type"] = type
    return await web.send(.post, "/w/\(slug)/\(path)", headers: headers, body: body)
  }

  func act(_ action: String, _ body: String = "", on id: Int) async -> TestAnswer {
    await post(
      body, once: nil, path: "incidents/\(id)/\(action).json", type: body.isEmpty ? nil : "application/json")
  }
}

extension TestAnswer {
  fileprivate func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
  }

  /// The fields at fault.
  fileprivate func fields() throws -> [String] {
    let data = try #require(try object()["data"] as? [String: Any], "\(text)")
    return try #require(data["errors"] as? [[String: Any]]).compactMap { $0["field"] as? String }
  }
}

@Suite("A control room's own system opens incidents")
struct IncidentAPITests {
  private let fall = #"{"title":"Fall","severity":"critical","lat":46,"lng":14,"more":1}"#

  @Test("It is opened, asked down the ranking, and answered as its JSON has it")
  func opened() async throws {
    let web = try TestWeb()
    let (room, desk) = (try ControlRoom(web), try DispatchDesk(web))
    let ana = try await DispatchPhone(web, "Ana")
    try web.store.dispatch.set(
      DispatchSettings(answerTimes: [.critical: 20_000], grace: 0), in: .test(desk.workspace.id, "m"))
    let answer = await room.post(fall)
    #expect(answer.status == 201 && answer.header("Location") == "/w/north/incidents/1")
    let file = try answer.object()
    #expect(file["state"] as? String == "offering" && file["opened_by"] as? String == "key:cad")
    #expect((file["asking"] as? [String: Any])?["mode"] as? String == "automatic")
    #expect((file["asking"] as? [String: Any])?["answer_s"] as? Double == 20)
    #expect((file["offers"] as? [[String: Any]])?.first?["responder_id"] as? Int == Int(ana.id.rawValue))
    let own = await web.get("/w/north/incidents/1.json", key: room.key)
    #expect(own.text == answer.text)
    // Ana stands in it.
    let helpers = try #require(file["helpers"] as? [[String: Any]])
    #expect(helpers.map { $0["responder_id"] as? Int } == [Int(ana.id.rawValue)])
    #expect(helpers.first?["distance_m"] is Double && helpers.first?["arrives_within_s"] is Double)
    let blind = try web.store.members.issueAPIKey(slug: "north", name: "audit", role: .auditor)
    let told = try await web.get("/w/north/incidents/1.json", key: blind.text).object()
    #expect(told["helpers"] is NSNull)
    _ = await room.act("cancel", on: 1)
    #expect(try await web.get("/w/north/incidents/1.json", key: room.key).object()["helpers"] is NSNull)
  }

  @Test("The same key with the same request is one incident, with another one it is refused")
  func once() async throws {
    let web = try TestWeb()
    let (room, desk) = (try ControlRoom(web), try DispatchDesk(web))
    let first = await room.post(fall)
    #expect(first.status == 201)
    let same = #"{"lng":14.0,"lat":46.0,"severity":"critical","title":"Fall"}"#
    for body in [fall, same] {
      let again = await room.post(body, once: "\"k1\"")
      #expect(try again.status == 200 && (again.object()["id"] as? Int) == 1, "\(again.text)")
    }
    let other = await room.post(#"{"title":"Fire","lat":46,"lng":14}"#)
    #expect(other.status == 422 && other.code == "IDEMPOTENCY_KEY_REUSED")
    #expect(try web.store.dispatch.incidents(of: desk.workspace.id).matching == 1)
    // Another workspace's keys are its own.
    let south = try ControlRoom(web, slug: "south")
    #expect(await south.post(fall, slug: "south").status == 201)
    #expect(await room.post(fall, once: "k2").status == 201)
  }

  @Test("What was a place then need not be one when it is sent again")
  func placeGone() async throws {
    let web = try TestWeb()
    let room = try ControlRoom(web)
    let ana = try await DispatchPhone(web, "Ana")
    let body = #"{"title":"Here","responder":\#(ana.id.rawValue),"asking":{"mode":"nobody"}}"#
    #expect(await room.post(body).status == 201)
    let off = await web.send(
      .put, "/app/v1/duty",
      headers: ["Authorization": "Bearer \(ana.token)", "Content-Type": "application/json"],
      body: #"{"state":"off_duty"}"#)
    #expect(off.status == 200)
    #expect(await room.post(body).status == 200)
    let new = await room.post(body, once: "k2")
    #expect(try new.status == 400 && (new.fields()) == ["responder"])
  }

  @Test("Outlets and colleagues are places, their region is found, those picked are asked at once")
  func places() async throws {
    let web = try TestWeb()
    let room = try ControlRoom(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    let kiosk = try #require(Position(latitude: 46.5, longitude: 14.5))
    try web.store.visits.addRegionsAndOutlets(
      regions: [], outlets: [NewOutlet(name: "Harbour kiosk", position: kiosk)], slug: "north")
    let picks = "[\(bor.id.rawValue),\(ana.id.rawValue)]"
    let atKiosk = try await room.post(
      #"{"title":"a","outlet":1,"asking":{"mode":"parallel","picks":\#(picks),"answer_s":90}}"#
    ).object()
    #expect(atKiosk["place"] as? String == "Harbour kiosk" && atKiosk["lat"] as? Double == 46.5)
    let asked = (atKiosk["offers"] as? [[String: Any]])?.compactMap { $0["responder"] as? String }
    #expect(Set(asked ?? []) == ["Ana", "Bor"])
    #expect((atKiosk["asking"] as? [String: Any])?["answer_s"] as? Double == 90)
    let near = try await room.post(
      #"{"title":"b","responder":\#(ana.id.rawValue),"asking":{"mode":"nobody"}}"#, once: "k2"
    ).object()
    #expect(near["lat"] as? Double == 46.01 && near["state"] as? String == "open")
  }

  @Test("What is wrong is named, nothing is opened, and the key is still free")
  func refused() async throws {
    let web = try TestWeb()
    let (room, desk) = (try ControlRoom(web), try DispatchDesk(web))
    let cases: [(String, [String])] = [
      (#"{"lat":46,"lng":14}"#, ["title"]), (#"{"title":"a","lat":460,"lng":14}"#, ["lat"]),
      (#"{"title":"a","outlet":9}"#, ["outlet"]), (#"{"title":"a","responder":9}"#, ["responder"]),
      (#"{"title":"a","lat":46,"lng":14,"region":"Moon"}"#, ["region"]),
      (#"{"title":"a","lat":46,"lng":14,"asking":{"mode":"parallel","picks":[9]}}"#, ["asking.picks"]),
      (#"{"title":"a","lat":46,"lng":14,"asking":{"answer_s":1}}"#, ["asking.answer_s"]),
    ]
    for (body, fields) in cases {
      let answer = await room.post(body)
      #expect(answer.status == 400 && answer.code == "VALIDATION_ERROR", "\(body)")
      #expect(try answer.fields() == fields, "\(body)")
    }
    #expect(await room.post("{").code == "MALFORMED_JSON")
    #expect(await room.post(fall, once: nil).code == "IDEMPOTENCY_KEY_REQUIRED")
    for key in ["a b", String(repeating: "x", count: 65), "\"\"", "é"] {
      let answer = await room.post(fall, once: key)
      #expect(answer.status == 400 && answer.code == "IDEMPOTENCY_KEY_INVALID", "\(key)")
    }
    #expect(await room.post(fall, type: "text/plain").status == 415)
    #expect(await room.post(fall, type: nil).status == 415)
    #expect(try web.store.dispatch.incidents(of: desk.workspace.id).matching == 0)
    #expect(await room.post(fall, once: String(repeating: "x", count: 64)).status == 201)
    #expect(await room.post(fall).status == 201)
  }

  @Test("Nobody of those picked can be asked: refused with the reason, and nothing is opened")
  func nobody() async throws {
    let web = try TestWeb()
    let (room, desk) = (try ControlRoom(web), try DispatchDesk(web))
    let ana = try await DispatchPhone(web, "Ana")
    web.pass(seconds: 100)
    let body = #"{"title":"a","lat":46,"lng":14,"asking":{"mode":"parallel","picks":[\#(ana.id.rawValue)]}}"#
    let answer = await room.post(body)
    #expect(answer.status == 409 && answer.text.contains("Ana cannot be asked now: degraded"))
    #expect(try web.store.dispatch.incidents(of: desk.workspace.id).matching == 0)
    // Down the ranking it is opened all the same, and says that it is unassigned.
    let ranked = try await room.post(#"{"title":"a","lat":46,"lng":14}"#).object()
    #expect(ranked["state"] as? String == "unassigned")
  }

  @Test("It is asked about, taken back, noted, ended and opened again")
  func acted() async throws {
    let web = try TestWeb()
    let room = try ControlRoom(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    _ = await room.post(#"{"title":"a","lat":46,"lng":14,"asking":{"mode":"nobody"}}"#)
    let asked = try await room.act("offers", #"{"mode":"parallel","picks":[\#(ana.id.rawValue)]}"#, on: 1)
      .object()
    let offer = try #require((asked["offers"] as? [[String: Any]])?.first?["id"] as? Int)
    #expect(await ana.post("offers/\(offer)/accept").status == 200)
    #expect(await room.act("offers", on: 1).status == 409)
    let taken = try await room.act("reassign", #"{"reason":"no car"}"#, on: 1).object()
    let offers = try #require(taken["offers"] as? [[String: Any]])
    #expect(offers.first?["responder_id"] as? Int == Int(bor.id.rawValue))
    #expect(try await room.act("notes", #"{"note":"He is awake."}"#, on: 1).object()["id"] as? Int == 1)
    #expect(try await room.act("resolve", on: 1).object()["state"] as? String == "resolved")
    #expect(await room.act("resolve", on: 1).status == 200)
    let conflict = await room.act("cancel", on: 1)
    #expect(conflict.status == 409 && conflict.code == "CONFLICT")
    #expect(try await room.act("reopen", on: 1).object()["state"] as? String == "open")
    #expect(try await room.act("cancel", on: 1).object()["state"] as? String == "cancelled")
    for (action, body, fields) in [
      ("offers", #"{"mode":"nobody"}"#, ["mode"]),
      ("offers", #"{"mode":"parallel","picks":[99]}"#, ["picks"]),
      ("notes", "{}", ["note"]), ("reassign", #"{"reason":1}"#, ["reason"]),
    ] {
      let answer = await room.act(action, body, on: 1)
      #expect(try answer.status == 400 && (answer.fields()) == fields, "\(action) \(body)")
    }
  }

  @Test("Only a key may, only with the permission, only in its workspace", arguments: Role.allCases)
  func access(_ role: Role) async throws {
    let web = try TestWeb()
    let south = try ControlRoom(web, role: .owner, slug: "south")
    #expect(await south.post(fall, slug: "south").status == 201)
    let room = try ControlRoom(web, role: role)
    let may = role.allows(.manageIncidents)
    #expect(await room.post(fall, slug: "south").status == 404)
    #expect(await room.post(fall).status == (may ? 201 : 403))
    for action in ["offers", "reassign", "resolve", "cancel", "reopen", "notes"] {
      // The other workspace's incident: 1. Ours, when there is one: 2.
      let foreign = await room.act(action, action == "notes" ? #"{"note":"x"}"# : "", on: 1)
      #expect(foreign.status == (may ? 404 : 403), "\(action)")
      #expect(await room.act(action, on: 99).status == (may ? 404 : 403), "\(action)")
    }
    #expect(await room.act("cancel", on: 2).status == (may ? 200 : 403))
    // A browser's cookie does not open incidents by JSON: another site could send it.
    let desk = try DispatchDesk(web, role: role)
    let headers = [
      "Cookie": "rollcall=\(desk.cookie)", "Content-Type": "application/json", "Idempotency-Key": "k9",
    ]
    #expect(await web.send(.post, "/w/north/incidents", headers: headers, body: fall).status == 403)
    #expect(
      await web.send(.post, "/w/north/incidents/2/cancel.json", headers: headers, body: "").status == 403)
  }
}
