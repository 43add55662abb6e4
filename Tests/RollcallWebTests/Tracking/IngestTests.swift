import StoreSupport
import Foundation
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("The door for foreign apps")
struct IngestTests {
  private let web: TestWeb
  private let id: Responder.ID
  private let workspace: Workspace

  init() throws {
    web = try TestWeb()
    id = try web.store.fleet.addResponders([NewResponder(name: "Ana", profile: "family")], slug: "north")[0]
    let found = try web.store.fleet.workspace(slug: "north")
    workspace = try #require(found)
  }

  private func issue(_ adapter: Adapter) throws -> IssuedAdapterDevice {
    try web.store.phones.issueAdapterDevice(
      adapter, AdapterDeviceSettings(name: "App"), for: id, in: .test(workspace.id, "x"))
  }

  private static let report =
    #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1795251590,"acc":9,"batt":83}"#

  private func stored() throws -> Int {
    let filter = PingFilter(
      from: Timestamp(milliseconds: 0), to: Timestamp(milliseconds: .max), responder: id)
    return try web.store.tracking.history(of: workspace, filter, after: nil, limit: 1_000).count
  }

  @Test("A secret is known in the path and in whichever way an app writes it in the head")
  func credentials() async throws {
    let secret = try issue(.owntracks).secret.text
    let fields = [
      "Bearer \(secret)", "bearer \(secret)", secret, "Basic \(secret):",
      "Basic \(Data("user:\(secret)".utf8).base64EncodedString())",
      "Basic \(Data(":\(secret)".utf8).base64EncodedString())",
    ]
    for field in fields {
      let answer = await web.send(
        .post, "/ingest/owntracks", headers: ["Authorization": field], body: Self.report)
      #expect(answer.status == 200, "\(field.prefix(10))")
      #expect(answer.text == "[]")
    }
    let answer = await web.send(.post, "/ingest/t/\(secret)/owntracks?u=user&d=device", body: Self.report)
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.header("Referrer-Policy") == "no-referrer")
    #expect(try stored() == 1)
    let row = try #require(web.store.liveness.board(of: workspace.id).first { $0.id == id })
    #expect(row.live.status == .online)
  }

  @Test("An unknown secret, a revoked one, another adapter and one that does not exist are answered alike")
  func denied() async throws {
    let (device, revoked) = (try issue(.owntracks), try issue(.owntracks))
    try web.store.phones.revokeAdapterDevice(revoked.device.id, in: .test(workspace.id, "x"))
    let phone = try web.phone("Bor")
    var answers: [TestAnswer] = []
    for path in [
      "/ingest/t/unknown/owntracks", "/ingest/t/\(device.secret.text)/overland", "/ingest/t/unknown/overland",
      "/ingest/t/\(device.secret.text)/nonsense", "/ingest/t/\(revoked.secret.text)/owntracks",
      "/ingest/owntracks", "/ingest/nonsense",
    ] { answers.append(await web.send(.post, path, body: Self.report)) }
    for field in [
      "Bearer \(phone.token)", "Bearer", "Basic !!!", "Digest x y", "Basic \(device.secret.text)x:",
    ] {
      answers.append(
        await web.send(.post, "/ingest/owntracks", headers: ["Authorization": field], body: Self.report))
    }
    #expect(Set(answers.map(\.status)) == [401])
    #expect(Set(answers.map(\.text)).count == 1)
    #expect(try stored() == 0)
  }

  @Test("HEAD and OPTIONS tell nobody anything")
  func asking() async {
    for path in ["/ingest/owntracks", "/ingest/t/whatever/overland", "/ingest/nonsense"] {
      for method in [HTTPRequest.Method.head, .options] {
        let answer = await web.send(method, path)
        #expect(answer.status == 204)
        #expect(answer.text.isEmpty)
      }
    }
  }

  @Test("Overland asks whose phone it is")
  func name() async throws {
    let secret = try issue(.overland).secret.text
    let answer = await web.get("/ingest/overland", key: secret)
    #expect(answer.text == #"{"name":"Ana"}"#)
  }

  @Test(
    "An address that is opened in a browser is answered and is no contact",
    arguments: [Adapter.osmand, .flat, .gpslogger, .transistor, .owntracks])
  func opened(adapter: Adapter) async throws {
    let issued = try issue(adapter)
    let answer = await web.get("/ingest/t/\(issued.secret.text)/\(adapter.rawValue)")
    #expect(answer.status == 200)
    let found = try web.store.phones.adapterDevice(issued.device.id, in: workspace.id)
    #expect(try #require(found).lastContact == nil)
    #expect(web.store.boards.entry(of: id, in: workspace.id)?.live.lastContact == nil)
    #expect(await web.get("/ingest/t/wrong/\(adapter.rawValue)").status == 401)
  }

  @Test("What can be read is taken, with bad records dropped and counted; a broken body alone is refused")
  func poison() async throws {
    let issued = try issue(.flat)
    let path = "/ingest/t/\(issued.secret.text)/flat"
    for body in ["{}", #"[{"lat":91,"lng":0}]"#, #"{"lat":1,"lng":2,"time":-5}"#, "garbage"] {
      let answer = await web.send(.post, path, body: body)
      #expect(answer.status == 200)
      #expect(answer.text == #"{"ok":true,"stored":0}"#)
    }
    #expect(await web.send(.post, path, body: #"{"lat":1"#).status == 400)
    #expect(await web.send(.put, path, body: #"{"lat":1,"lng":2}"#).text == #"{"ok":true,"stored":1}"#)
    #expect(await web.get(path + "?lat=1.5&lng=2").text == #"{"ok":true,"stored":1}"#)
    let found = try web.store.phones.adapterDevice(issued.device.id, in: workspace.id)
    let view = try #require(found)
    #expect(
      view.drops.map { "\($0.reason) \($0.count)" }.sorted() == [
        "bad_coordinates 3", "broken_body 1", "clock_error 1",
      ])
    #expect(view.lastContact != nil)
    let metrics = await web.get("/metrics").text
    #expect(metrics.contains(#"rollcall_ingest_dropped_total{adapter="flat",reason="bad_coordinates"} 3"#))
    #expect(!metrics.contains(issued.secret.text))
  }

  @Test("Bodies are as large as the app needs, and no larger")
  func size() async throws {
    let (flat, overland) = (try issue(.flat), try issue(.overland))
    let filler = String(repeating: " ", count: 70_000)
    #expect(await web.send(.post, "/ingest/t/\(flat.secret.text)/flat", body: filler).status == 413)
    let batch = #"{"locations":[]}"# + filler
    #expect(await web.send(.post, "/ingest/t/\(overland.secret.text)/overland", body: batch).status == 200)
    // OwnTracks on iOS sends a photo with a position
    let photo = String(repeating: "QUJD", count: 100_000)
    let report = Self.report.dropLast() + #","image":"\#(photo)","imagename":"roof"}"#
    let path = "/ingest/t/\(try issue(.owntracks).secret.text)/owntracks"
    #expect(await web.send(.post, path, body: String(report)).status == 200)
    #expect(try stored() == 1)
  }

  @Test("Several hundred positions in one body are all on disk when it is answered")
  func large() async throws {
    let secret = try issue(.overland).secret.text
    let features = (0..<333).map { number in
      """
      {"geometry":{"coordinates":[14.5,\(46 + Double(number) / 10_000)]},"properties":{"timestamp":\
      "2026-11-21T08:\(String(format: "%02d:%02d", number / 60, number % 60))Z"}}
      """
    }
    let answer = await web.send(
      .post, "/ingest/t/\(secret)/overland", body: #"{"locations":[\#(features.joined(separator: ","))]}"#)
    #expect(answer.text == #"{"result":"ok"}"#)
    #expect(try stored() == 333)
  }

  @Test("Whoever sends too much is told to come back, not that what it sent is bad")
  func tooMuch() async throws {
    let secret = try issue(.owntracks).secret.text
    for _ in 0..<2_000 { #expect(web.web.limits.apps.consume(AdapterDevice.ID(1), now: TestWeb.start)) }
    let answer = await web.send(.post, "/ingest/t/\(secret)/owntracks", body: Self.report)
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "5")
    web.pass(seconds: 1)
    #expect(await web.send(.post, "/ingest/t/\(secret)/owntracks", body: Self.report).status == 200)
  }
}
