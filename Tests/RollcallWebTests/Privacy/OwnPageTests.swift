import StoreSupport
import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("People's own pages")
struct OwnPageTests {
  private let web: TestWeb
  private let admin: AccountDesk

  init() throws {
    web = try TestWeb()
    admin = try AccountDesk(web, .admin)
  }

  /// The path of somebody's own page, made as an admin makes it.
  private func link(_ id: Responder.ID, days: String = "90") async throws -> String {
    let answer = await admin.post(
      "/w/north/responders/\(id.rawValue)/own-link", ["do": "make", "days": days])
    return String(try #require(answer.text.firstMatch(of: #/\/me\/[A-Za-z0-9_-]{43}/#)).output)
  }

  private func someone(_ name: String = "Ana", slug: String = "north") throws -> Responder.ID {
    try web.store.fleet.addResponders([NewResponder(name: name, profile: "family")], slug: slug)[0]
  }

  private static let ping =
    #"{"pings":[{"lat":46.05,"lng":14.5,"is_mock":false,"sequence":1,"recorded_at":1795251599000,"accuracy_m":9,"battery_level":0.83}]}"#

  @Test("it says what the console sees, and is nobody else's to keep")
  func page() async throws {
    let phone = try web.phone("Ana")
    _ = await web.upload(phone.token, Self.ping, headers: ["X-Idempotency-Key": "k"])
    let page = await web.get(try await link(phone.id))
    #expect(page.status == 200)
    for words in ["Ana", "Online", "83 %", "9 m", "All is well with your phone."] {
      #expect(page.text.contains(words), "\(words)")
    }
    // Positions are on their own page of history, which is noted
    #expect(!page.text.contains("46.05"))
    #expect(page.header("Referrer-Policy") == "no-referrer" && page.header("Cache-Control") == "no-store")
    #expect(page.header("X-Robots-Tag") == "noindex, nofollow")
  }

  @Test("it ends with its last day, when it is taken back, replaced, or the person made inactive or erased")
  func ends() async throws {
    let id = try someone()
    for days in ["0", "366", "x", ""] {
      let answer = await admin.post(
        "/w/north/responders/\(id.rawValue)/own-link", ["do": "make", "days": days])
      #expect(answer.status == 400 && !answer.text.contains("/me/"), "\(days)")
    }
    let first = try await link(id)
    let second = try await link(id)
    #expect(await web.get(first).status == 404)
    #expect(await web.get(second).status == 200)
    _ = await admin.post("/w/north/responders/\(id.rawValue)/own-link", ["do": "revoke"])
    #expect(await web.get(second).status == 404)
    let third = try await link(id)
    try web.store.phones.setActive(false, id, in: .test(Workspace.ID(1), "test"))
    #expect(await web.get(third).status == 404)
    try web.store.phones.setActive(true, id, in: .test(Workspace.ID(1), "test"))
    // Not by coming back: whoever had it may have lost it
    #expect(await web.get(third).status == 404)
    let other = try someone("Bor")
    let (fourth, fifth) = (try await link(id, days: "1"), try await link(other))
    try web.store.privacy.erase(other, in: .test(Workspace.ID(1), "test"))
    #expect(await web.get(fifth).status == 404)
    web.pass(seconds: 86_399)
    #expect(await web.get(fourth).status == 200)
    web.pass(seconds: 1)
    #expect(await web.get(fourth).status == 404)
  }

  @Test("where nothing can be read there is nothing to guess, and whoever tries is slowed down")
  func guessing() async throws {
    var statuses: Set<Int> = []
    for _ in 0..<40 { statuses.insert(await web.get("/me/\(Secret.random().text)").status) }
    #expect(statuses == [404, 429])
    let mine = try await link(try someone())
    for _ in 0..<60 { #expect(await web.get(mine).status == 200) }
  }

  @Test("duty is switched by whoever has no app that does, and not by others")
  func duty() async throws {
    let id = try someone()
    let mine = try await link(id)
    #expect(await web.get(mine).text.contains("value=\"on\""))
    #expect(await web.form("\(mine)/duty", "duty=on").header("Location") == "\(mine)?done=duty")
    #expect(web.store.boards.entry(of: id, in: Workspace.ID(1))?.live.duty == .onDuty)
    // It says nothing of the phone
    #expect(web.store.boards.entry(of: id, in: Workspace.ID(1))?.live.lastContact == nil)
    #expect(await web.form("\(mine)/duty", "duty=perhaps").status == 400)
    #expect(
      await web.form("\(mine)/duty", "duty=off", headers: ["Sec-Fetch-Site": "cross-site"]).status == 400)
    #expect(web.store.boards.entry(of: id, in: Workspace.ID(1))?.live.duty == .onDuty)
    #expect(await admin.post("/w/north/responders/\(id.rawValue)/duty", ["duty": "off"]).status == 303)
    #expect(web.store.boards.entry(of: id, in: Workspace.ID(1))?.live.duty == .offDuty)
    let withApp = try web.phone("Bor")
    #expect(await !web.get(try await link(withApp.id)).text.contains("name=\"duty\""))
  }

  @Test("what is wrong is told with what to do about it on this phone")
  func trouble() async throws {
    let phone = try web.phone("Ana")
    _ = await web.upload(phone.token, Self.ping, headers: ["X-Idempotency-Key": "k"])
    web.pass(seconds: 600)
    let mine = try await link(phone.id)
    let agents = [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)": ("iPhone", "Samsung"),
      "Mozilla/5.0 (Linux; Android 15; SM-S921B)": ("Samsung", "Background App Refresh"),
    ]
    for (agent, (there, away)) in agents {
      let text = await web.send(.get, mine, headers: ["User-Agent": agent]).text
      #expect(text.contains("Nothing has come from your phone for too long."))
      #expect(text.contains(there) && !text.contains(away), "\(agent)")
    }
  }

  @Test("their history is theirs alone, and noted")
  func history() async throws {
    let (ana, bor) = (try web.phone("Ana"), try web.phone("Bor"))
    _ = await web.upload(ana.token, Self.ping, headers: ["X-Idempotency-Key": "k"])
    _ = await web.upload(
      bor.token, Self.ping.replacing("46.05", with: "41.99"), headers: ["X-Idempotency-Key": "k"])
    let mine = try await link(ana.id)
    let page = await web.get("\(mine)/history?responder=\(bor.id.rawValue)")
    #expect(page.text.contains("46.05000, 14.50000") && !page.text.contains("41.99"))
    #expect(await web.get("\(mine)/history?day=2026-11-20").text.contains("Nothing is kept of this day."))
    #expect(await web.get("\(mine)/history?day=yesterday").text.contains("46.05000"))
    // Nobody waits for the note; what is written after it comes after it.
    try web.store.phones.revokeOwnLink(of: ana.id, in: .test(Workspace.ID(1), "test"))
    let looks = try web.audit().filter { $0.action == "look.own-history" }
    #expect(looks.map(\.actor) == ["responder:\(ana.id.rawValue)"])
    #expect(looks.map(\.origin) == ["phone"])
  }

  @Test("a request comes into the inbox, once")
  func requests() async throws {
    let id = try someone()
    let mine = try await link(id)
    for _ in 0..<2 { #expect(await web.form("\(mine)/requests", "kind=erase").status == 303) }
    let open = try web.store.privacy.privacyRequests(of: Workspace.ID(1), areOpen: true)
    #expect(open.map(\.kind) == [.erase] && open.map(\.responder) == [id])
    #expect(await web.get(mine).text.contains("You have asked that everything be erased"))
    #expect(await web.form("\(mine)/requests", "kind=money").status == 400)
  }

  @Test("what they say of an incident is called seen only where it was taken, else too late")
  func assignment() async throws {
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web)
    let mine = try await link(ana.id)
    let incident = try await desk.open(offer: ana.id)
    let offers = try await ana.get("offers").data()["offers"] as? [[String: Any]]
    let offer = try #require(offers?.first?["id"] as? Int)
    #expect(
      await web.form("\(mine)/offers", "offer=\(offer)&answer=accept").header("Location")
        == "\(mine)?done=taken")
    let own = try #require(try await ana.get("assignment").data()["id"] as? Int)
    let others = try await link(try someone("Bor"))
    for (page, id, report, done) in [
      (others, own, "complete", "late"), (mine, own + 1, "arrived", "late"),
      (mine, own, "arrived", "arrived"),
      (mine, own, "complete", "complete"), (mine, own, "complete", "complete"),
      (mine, own, "arrived", "late"),
    ] {
      let answer = await web.form("\(page)/assignment", "assignment=\(id)&report=\(report)")
      #expect(answer.header("Location") == "\(page)?done=\(done)", "\(report)")
    }
    #expect(await web.form("\(mine)/assignment", "assignment=\(own)&report=gone").status == 404)
    #expect(try await desk.json("incidents/\(incident).json")["state"] as? String == "resolved")
  }

  @Test("only those who manage people make and take back links")
  func who() async throws {
    let id = try someone()
    for role in [Role.dispatcher, .auditor, .viewer] {
      let desk = try AccountDesk(web, role, email: "\(role.rawValue)@example.org")
      let answer = await desk.post(
        "/w/north/responders/\(id.rawValue)/own-link", ["do": "make", "days": "9"])
      #expect(answer.status == 403)
    }
    let foreign = try someone("Bor", slug: "south")
    for path in ["own-link", "duty", "connect"] {
      #expect(
        await admin.post("/w/north/responders/\(foreign.rawValue)/\(path)", ["do": "make"]).status == 404)
    }
    #expect(try web.store.phones.ownLink(of: id, in: Workspace.ID(1)) == nil)
  }
}
