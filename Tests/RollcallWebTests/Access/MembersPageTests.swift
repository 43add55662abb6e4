import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Members, invitations, keys and screens in the settings")
struct MembersPageTests {
  private let web: TestWeb
  private let owner: AccountDesk
  private let admin: AccountDesk
  private let viewer: Member.ID

  init() throws {
    web = try TestWeb()
    owner = try AccountDesk(web, .owner, email: "owner@example.org")
    admin = try AccountDesk(web, .admin, email: "admin@example.org")
    viewer = try web.store.accounts.addMember(
      email: "vera@example.org", passwordHash: "h", role: .viewer, slug: "north")
  }

  private func link(_ answer: TestAnswer, _ path: String) throws -> String {
    let start = try #require(answer.text.firstRange(of: "/\(path)/"))
    return String(answer.text[start.lowerBound...].prefix { $0 != "<" })
  }

  @Test("an admin makes and touches no owner, also by a form that the page does not show")
  func escalation() async throws {
    let settings = "/w/north/settings"
    let attempts = [
      ("\(settings)/members/\(viewer.rawValue)", ["role": "owner"]),
      ("\(settings)/members/\(admin.member.rawValue)", ["role": "owner"]),
      ("\(settings)/members/\(owner.member.rawValue)", ["role": "viewer"]),
      ("\(settings)/members/\(owner.member.rawValue)/remove", [:]),
      ("\(settings)/members/\(owner.member.rawValue)/password-link", [:]),
      ("\(settings)/invitations", ["email": "x@example.org", "role": "owner"]),
      ("\(settings)/keys", ["name": "k", "role": "owner"]),
    ]
    for (path, fields) in attempts { #expect(await admin.post(path, fields).status == 403, "\(path)") }
    #expect(try web.store.members.invitations(of: Workspace.ID(1)).isEmpty)
    let page = await admin.get("\(settings)/members").text
    #expect(!page.contains("<option value=\"owner\""))
    #expect(!page.contains("/members/\(owner.member.rawValue)\""))
  }

  private func passwordLink(of member: Member.ID, by desk: AccountDesk, _ fields: [String: String] = [:])
    async
    -> TestAnswer
  {
    await desk.post("/w/north/settings/members/\(member.rawValue)/password-link", fields)
  }

  private func setPassword(_ link: String, _ password: String, again: String? = nil) async -> TestAnswer {
    let fields = FormFields([(name: "password", value: password), (name: "again", value: again ?? password)])
    return await web.form(link, fields.encoded, headers: [:])
  }

  @Test("a link for a new password works once, and logs out whoever had the old one")
  func newPassword() async throws {
    let made = await passwordLink(of: admin.member, by: owner)
    let first = try link(made, "password")
    let second = try link(await passwordLink(of: admin.member, by: owner), "password")
    #expect(await web.get(first).status == 404, "another one ends the one before")
    let asked = await web.get(second)
    #expect(
      asked.status == 200 && asked.text.contains("admin@example.org") && !asked.text.contains("Decline"))
    #expect(asked.header("Referrer-Policy") == "no-referrer")
    #expect(await setPassword(second, "short").status == 400)
    #expect(await setPassword(second, "another horse", again: "other horse").status == 400)
    #expect(await admin.get("/w/north/board").status == 200, "nothing has changed yet")
    let old = try web.store.accounts.member(admin.member)?.passwordHash
    #expect(await setPassword(second, "another horse").status == 200)
    #expect(try web.store.accounts.member(admin.member)?.passwordHash != old)
    #expect(await admin.get("/w/north/board").status == 303, "they are logged out")
    #expect(await setPassword(second, "third horse").status == 404)
    let login = FormFields([
      (name: "email", value: "admin@example.org"), (name: "password", value: "another horse"),
    ])
    #expect(await web.form("/login", login.encoded, headers: [:]).status == 303)
    let trail = await owner.get("/w/north/audit").text
    #expect(trail.contains("Made a link for a new password") && trail.contains("Set a password by a link"))
  }

  @Test("a link for a new password ends after an hour, and with a password that was set otherwise")
  func oldPasswordLink() async throws {
    let other = try link(await passwordLink(of: viewer, by: owner), "password")
    try web.store.accounts.setPassword(email: "vera@example.org", passwordHash: "x", slug: "north")
    #expect(await web.get(other).status == 404)
    let late = try link(await passwordLink(of: viewer, by: admin), "password")
    web.pass(seconds: 3_599)
    #expect(await web.get(late).status == 200)
    web.pass(seconds: 2)
    #expect(await web.get(late).status == 404)
  }

  @Test("nobody gets into an account by a new password that reaches further than they do")
  func takeOver() async throws {
    #expect(await passwordLink(of: owner.member, by: admin).status == 403)
    #expect(await passwordLink(of: viewer, by: admin, ["_csrf": "foreign"]).status == 400)
    let own = await passwordLink(of: admin.member, by: admin)
    #expect(own.status == 409 && own.text.contains("your own password is changed under Account"))
    let link = try link(await passwordLink(of: viewer, by: admin), "password")
    // Whoever is a viewer here has a role in another workspace, too, now.
    let id = try web.store.accounts.offerMembership(email: "vera@example.org", role: .viewer, slug: "south")
    let offer = try #require(try web.store.accounts.offeredMemberships(to: id).first)
    _ = try web.store.accounts.answerMembership(offer.id, accepting: true, as: id)
    for desk in [admin, owner] {
      let refused = await passwordLink(of: viewer, by: desk)
      #expect(refused.status == 409 && refused.text.contains("also belongs to a workspace"))
    }
    #expect(await setPassword(link, "another horse").status == 404)
    #expect(try web.store.accounts.member(viewer)?.passwordHash == "h")
  }

  @Test("a role is changed, and holds at once; the last owner keeps theirs")
  func roles() async throws {
    let path = "/w/north/settings/members"
    #expect(await owner.post("\(path)/\(admin.member.rawValue)", ["role": "viewer"]).status == 303)
    #expect(await admin.get(path).status == 403)
    let last = await owner.post("\(path)/\(owner.member.rawValue)", ["role": "admin"])
    #expect(last.status == 409 && last.text.contains("the last owner"))
    #expect(await owner.post("\(path)/\(viewer.rawValue)", ["role": "king"]).status == 400)
    #expect(await owner.post("\(path)/999", ["role": "admin"]).status == 404)
    #expect(await owner.post("\(path)/\(admin.member.rawValue)/remove").status == 303)
    // In no workspace any more, they are logged out
    #expect(await admin.get("/w/north/board").status == 303)
  }

  @Test("a member is called by a name beside the address: in the audit, the log of an incident, and here")
  func names() async throws {
    let path = "/w/north/settings/members"
    let fields = ["role": "admin", "name": " Ana <b> "]
    #expect(await owner.post("\(path)/\(admin.member.rawValue)", fields).status == 303)
    let email = "admin@example.org"
    let shown = "Ana &lt;b&gt; (\(email))"
    let list = await owner.get(path).text
    #expect(list.contains("Ana &lt;b&gt;") && list.contains("value=\"Ana &lt;b&gt;\""))
    // What the admin does is theirs by name; the audit itself never holds it.
    let opened = await admin.post(
      "/w/north/incidents",
      ["title": "Fall", "place": "46, 14", "severity": "high", "mode": "nobody", "once": "1"])
    let incident = try #require(opened.header("Location"))
    #expect(await owner.get(incident).text.contains(shown))
    let audit = await owner.get("/w/north/audit").text
    #expect(audit.contains(shown) && audit.contains("Changed what a member is called"))
    let entries = try web.store.audit.entries(
      of: Workspace.ID(1), AuditFilter(from: .distantPast, to: web.store.clock().advanced(by: 1)),
      behind: nil,
      limit: 100)
    #expect(entries.contains { $0.action == "member.name" })
    #expect(!entries.contains { "\($0)".contains("Ana") })
    // Too long, and nothing changed; empty, and the address stands alone.
    let long = ["role": "admin", "name": String(repeating: "x", count: 81)]
    #expect(await owner.post("\(path)/\(admin.member.rawValue)", long).status == 400)
    #expect(await owner.get(path).text.contains("Ana &lt;b&gt;"))
    #expect(
      await owner.post("\(path)/\(admin.member.rawValue)", ["role": "admin", "name": ""]).status == 303)
    #expect(!(await owner.get("/w/north/audit").text.contains("Ana")))
    // A name reaches no further than the right to give roles.
    #expect(
      await admin.post("\(path)/\(owner.member.rawValue)", ["role": "owner", "name": "Me"]).status == 403)
  }

  @Test("an invitation is shown once, makes a member who is logged in, and then opens nothing")
  func invitation() async throws {
    let made = await owner.post(
      "/w/north/settings/invitations", ["email": "nina@example.org", "role": "dispatcher"])
    let path = try link(made, "i")
    #expect(made.status == 200)
    #expect(await !owner.get("/w/north/settings/members").text.contains(path))
    #expect(await owner.get("/w/north/settings/members").text.contains("nina@example.org"))
    #expect(await web.get(path).text.contains("nina@example.org"))
    #expect(await web.form(path, "password=short&again=short").status == 400)
    #expect(await web.form(path, "password=correct+horse&again=other").status == 400)
    let joined = await web.form(path, "password=correct+horse&again=correct+horse")
    #expect(joined.header("Location") == "/w/north/board")
    #expect(await web.get("/w/north/board", cookie: joined.cookie("rollcall")).status == 200)
    #expect(await web.get(path).status == 404)
    #expect(await web.form(path, "password=correct+horse&again=correct+horse").status == 404)
  }

  @Test("whoever invites sees no difference between an address that has an account and one that has none")
  func noOracle() async throws {
    _ = try web.store.accounts.addMember(
      email: "eva@example.org", passwordHash: "h", role: .owner, slug: "south")
    var seen: [[String]] = []
    for name in ["eva", "new"] {
      func plain(_ answer: TestAnswer) -> String {
        var text = "\(answer.status) " + answer.text.replacing("\(name)@example.org", with: "NAME")
        text.replace(#/[A-Za-z0-9_-]{43}/#, with: "SECRET")
        return text
      }
      let made = await owner.post(
        "/w/north/settings/invitations", ["email": "\(name)@example.org", "role": "viewer"])
      let path = try link(made, "i")
      var answers = [plain(await web.get(path)), plain(await owner.get(path)), plain(await admin.post(path))]
      answers.append(plain(await web.form(path, "password=short&again=short")))
      let joined = await web.form(path, "password=correct+horse&again=correct+horse")
      answers.append("\(joined.status) \(joined.header("Location") ?? "")")
      let cookie = joined.cookie("rollcall")
      answers += [
        "\(await web.get("/w/north/board", cookie: cookie).status)",
        "\(await web.get("/w/south/board", cookie: cookie).status)",
        "\(await web.form("/login", "email=\(name)@example.org&password=correct+horse").status)",
      ]
      seen.append(answers)
    }
    #expect(seen[0] == seen[1])
    #expect(seen[0].suffix(3) == ["200", "404", "303"])
  }

  @Test("who has an account of the address joins with it, logged in, or declines")
  func knownMember() async throws {
    let eva = try web.store.accounts.addMember(
      email: "eva@example.org", passwordHash: "h", role: .owner, slug: "south")
    let made = await owner.post(
      "/w/north/settings/invitations", ["email": "eva@example.org", "role": "viewer"])
    let path = try link(made, "i")
    #expect(await web.get(path).text.contains("/login?next=\(path)"))
    #expect(await admin.post(path).status == 200)
    #expect(await admin.get(path).text.contains("somebody else"))
    guard case .begun(let cookies) = try web.store.accounts.login(eva, from: LoginBrowser()) else { return }
    let token = try #require(try web.store.accounts.consoleSession(cookie: cookies.session) { _ in .act })
      .csrf
    let headers = ["Cookie": "rollcall=\(cookies.session)"]
    #expect(await web.form(path, "_csrf=guess", headers: headers).status == 400)
    #expect(await web.form(path, "_csrf=\(token)", headers: headers).header("Location") == "/w/north/board")
    #expect(await web.get("/w/north/board", cookie: cookies.session).text.contains("href=\"/w/south\""))
    #expect(try web.store.accounts.members(email: "eva@example.org").count == 1)
    let other = try link(
      await owner.post("/w/north/settings/invitations", ["email": "bo@example.org", "role": "viewer"]), "i")
    #expect(await web.form(other, "do=decline").text.contains("declined"))
    #expect(await web.get(other).status == 404)
  }

  @Test("a key is shown once, works, and ends")
  func keys() async throws {
    let made = await admin.post("/w/north/settings/keys", ["name": "cad <b>", "role": "dispatcher"])
    let key = try #require(made.text.firstMatch(of: #/rck_[A-Za-z0-9_-]{43}/#)).output
    #expect(await web.get("/w/north/incidents.json", key: String(key)).status == 200)
    #expect(await web.get("/w/north/settings/keys", key: String(key)).status == 403)
    let page = await admin.get("/w/north/settings/keys").text
    #expect(!page.contains(key) && page.contains("cad &lt;b&gt;"))
    #expect(await admin.post("/w/north/settings/keys", ["name": "cad <b>", "role": "viewer"]).status == 400)
    #expect(await admin.post("/w/north/settings/keys/revoke", ["name": "other"]).status == 404)
    #expect(await admin.post("/w/north/settings/keys/revoke", ["name": "cad <b>"]).status == 303)
    #expect(await web.get("/w/north/incidents.json", key: String(key)).status == 401)
  }

  @Test("a screen sees its workspace's board and nothing else, without links, until it is made dark")
  func screens() async throws {
    _ = try web.phone("Ana North")
    for days in ["0", "91", "+5", "", "9.5"] {
      #expect(await admin.post("/w/north/settings/screens", ["name": "Wall", "days": days]).status == 400)
    }
    let made = await admin.post("/w/north/settings/screens", ["name": "Wall", "days": "90"])
    let opened = await web.get(try link(made, "screen"))
    let cookie = try #require(opened.cookie("rollcall_screen"))
    #expect(opened.header("Location") == "/w/north/board")
    let headers = ["Cookie": "rollcall_screen=\(cookie)"]
    web.pass(seconds: 86_400)
    for target in ["/w/north/board", "/w/north/board?fragment=1"] {
      let board = await web.send(.get, target, headers: headers)
      #expect(board.status == 200 && board.text.contains("Ana North") && !board.text.contains("<a "))
      #expect(!board.text.contains("method=\"post\"") && !board.text.contains("_csrf"))
    }
    for route in web.router.patterns where route.pattern.hasPrefix("/w/") && route.pattern != "/w/{ws}/board"
    {
      let path = route.pattern.replacing("{ws}", with: "north").replacing("{id}", with: "1")
        .replacing("{name}", with: "family")
      let answer =
        route.method == .post
        ? await web.form(path, "", headers: headers) : await web.send(route.method, path, headers: headers)
      #expect([403, 415].contains(answer.status), "\(route.method) \(path): \(answer.status)")
    }
    #expect(await web.send(.get, "/w/south/board", headers: headers).status == 404)
    #expect(await web.send(.get, "/account", headers: headers).status == 303)
    let id = try #require(try web.store.members.screens(of: Workspace.ID(1)).first).id.rawValue
    let fresh = try AccountDesk(web, .admin, email: "again@example.org")
    #expect(await fresh.post("/w/north/settings/screens/\(id)/revoke").status == 303)
    #expect(await web.send(.get, "/w/north/board", headers: headers).status == 303)
    // The audit still calls it by its name, as the one who looked and as what was made dark
    try web.store.markAlive()
    let audit = await fresh.get("/w/north/audit.json").text
    for part in ["actor", "subject"] { #expect(audit.contains("\"\(part)_name\":\"Screen Wall\"")) }
  }
}
