import HTTPTypes
import Rollcall
import RollcallStore
import StoreSupport
import Testing

@testable import RollcallWeb

@Suite("Two records of one person become one")
struct MergeTests {
  private let web: TestWeb
  private let admin: DispatchDesk
  private let (ana, other): (Responder.ID, Responder.ID)

  init() throws {
    web = try TestWeb()
    admin = try DispatchDesk(web, role: .admin)
    (ana, other) = (try web.phone("Ana Novak").id, try web.phone("Novak A.").id)
    let scope = Scope.test(admin.workspace.id, "member:1")
    _ = try web.store.fleet.changePerson(ana, in: scope) { ($0.skills, $0.region) = ("medic", "East") }
    _ = try web.store.fleet.changePerson(other, in: scope) {
      ($0.phone, $0.externalID, $0.region) = ("+38640123456", "R-7", "North")
      $0.skills = "medic=2027-03-31;boat=2027-03-31"
    }
  }

  private func person(_ id: Responder.ID) throws -> Responder {
    try #require(web.store.boards.entry(of: id, in: admin.workspace.id)?.person)
  }

  private var path: String { "responders/\(ana.rawValue)/merge" }

  @Test("The other one is chosen, both are told, and the kept one gets what it lacks")
  func merged() async throws {
    #expect(await admin.get(path).text.plain.contains("Novak A., R-7, Family, North"))
    let question = await admin.get("\(path)?duplicate=\(other.rawValue)").text.plain
    #expect(
      question.contains("Ana Novak gets the telephone number, the id R-7, the skills of the other record"))
    #expect(!question.contains("+386"))
    let answer = await admin.post(path, ["duplicate": "\(other.rawValue)"])
    #expect(answer.status == 303 && answer.header("Location") == "/w/north/responders/\(ana.rawValue)")
    let (kept, left) = (try person(ana), try person(other))
    #expect(kept.phone == "+38640123456" && kept.externalID == "R-7" && kept.region == "East")
    #expect(kept.skills.text == "medic;boat=2027-03-31")
    #expect(!left.isActive && left.phone == nil && left.externalID == nil)
    #expect(await admin.get("responders/\(ana.rawValue)").text.contains(">Novak A.</bdi></a>"))
    let old = await admin.get("responders/\(other.rawValue)").text
    #expect(
      old.contains("Merged into <a href=\"/w/north/responders/\(ana.rawValue)\"><bdi>Ana Novak</bdi></a>"))
    #expect(
      try web.audit().contains {
        $0.action == "responder.merge" && $0.detail == "responder \(other.rawValue)"
      })
    // Their history is in two places: an erasure says so.
    let owner = try DispatchDesk(web, role: .owner)
    let warning = await owner.get("responders/\(ana.rawValue)/erase").text
    #expect(warning.contains("Other records of this person stay:") && warning.contains(">Novak A.</bdi></a>"))
    // Whoever is active again is somebody else after all.
    try web.store.phones.setActive(true, other, in: .test(admin.workspace.id, "member:1"))
    #expect(try web.store.phones.merges(of: ana, in: admin.workspace.id).from.isEmpty)
  }

  @Test("The phone of the duplicate is signed out; a second merge carries the first along")
  func phones() async throws {
    let third = try web.phone("A. N.")
    #expect(
      await admin.post("responders/\(other.rawValue)/merge", ["duplicate": "\(third.id.rawValue)"]).status
        == 303)
    let upload = await web.send(.get, "/app/v1/me", headers: ["Authorization": "Bearer \(third.token)"])
    #expect(upload.status == 401)
    #expect(await admin.post(path, ["duplicate": "\(other.rawValue)"]).status == 303)
    #expect(try web.store.phones.merges(of: ana, in: admin.workspace.id).from == [other, third.id])
  }

  @Test(
    "Nobody is merged with themselves, with nobody, with a foreigner, while asked to help, or by a dispatcher"
  )
  func refused() async throws {
    for text in ["", "0", "x", "\(ana.rawValue)", "\(try web.phone("Foreign", slug: "south").id.rawValue)"] {
      let answer = await admin.post(path, ["duplicate": text])
      #expect([400, 404].contains(answer.status), "\(text): \(answer.status)")
    }
    let busy = try await DispatchPhone(web, "Busy")
    _ = try web.store.dispatch.open(
      IncidentOpening(
        NewIncident(
          kind: .incident, title: "Fall", severity: .high,
          position: try #require(Position(latitude: 46, longitude: 14))), asking: Asking(.automatic)),
      in: .test(admin.workspace.id, "member:1"))
    let answer = await admin.post(path, ["duplicate": "\(busy.id.rawValue)"])
    #expect(answer.status == 400 && answer.text.contains("The duplicate has an offer or an incident."))
    let dispatcher = try DispatchDesk(web, role: .dispatcher)
    #expect(await dispatcher.post(path, ["duplicate": "\(other.rawValue)"]).status == 403)
    #expect(try person(other).isActive && person(busy.id).isActive)
  }

  @Test("A program merges by id, and is told the person who is kept")
  func program() async throws {
    let key = try web.store.members.issueAPIKey(slug: "north", name: "hr", role: .admin).text
    func post(_ body: String) async -> TestAnswer {
      await web.send(
        .post, "/w/north/\(path).json",
        headers: ["Authorization": "Bearer \(key)", "Content-Type": "application/json"], body: body)
    }
    for wrong in ["{}", #"{"duplicate_id":"x"}"#] { #expect(await post(wrong).status == 400, "\(wrong)") }
    #expect(await post(#"{"duplicate_id":99999}"#).status == 404)
    let answer = await post("{\"duplicate_id\":\(other.rawValue)}")
    #expect(answer.status == 200 && answer.text.contains("\"external_id\":\"R-7\""))
  }
}
