import HTTPServer
import HTTPTypes
import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("The first run in the browser")
struct FirstRunTests {
  private static let typed = [
    "name": "Gasilci Šiška", "time_zone": "Europe/Ljubljana", "country": "", "slug": "",
    "email": "Ana@Example.org",
    "password": "correct horse", "again": "correct horse",
  ]

  private func gate(isPublic: Bool = true) -> SetupGate {
    SetupGate(profiles: [.test], isPublic: isPublic, now: TestWeb.start)
  }

  private func post(_ web: TestWeb, _ path: String, _ fields: [String: String] = [:]) async -> TestAnswer {
    let all = Self.typed.merging(fields) { $1 }
    return await web.form(path, FormFields(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).encoded)
  }

  @Test("The link makes a workspace and its owner, logs them in, and is dead afterwards")
  func once() async throws {
    let gate = gate()
    let web = try TestWeb(setup: gate, workspaces: [])
    #expect(await web.get(gate.path).text.contains("Set up Rollcall"))
    let answer = await post(web, gate.path)
    #expect(answer.header("Location") == "/w/gasilci-siska/responders/import", "\(answer.text)")
    let workspace = try #require(try web.store.fleet.workspaces().first)
    #expect(workspace.slug == "gasilci-siska" && workspace.timeZone == "Europe/Ljubljana")
    #expect(["SI", ""].contains(workspace.country), "by the system's zone data")
    let cookie = try #require(answer.cookie("rollcall"))
    #expect(await web.get("/w/gasilci-siska/settings", cookie: cookie).text.contains("href=\"/server\""))
    #expect(await web.get("/w/gasilci-siska/board", cookie: cookie).text.contains("First steps"))
    #expect(await web.get(gate.path).status == 404)
    #expect(await post(web, gate.path, ["slug": "second"]).status == 404)
    #expect(try web.store.fleet.workspaces().count == 1)
    let log = try web.store.read { try $0.all("SELECT action FROM audit ORDER BY number", as: String.self) }
    #expect(log.prefix(2) == ["workspace.add", "member.add"])
  }

  @Test("It ends after an hour, opens for nobody with another secret, and from this machine alone")
  func closed() async throws {
    let late = gate()
    let web = try TestWeb(setup: late, workspaces: [])
    #expect(await web.get("/setup/\(Secret.random().text)").status == 404)
    web.pass(seconds: 3_599)
    #expect(await web.get(late.path).status == 200)
    web.pass(seconds: 1)
    #expect(await web.get(late.path).status == 404)
    let near = gate(isPublic: false)
    var request = Request(method: .get, target: near.path, headers: [:], body: [])
    request.parameters["token"] = String(near.path.dropFirst("/setup/".count))
    for (peer, opens) in [("127.0.0.1", true), ("::1", true), ("203.0.113.7", false), ("unknown", false)] {
      request.peer = peer
      #expect(near.opens(for: request, now: TestWeb.start) == opens, "\(peer)")
    }
    let full = gate()
    #expect(try await TestWeb(setup: full).get(full.path).status == 404)
    #expect(try await TestWeb(workspaces: []).get(full.path).status == 404)
  }

  @Test("What is wrong is said beside its field, and nothing is made")
  func wrong() async throws {
    let gate = gate()
    let web = try TestWeb(setup: gate, workspaces: [])
    for (field, value) in [
      ("name", ""), ("time_zone", "Ljubljana"), ("country", "XX"), ("email", "ana"), ("password", "short"),
      ("again", "other"), ("slug", "Ne!"),
    ] {
      let answer = await post(web, gate.path, [field: value])
      #expect(answer.status == 400 && answer.text.contains("\(field)-problem"), "\(field)")
    }
    #expect(try web.store.accounts.isNew())
  }

  @Test(
    "A name in addresses is made of the name",
    arguments: [
      ("Gasilci Šiška", "gasilci-siska"), ("  A & B  ", "a-b"), ("救助", "main"), ("", "main"),
      (String(repeating: "ab ", count: 30), "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-a"),
    ])
  func slug(_ name: String, _ expected: String) {
    var form = NewWorkspaceForm(timeZone: "UTC")
    form.name = name
    #expect(form.addressName == expected)
  }
}

@Suite("The page of the installation")
struct ServerPageTests {
  @Test("Whoever owns every workspace sees it, and sets the address to which codes lead")
  func address() async throws {
    let web = try TestWeb(workspaces: ["north"])
    let (owner, admin) = (try AccountDesk(web), try AccountDesk(web, .admin, email: "admin@example.org"))
    #expect(await owner.get("/server").text.contains("Public address"))
    #expect(await admin.get("/server").status == 403)
    #expect(await admin.post("/server/public-address", ["public_url": "https://x.example"]).status == 403)
    #expect(await admin.post("/server/backup").status == 403)
    #expect(await owner.get("/w/north/connect").text.contains("Phones cannot reach"))
    #expect(await owner.post("/server/public-address", ["public_url": "rollcall.example"]).status == 400)
    let saved = await owner.post("/server/public-address", ["public_url": "https://rollcall.example/"])
    #expect(saved.header("Location") == "/server?done=address")
    #expect(await owner.get("/w/north/connect").text.contains("Phones cannot reach") == false)
    #expect(try web.store.accounts.publicAddress() == "https://rollcall.example")
    _ = try web.store.fleet.addWorkspace(slug: "other", name: "Other", timeZone: "UTC", profiles: [.test])
    #expect(await owner.get("/server").status == 403, "it holds a workspace of others")
  }

  @Test("Whoever owns the installation makes another workspace; all who own it own that one, too")
  func another() async throws {
    let web = try TestWeb(workspaces: ["north"])
    let (owner, second) = (try AccountDesk(web), try AccountDesk(web, email: "second@example.org"))
    let admin = try AccountDesk(web, .admin, email: "admin@example.org")
    let sent = ["name": "South Harbour", "time_zone": "Europe/Lisbon", "country": "", "profiles_of": "north"]
    func post(_ name: String, _ text: String) async -> TestAnswer {
      await owner.post("/server/workspaces", sent.merging([name: text]) { $1 })
    }
    #expect(await admin.post("/server/workspaces", sent).status == 403)
    #expect(await owner.post("/server/workspaces", sent.merging(["_csrf": "foreign"]) { $1 }).status == 400)
    for (name, text) in [
      ("name", ""), ("time_zone", "Europe/Nowhere"), ("country", "XX"), ("slug", "Upper"), ("slug", "north"),
      ("profiles_of", "elsewhere"),
    ] {
      let refused = await post(name, text)
      #expect(refused.status == 400 && refused.text.contains("id=\"\(name)-problem\""), "\(name) \(text)")
    }
    #expect(try web.store.fleet.workspaces().count == 1)
    #expect(await post("slug", "").header("Location") == "/w/south-harbour/responders/import")
    let made = try #require(try web.store.fleet.workspaces().first { $0.slug == "south-harbour" })
    #expect(made.name == "South Harbour" && made.timeZone == "Europe/Lisbon" && made.country == "PT")
    #expect(try web.store.fleet.profiles(slug: made.slug) == web.store.fleet.profiles(slug: "north"))
    #expect(try web.store.accounts.ownsInstallation(owner.member))
    #expect(try web.store.accounts.ownsInstallation(second.member))
    #expect(await admin.get("/w/south-harbour/board").status == 404)
    #expect(await owner.get("/w/south-harbour/board").status == 200)
    let audit = await owner.get("/w/south-harbour/audit").text
    #expect(audit.contains("dora@example.org"))
  }

  @Test("The first steps are shown to admins until they are done or hidden")
  func checklist() async throws {
    let web = try TestWeb(workspaces: ["north"])
    let (owner, viewer) = (try AccountDesk(web), try AccountDesk(web, .viewer, email: "v@example.org"))
    let board = await owner.get("/w/north/board").text
    #expect(board.contains("First steps") && board.contains("waiting for the first phone"))
    #expect(await viewer.get("/w/north/board").text.contains("First steps") == false)
    #expect(await owner.get("/w/north/board?fragment=1").text.contains("First steps") == false)
    #expect(await viewer.post("/w/north/board/checklist").status == 403)
    #expect(await owner.post("/w/north/board/checklist").status == 303)
    #expect(await owner.get("/w/north/board").text.contains("First steps") == false)
  }

  @Test("A backup is the last of the first steps, for those who can start one")
  func backup() async throws {
    let web = try TestWeb(workspaces: ["north"])
    let (owner, admin) = (try AccountDesk(web), try AccountDesk(web, .admin, email: "admin@example.org"))
    let board = await owner.get("/w/north/board").text
    let open = "<a href=\"/server\">Back up the database</a> <small>there is no backup yet</small>"
    #expect(board.contains(open))
    #expect(await admin.get("/w/north/board").text.contains("Back up the database") == false)
    _ = try Backup.make(of: web.store.path, at: web.store.path + ".copy", leaving: 0)
    let backed = await owner.get("/w/north/board").text
    #expect(backed.contains("Back up the database</a> <small>there is one</small>"))
  }
}
