import StoreSupport
import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Connecting a phone with an app that is not ours")
struct ConnectTests {
  private let web: TestWeb
  private let admin: AccountDesk
  private let person: Responder.ID
  private var path: String { "/w/north/responders/\(person.rawValue)/connect" }

  init() throws {
    web = try TestWeb()
    admin = try AccountDesk(web, .admin)
    person = try web.store.fleet.addResponders(
      [NewResponder(name: "Ana <b>", profile: "family")], slug: "north")[0]
  }

  private func make(_ app: PhoneApp, _ fields: [String: String] = [:]) async -> TestAnswer {
    let form = ["app": app.rawValue, "name": "", "on_duty": "60", "on_mission": "15"]
    return await admin.post(path, form.merging(fields) { $1 })
  }

  /// The secret that stands on a page: in the link for the phone's browser.
  private func secret(_ page: TestAnswer) throws -> String {
    String(try #require(page.text.firstMatch(of: #/\/connect\/([A-Za-z0-9_-]{43})/#)).output.1)
  }

  private func devices() throws -> [AdapterDeviceView] {
    try web.store.phones.adapterDevices(of: person, in: Workspace.ID(1))
  }

  @Test("an app gets a code once; the page then waits for its first report", arguments: PhoneApp.allCases)
  func code(app: PhoneApp) async throws {
    let made = await make(app)
    #expect(made.status == 200 && made.text.contains("Set up \(app.name)"))
    let device = try #require(try devices().first)
    #expect(device.device.adapter == app.adapter && device.device.name == app.shortName)
    #expect(device.device.ownIntervals == ReportIntervals(onDuty: 60, onMission: 15))
    #expect(made.text.contains("Waiting for the first report of \(app.shortName)"))
    #expect(made.text.contains("class=\"qr\"") != app.isCode)
    // A page that loaded itself again would lose the code
    #expect(!made.text.contains("http-equiv=\"refresh\""))
    let again = await admin.get(path)
    #expect(again.text.contains("http-equiv=\"refresh\"") && !again.text.contains("class=\"qr\""))
    if !app.isCode {
      #expect(web.store.adapters.find(secret: try secret(made))?.id == device.device.id)
      #expect(!again.text.contains(try secret(made)))
    }
  }

  @Test("what is wrong is told, and nothing is made")
  func wrong() async throws {
    for fields in [
      ["app": "nokia"], ["on_duty": "0"], ["on_duty": ""], ["on_mission": "86401"], ["on_duty": "1.5"],
      ["name": String(repeating: "x", count: 201)], ["name": "a\nb"],
    ] {
      let answer = await make(.overland, fields)
      #expect(answer.status == 400 && answer.text.contains("Please correct this first"), "\(fields)")
    }
    #expect(try devices().isEmpty)
    #expect(
      await web.form(path, "app=overland", headers: ["Cookie": "rollcall=\(admin.cookie)"]).status == 400)
    #expect(await admin.get("/w/north/responders/999/connect").status == 404)
  }

  @Test("the interval is the profile's unless somebody says otherwise")
  func interval() async throws {
    #expect(await admin.get(path).text.contains("name=\"on_duty\" type=\"text\" value=\"60\""))
  }

  @Test("a device's settings are changed, its secret replaced, and revoked")
  func device() async throws {
    let old = try secret(await make(.owntracks))
    let id = try #require(try devices().first).device.id.rawValue
    let page = await admin.get("/w/north/devices/\(id)")
    #expect(page.text.contains("whether a position is simulated") && page.text.contains("Remote commands"))
    let fields = ["name": "Van", "on_duty": "300", "on_mission": "30", "commands": "no"]
    #expect(await admin.post("/w/north/devices/\(id)", fields).status == 303)
    let changed = try #require(try devices().first).device
    #expect(changed.name == "Van" && !changed.takesCommands)
    #expect(changed.ownIntervals == ReportIntervals(onDuty: 300, onMission: 30))
    let bad = await admin.post("/w/north/devices/\(id)", ["name": "", "on_duty": "x", "unit": "mph"])
    #expect(bad.status == 400 && bad.text.contains("There is no such unit."))
    // Another secret: the old one is worth nothing at once, and the settings stay
    let replaced = await admin.post("/w/north/devices/\(id)/replace")
    let new = try secret(replaced)
    #expect(new != old && replaced.text.contains("The old secret has stopped working."))
    #expect(web.store.adapters.find(secret: old)?.revokedAt != nil)
    let device = try #require(web.store.adapters.find(secret: new))
    #expect(device.revokedAt == nil && device.name == "Van")
    #expect(await admin.get("/w/north/devices/\(id)").status == 404)
    #expect(await admin.post("/w/north/devices/\(device.id.rawValue)/revoke").status == 303)
    #expect(web.store.adapters.find(secret: new)?.revokedAt != nil)
    #expect(try devices().isEmpty)
    #expect(await admin.post("/w/north/devices/\(device.id.rawValue)/revoke").status == 404)
  }

  @Test("the phone's own browser finds the link, and GPSLogger its file, by the secret alone")
  func setUp() async throws {
    let made = try secret(await make(.gpslogger))
    let page = await web.get("/connect/\(made)")
    #expect(page.status == 200 && page.text.contains("gpslogger://properties/http"))
    #expect(page.text.contains("Ana &lt;b&gt;"))
    #expect(page.header("Referrer-Policy") == "no-referrer")
    #expect(page.header("X-Robots-Tag") == "noindex, nofollow" && page.header("Cache-Control") == "no-store")
    let file = await web.get("/connect/\(made)/rollcall.properties")
    #expect(file.status == 200 && file.text.contains("log_customurl_basicauth_password=\(made)"))
    // Looking at it is no report
    #expect(try devices().first?.lastContact == nil)
    #expect(await web.get("/connect/\(made)/rollcall.otrc").status == 404)
    #expect(await web.get("/connect/\(Secret.random().text)").status == 404)
    try web.store.phones.revokeAdapterDevice(
      try #require(try devices().first).device.id, in: .test(Workspace.ID(1), "test"))
    #expect(await web.get("/connect/\(made)").status == 404)
    #expect(await web.get("/connect/\(made)/rollcall.properties").status == 404)
  }

  @Test("whoever tries out secrets is told to wait")
  func guessing() async throws {
    var statuses: Set<Int> = []
    for _ in 0..<40 { statuses.insert(await web.get("/connect/\(Secret.random().text)").status) }
    #expect(statuses == [404, 429])
    // Whoever has one is not
    let made = try secret(await make(.owntracks))
    #expect(await web.get("/connect/\(made)").status == 200)
  }

  @Test("the responder's page says what an app does not tell, and leads here")
  func responderPage() async throws {
    _ = await make(.overland)
    let page = await admin.get("/w/north/responders/\(person.rawValue)").text
    #expect(page.contains("From Overland we do not get: whether a position is simulated;"))
    #expect(page.contains("href=\"\(path)\""))
    let auditor = try AccountDesk(web, .auditor, email: "rita@example.org")
    #expect(await !auditor.get("/w/north/responders/\(person.rawValue)").text.contains("href=\"\(path)\""))
  }

  @Test("what is made, changed and ended stands in the audit, without a secret or name")
  func audit() async throws {
    let made = try secret(await make(.owntracks, ["name": "Ana's phone"]))
    let id = try #require(try devices().first).device.id.rawValue
    _ = await admin.post("/w/north/devices/\(id)/revoke")
    let mine = try web.audit().reversed().filter { $0.action.hasPrefix("adapter-device.") }
    #expect(mine.map(\.action) == ["adapter-device.issue", "adapter-device.revoke"])
    let told = mine.map { "\($0.subject) \($0.detail) \($0.before) \($0.after)" }.joined()
    #expect(!told.contains(made) && !told.contains("Ana"))
  }

  @Test("a sheet of cards has one for everybody who was ticked, each with a secret of their own")
  func cards() async throws {
    let others = try web.store.fleet.addResponders(
      (1...9).map { NewResponder(name: "Person \($0)", profile: "family") }, slug: "north")
    let picks = others.map { ("pick", "\($0.rawValue)") }
    let fields = [("_csrf", admin.token), ("app", "colota"), ("on_duty", "60"), ("on_mission", "60")]
    let sheet = await web.form(
      "/w/north/connect", FormFields((fields + picks).map { (name: $0.0, value: $0.1) }).encoded,
      headers: ["Cookie": "rollcall=\(admin.cookie)"])
    #expect(sheet.status == 200)
    #expect(sheet.text.matches(of: #/class="phone-card"/#).count == 9)
    #expect(sheet.text.matches(of: #/class="qr"/#).count == 9)
    let drawings = Set(sheet.text.matches(of: #/<path fill="#000" d="([^"]+)"/#).map { String($0.output.1) })
    #expect(drawings.count == 9)
    for id in others { #expect(try web.store.phones.adapterDevices(of: id, in: Workspace.ID(1)).count == 1) }
    #expect(try devices().isEmpty)
  }

  @Test("cards are for people of this workspace, by an app, and for somebody")
  func wrongCards() async throws {
    let foreign = try web.store.fleet.addResponders(
      [NewResponder(name: "Bor", profile: "family")], slug: "south")[0]
    let form = ["app": "colota", "on_duty": "60", "on_mission": "60"]
    let cases: [([String: String], Int)] = [
      (form, 400), (form.merging(["pick": "\(foreign.rawValue)"]) { $1 }, 404),
      (form.merging(["app": "script", "pick": "\(person.rawValue)"]) { $1 }, 400),
      (form.merging(["on_duty": "", "pick": "\(person.rawValue)"]) { $1 }, 400),
    ]
    for (fields, status) in cases {
      #expect(await admin.post("/w/north/connect", fields).status == status, "\(fields)")
    }
    #expect(try web.store.phones.adapterDevices(of: foreign, in: Workspace.ID(2)).isEmpty)
    #expect(try devices().isEmpty)
    #expect(await admin.get("/w/north/responders").text.contains("href=\"/w/north/connect\""))
    let page = await admin.get("/w/north/connect?q=ana").text
    #expect(
      page.contains("Ana &lt;b&gt;") && page.contains("name=\"pick\" value=\"\(person.rawValue)\" checked"))
  }
}

@Suite("The guide to connecting phones")
struct ConnectGuideTests {
  @Test("what an app cannot tell stands there as the program has it")
  func table() throws {
    let guide = try String(
      contentsOf: Console.root.appendingPathComponent("docs/connect.md"), encoding: .utf8)
    for news in PhoneNews.allCases {
      let cells = [news.words] + PhoneApp.allCases.map { $0.tells(news).words }
      #expect(guide.contains("| \(cells.joined(separator: " | ")) |\n"), "\(news)")
    }
  }
}

extension TestWeb {
  /// What the audit of the first workspace says, the newest first.
  func audit() throws -> [AuditEntry] {
    try store.audit.entries(
      of: Workspace.ID(1),
      AuditFilter(from: Timestamp(milliseconds: 0), to: Timestamp(milliseconds: .max)), behind: nil,
      limit: 100)
  }
}

@Suite("Cards for a list of people")
struct CardListTests {
  private let web: TestWeb
  private let admin: AccountDesk

  init() throws {
    web = try TestWeb()
    admin = try AccountDesk(web, .admin)
  }

  private func send(_ list: String) async -> TestAnswer {
    await admin.post(
      "/w/north/connect", ["app": "owntracks", "on_duty": "60", "on_mission": "60", "list": list])
  }

  @Test("a list adds those who are not known, and gives a card to all")
  func list() async throws {
    let known = try web.store.fleet.addResponders(
      [NewResponder(name: "Ana", profile: "family", externalID: "K-1")], slug: "north")[0]
    let text = "external_id,name,profile,region\r\nK-1,Ana,family,\r\nK-2,Bor <i>,family,North\r\n"
    let sheet = await send(text)
    #expect(sheet.status == 200 && sheet.text.matches(of: #/class="phone-card"/#).count == 2)
    #expect(sheet.text.contains("Bor &lt;i&gt;"))
    let people = try web.store.fleet.responders(slug: "north")
    #expect(people.map(\.externalID) == ["K-1", "K-2"] && people.map(\.id).first == known)
    // The admin did it, and the audit says so without a name
    let added = try web.audit().filter { $0.action == "responder.add" }
    #expect(added.contains { $0.actor == "member:\(admin.member.rawValue)" })
  }

  @Test(
    "what is wrong with a list is told with its line, and nobody is added",
    arguments: [
      ("name\n\"Ana", "line 2"), ("phone\n+386", "the column &quot;name&quot; is missing"),
      ("name,phone\nAna,040", "needs its country code"), ("name,profile\nAna,nobody", "profile"),
      ("", "Choose somebody"),
      ("name,age\nAna,7", "unknown column"),
    ])
  func wrong(list: String, words: String) async throws {
    let answer = await send(list)
    #expect(answer.status == 400 && answer.text.contains(words), "\(answer.text.suffix(3_000))")
    #expect(try web.store.fleet.responders(slug: "north").isEmpty)
  }

  @Test("where one of them can have no further app, nobody is added and nobody gets one")
  func allOrNone() async throws {
    let known = try web.store.fleet.addResponders(
      [NewResponder(name: "Ana", profile: "family", externalID: "K-1")], slug: "north")[0]
    for _ in 0..<PhoneStore.adapterDevicesPerPerson {
      _ = try web.store.phones.issueAdapterDevice(
        .flat, AdapterDeviceSettings(name: "x"), for: known, in: .test(Workspace.ID(1), "x"))
    }
    let answer = await send("external_id,name,profile\nK-1,Ana,family\nK-2,Bor,family")
    #expect(answer.status == 400 && answer.text.contains("revoke one first"))
    #expect(try web.store.fleet.responders(slug: "north").map(\.id) == [known])
  }

  @Test("more cards than one sheet has are refused")
  func tooMany() async throws {
    let list = "name\n" + (0...CardsPage.limit).map { "P\($0)" }.joined(separator: "\n")
    let answer = await send(list)
    #expect(answer.status == 400 && answer.text.contains("At most 500 cards"))
    #expect(try web.store.fleet.responders(slug: "north").isEmpty)
  }
}
