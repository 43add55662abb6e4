import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Every page, from its sample")
struct PagesTests {
  private func all() throws -> [(name: String, html: String)] {
    let renderer = try Console.renderer()
    return Samples.pages.map { page in
      (type(of: page).template, String(decoding: renderer.render(page), as: UTF8.self))
    }
  }

  @Test("has a sample")
  func samples() {
    #expect(Samples.pages.map { type(of: $0).template } == ConsolePages.all.map { $0.template })
  }

  @Test("is a whole document with language, title, style sheet and script by their hash")
  func documents() throws {
    // One page is a file of its own, for readers without the server.
    for (name, html) in try all() where !name.hasSuffix("StatementSheetPage") {
      #expect(html.hasPrefix("<!doctype html>") || html.hasPrefix("\n<!doctype html>"), "\(name)")
      #expect(html.contains("<html lang=\"en\">"), "\(name)")
      #expect(html.contains("· Rollcall</title>"), "\(name)")
      for asset in ["rollcall.css", "rollcall.js", "favicon.svg"] {
        let address = try #require(try Console.assets().addresses[asset])
        #expect(address.hasPrefix("/assets/\(asset)?v="))
        #expect(html.contains("\"\(address)\""), "\(name)")
      }
    }
  }

  @Test("has no script, style or handler in the page: the policy forbids them")
  func noInlineCode() throws {
    for (name, html) in try all() {
      #expect(Console.tags("script", in: html).allSatisfy { $0.contains(" src=") }, "\(name)")
      #expect(Console.tags("style", in: html).isEmpty, "\(name)")
      for attribute in [" style=", " onclick=", " onload=", " onsubmit=", "javascript:"] {
        #expect(!html.contains(attribute), "\(name) has \(attribute)")
      }
    }
  }

  @Test("names every field that can be filled in")
  func labels() throws {
    for (name, html) in try all() {
      for field in Console.tags("input", in: html) + Console.tags("select", in: html)
      where Console.attribute("type", of: field) != "hidden" {
        let isLabelled =
          Console.attribute("aria-label", of: field)?.isEmpty == false
          || Console.isInsideLabel(field, of: html)
          || Console.attribute("id", of: field).map {
            html.contains("<label class=\"unseen\" for=\"\($0)\">") || html.contains("<label for=\"\($0)\">")
          } ?? false
        #expect(isLabelled, "\(name): \(field)")
      }
    }
  }

  @Test("asks for a day in a field of dates, and for a moment in one of date and time in the replay alone")
  func days() throws {
    let names: Set<String> = ["day", "date", "from", "to", "until", "at"]
    for (name, html) in try all() {
      for field in Console.tags("input", in: html) {
        let type = Console.attribute("type", of: field)
        let part = Console.attribute("name", of: field)?.split(separator: "_").last.map(String.init) ?? ""
        #expect(type != "datetime-local" || name.hasSuffix("ReplayPage"), "\(name): \(field)")
        #expect(type != "text" || !names.contains(part), "\(name): \(field)")
      }
    }
  }

  @Test("shows no instant as programs write it, and no milliseconds, in text or on hover")
  func instants() throws {
    for (name, html) in try all() {
      // What only browsers read.
      let told = html.replacing(#/ (?:datetime|value|href|action|content|data-[a-z-]+)="[^"]*"/#, with: "")
      let found = told.firstMatch(of: /\d\d:\d\d:\d\d\.\d\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d/)
      #expect(found == nil, "\(name): \(found.map { String($0.output) } ?? "")")
    }
  }

  @Test("uses every id once")
  func ids() throws {
    for (name, html) in try all() {
      let ids = html.components(separatedBy: " id=\"").dropFirst().compactMap {
        $0.components(separatedBy: "\"").first
      }
      #expect(Set(ids).count == ids.count, "\(name)")
    }
  }

  @Test("protects every form that changes something")
  func csrf() throws {
    for (name, html) in try all() {
      // What a link of a message leads to needs no login: the link itself is what only its holder has.
      let posts = Console.tags("form", in: html).count {
        $0.contains("method=\"post\"") && !$0.contains("action=\"/a/") && !$0.contains("action=\"/me/")
      }
      #expect(
        html.components(separatedBy: "name=\"_csrf\" value=\"sample-token\"").count - 1 == posts, "\(name)")
    }
  }

  @Test("log in asks for e-mail and password, and tells how long to wait")
  func login() throws {
    let html = try Console.html(LoginPage(csrf: "t", next: "/w/x/board?status=offline", waitSeconds: 40))
    let names = Console.tags("input", in: html).compactMap { Console.attribute("name", of: $0) }
    #expect(names == ["_csrf", "next", "email", "password"])
    #expect(html.contains("Try again in <span data-countdown>40 s</span>"))
    #expect(html.contains("value=\"/w/x/board?status=offline\""))
    #expect(
      try Console.html(LoginPage(csrf: "t", error: LoginPage.wrongCredentials)).contains("role=\"alert\""))
    #expect(try !Console.html(LoginPage(csrf: "t")).contains("role=\"alert\""))
  }

  @Test(
    "a message says what is the case and what can be done", arguments: [400, 403, 404, 429, 500, 503, 999])
  func messages(status: Int) throws {
    let html = try Console.html(MessagePage(status: status, request: "7f3a", home: "/w/x/board"))
    #expect(html.contains("<code>7f3a</code>"))
    #expect(html.contains("href=\"/w/x/board\""))
    #expect(try !Console.html(MessagePage(status: status)).contains("<code>"))
  }

  @Test("a reason takes the place of the general advice, as a sentence")
  func refusalInWords() throws {
    let html = try Console.html(MessagePage(status: 400, detail: "there is no incident INC-7"))
    #expect(html.contains("<h1>This was not done.</h1>") && html.contains("There is no incident INC-7."))
    #expect(!html.contains("could not be read"))
  }

  @Test(
    "the menu shows the pages that a role may see",
    arguments: [
      (
        Role.owner, ["Board", "Map", "Incidents", "People", "Alerts"],
        [
          "Day overview", "Past board", "Positions", "Suspicious positions", "Reports", "Audit",
          "Legal holds", "Requests",
        ]
      ),
      (
        .dispatcher, ["Board", "Map", "Incidents", "People", "Alerts"],
        ["Day overview", "Past board", "Positions", "Suspicious positions"]
      ),
      (
        .auditor, ["Incidents", "People", "Alerts"],
        [
          "Day overview", "Past board", "Positions", "Suspicious positions", "Reports", "Audit",
          "Legal holds",
        ]
      ),
      (.viewer, ["Board", "Map", "People", "Alerts"], []),
    ])
  func menu(role: Role, work: [String], review: [String]) {
    let shell = Shell(
      section: .history, slug: "x", workspace: "X", member: "A", role: role, csrf: "t",
      now: PageClock.sampleNow)
    #expect(shell.pages.map(\.label) == work)
    #expect(shell.review?.links.map(\.label) ?? [] == review)
    #expect(
      shell.review?.links.filter(\.isCurrent).map(\.label) ?? [] == (review.isEmpty ? [] : ["Positions"]))
    #expect(shell.workspaces.isEmpty && shell.pages.allSatisfy { !$0.isCurrent })
    #expect(shell.newIncident.isEmpty == !role.allows(.manageIncidents))
    #expect(shell.settings.isEmpty == !role.allows(.manageWorkspace))
  }

  @Test("visits and events stand in the menu of a workspace that uses them, else beside the settings")
  func uses() {
    let shell = { (uses: WorkspaceUses, role: Role) in
      Shell(
        section: .board, slug: "x", workspace: "X", member: "A", role: role, csrf: "t", uses: uses,
        now: PageClock.sampleNow)
    }
    #expect(shell(WorkspaceUses(), .dispatcher).more.isEmpty)
    #expect(shell(WorkspaceUses(visits: true), .dispatcher).more.map(\.label) == ["Visits"])
    let admin = shell(WorkspaceUses(visits: true), .admin)
    #expect(admin.more.map(\.label) == ["Visits"])
    #expect(admin.settings.map(\.label) == ["Settings", "Events"])
    #expect(shell(WorkspaceUses(visits: true), .viewer).more.isEmpty)
  }

  @Test("the people's list has numbers to call only for who may see them")
  func people() throws {
    let html = try Console.html(RespondersPage.sample)
    #expect(html.contains("<a class=\"call\" href=\"tel:+38640123456\""))
    #expect(html.contains("aria-label=\"Call Mirela Novak, +386 40 123 456\">+386 40 123 456</a>"))
    var page = RespondersPage.sample
    (page.hasNumbers, page.rows) = (false, Rows([.numberless]))
    page.columns = ResponderFilter().heads(
      RespondersPage.heads(hasStatus: true, hasNumbers: false), by: \.order, at: "/w/x/responders")
    let without = try Console.html(page)
    #expect(!without.contains("123") && !without.contains("tel:") && !without.contains(">Phone<"))
    let head = ListHead(
      RosterEntry.listing("x"), .sample, at: "/w/x/responders", ResponderFilter([("q", "zz")]),
      .page(1, shown: 0, size: 200, matching: 0), clock: PageClock.sample)
    let none = RespondersPage(
      head: head, search: "zz", hasNumbers: false, hasTicks: false, columns: [], rows: Rows([]))
    #expect(try Console.html(none).contains("Nobody is called that."))
  }

  @Test("the script and the style sheet stay small")
  func sizes() throws {
    let scripts = try ["rollcall.js", "incident.js"].map { try Console.publicFile($0).utf8.count }
    #expect(scripts.reduce(0, +) < 20_480)
    #expect(try Console.publicFile("rollcall.css").utf8.count < 40_960)
  }

  @Test("the script's limit for stale data is the server's")
  func staleLimit() throws {
    #expect(try Console.publicFile("rollcall.js").contains("STALE = \(BoardPage.staleAfter)"))
  }
}
