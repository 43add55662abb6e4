import StoreSupport
import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("The files of a day's visits are made while they are taken")
struct VisitFileTests {
  private let web: TestWeb
  private let auditor: DispatchDesk

  init() throws {
    web = try TestWeb()
    auditor = try DispatchDesk(web, role: .auditor)
  }

  /// Plans visits to two places in turn, one after the other.
  private func plan(_ count: Int, _ id: Responder.ID) throws -> [Visit.ID] {
    let workspace = auditor.workspace.id
    let outlets = try [46.0101, 46.0301].map { latitude in
      NewOutlet(name: "O \(latitude)", position: try #require(Position(latitude: latitude, longitude: 14)))
    }
    _ = try web.store.visits.importOutlets(outlets, in: .test(workspace, "t"))
    let places = try web.store.visits.outlets(of: workspace)
    let day = try #require(CivilDate(isoDay: "2026-11-21"))
    let visits = try (0..<count).map { index in
      NewVisit(
        responder: id, outlet: places[index % 2].id,
        window: try #require(VisitWindow(day: day, from: index, to: index + 60)))
    }
    return try web.store.visits.planVisits(visits, in: .test(workspace, "t"))
  }

  private func check(_ step: String, _ visit: Visit.ID, _ phone: DispatchPhone, lat: Double) async {
    let at = web.store.clock().milliseconds
    let answer = await phone.post(
      "visits/\(visit.rawValue)/\(step)",
      #"{"lat":\#(lat),"lng":14,"is_mock":false,"accuracy_m":5,"recorded_at":\#(at)}"#)
    #expect(answer.status == 200, "\(answer.text)")
  }

  private func asked(_ file: String) async -> Response {
    await web.response(
      .get, "/w/north/\(file)?day=2026-11-21", headers: ["Cookie": "rollcall=\(auditor.cookie)"])
  }

  private func visits(_ answer: TestAnswer) throws -> [[String: Any]] {
    let all = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
    return try #require(all?["visits"] as? [[String: Any]], "\(answer.text)")
  }

  @Test("A way is measured when its part is made, not before the first byte")
  func streamed() async throws {
    let phone = try await DispatchPhone(web, "Ana")
    let ids = try plan(2, phone.id)
    await check("check-in", ids[0], phone, lat: 46.0101)
    web.pass(seconds: 60)
    await check("check-out", ids[0], phone, lat: 46.0101)
    web.pass(seconds: 600)
    await check("check-in", ids[1], phone, lat: 46.0301)
    let (csv, json) = (await asked("visits.csv"), await asked("visits.json"))
    // A detour that comes late: straight it is 2,224 m.
    let at = web.store.clock().milliseconds - 360_000
    let late = await web.upload(
      phone.token, #"{"pings":[{"lat":46.05,"lng":14,"is_mock":false,"recorded_at":\#(at)}]}"#,
      headers: ["X-Idempotency-Key": UUID().uuidString])
    #expect(late.status == 201)
    let row = TestAnswer(csv).text.split(separator: "\r\n").last?.split(separator: ",")
    let metres = try #require(row?.dropLast().last.flatMap { Double($0) })
    #expect(metres > 6_000)
    let way = try visits(TestAnswer(json)).last?["way"] as? [String: Any]
    let same = try #require(way?["m"] as? Double)
    #expect(same == metres)
  }

  @Test(
    "More visits than a part, and none, are whole files",
    arguments: [0, VisitParts.size, 2 * VisitParts.size + 1])
  func parts(count: Int) async throws {
    let phone = try await DispatchPhone(web, "Ana")
    let ids = try plan(count, phone.id)
    let shown = try visits(TestAnswer(await asked("visits.json")))
    #expect(shown.compactMap { $0["id"] as? Int } == ids.map { Int($0.rawValue) })
    #expect(TestAnswer(await asked("visits.csv")).text.split(separator: "\r\n").count == count + 1)
  }
}
