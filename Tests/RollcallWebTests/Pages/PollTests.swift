import StoreSupport
import Foundation
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("A page that is asked for again and has not changed")
struct PollTests {
  private let web: TestWeb
  private let cookie: String

  init() throws {
    web = try TestWeb()
    cookie = try web.login(.admin, email: "ana@example.org")
  }

  private func poll(_ path: String, _ tag: String?, cookie: String? = nil) async -> TestAnswer {
    var headers = ["Cookie": cookie ?? "rollcall=\(self.cookie)"]
    headers["If-None-Match"] = tag
    return await web.send(.get, path, headers: headers)
  }

  private func report(_ token: String) async {
    let at = web.store.clock().milliseconds
    let answer = await web.upload(
      token, #"{"pings":[{"is_mock":false,"recorded_at":\#(at),"lat":46.05,"lng":14.5}]}"#,
      headers: ["X-Idempotency-Key": UUID().uuidString])
    #expect(answer.status == 201)
  }

  @Test(
    "is not made", arguments: ["board", "board?sort=name&q=a", "incidents", "map", "map?status=online"])
  func unchanged(_ page: String) async throws {
    let phone = try web.phone()
    await report(phone.token)
    let path = "/w/north/\(page)\(page.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")fragment=1"
    let tag = try #require(await poll(path, nil).header("ETag"))
    let made = web.web.polls.made
    let again = await poll(path, tag)
    #expect(again.status == 304 && again.header("ETag") == tag)
    #expect(web.web.polls.made == made)
    // Whoever has another version gets this one.
    #expect(await poll(path, "\"other\"").status == 200)
    #expect(web.web.polls.made == made + 1)
  }

  @Test(
    "is told apart from one that has: somebody is heard, is called otherwise, falls silent, or a minute has passed"
  )
  func changes() async throws {
    let phone = try web.phone()
    await report(phone.token)
    let path = "/w/north/board?fragment=1"
    var tag = try #require(await poll(path, nil).header("ETag"))
    web.pass(seconds: 5)
    #expect(await poll(path, tag).status == 304)
    await report(phone.token)
    var answer = await poll(path, tag)
    #expect(answer.status == 200)
    tag = try #require(answer.header("ETag"))
    _ = try web.phone("Bor")
    answer = await poll(path, tag)
    #expect(answer.status == 200 && answer.text.contains("Bor"))
    tag = try #require(answer.header("ETag"))
    web.pass(seconds: 300)
    answer = await poll(path, tag)
    #expect(answer.status == 200 && answer.text.contains("offline after 3 min without contact"))
    // Another login has forms of its own.
    let other = try web.login(.viewer, email: "bor@example.org")
    tag = try #require(answer.header("ETag"))
    #expect(await poll(path, tag, cookie: "rollcall=\(other)").status == 200)
    #expect(await poll(path, tag).status == 304)
  }

  @Test("is answered without a look at anybody until a status changes by time alone, within a minute, too")
  func held() async throws {
    let phone = try web.phone()
    await report(phone.token)
    web.pass(seconds: 80)
    let path = "/w/north/board?fragment=1"
    let tag = try #require(await poll(path, nil).header("ETag"))
    web.pass(seconds: 9)
    let held = web.web.polls.held
    #expect(await poll(path, tag).status == 304)
    #expect(web.web.polls.held == held + 1)
    // Another filter and another version are looked at.
    #expect(await poll("/w/north/board?fragment=1&q=x", tag).status == 200)
    #expect(await poll(path, "\"other\"").status == 200)
    #expect(web.web.polls.held == held + 1)
    // The deadline is 90 s after the report, and counts at this very instant.
    web.pass(seconds: 1)
    let late = await poll(path, tag)
    #expect(late.status == 200 && late.text.contains("Limited"))
    #expect(web.web.polls.held == held + 1)
  }

  @Test("is looked at when somebody is heard, and when the workspace changes")
  func heldUntilCommit() async throws {
    let phone = try web.phone()
    await report(phone.token)
    let path = "/w/north/board?fragment=1"
    var tag = try #require(await poll(path, nil).header("ETag"))
    web.pass(seconds: 1)
    await report(phone.token)
    let held = web.web.polls.held
    tag = try #require(await poll(path, tag).header("ETag"))
    _ = try web.store.fleet.setWorkspace(slug: "north") { $0.name = "Nord" }
    _ = await poll(path, tag)
    #expect(web.web.polls.held == held)
  }

  @Test("is not made for a wall either")
  func wall() async throws {
    let phone = try web.phone()
    await report(phone.token)
    let workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    let link = try web.store.members.addScreen(name: "Wall", days: 1, in: .test(workspace.id, "test")).text
    let opened = try #require(try web.store.members.openScreen(link))
    let cookie = "rollcall_screen=\(opened.cookie.text)"
    let path = "/w/north/board?fragment=1"
    let tag = try #require(await poll(path, nil, cookie: cookie).header("ETag"))
    let made = web.web.polls.made
    #expect(await poll(path, tag, cookie: cookie).status == 304)
    #expect(web.web.polls.made == made && web.web.polls.held > 0)
    web.pass(seconds: 300)
    #expect(await poll(path, tag, cookie: cookie).status == 200)
  }
}

/// The pages about one person or one event, open in browsers while something changes.
private struct OpenPages {
  enum Page: String, CaseIterable {
    case person, event, own, connect
  }

  let web: TestWeb
  let admin: AccountDesk
  let ana: (id: Responder.ID, token: String)
  let bor: (id: Responder.ID, token: String)
  let workspace: Workspace
  private let ownLink: String

  var scope: Scope { .test(workspace.id, "test") }
  var session: PhoneSession? { web.store.sessions.find(token: ana.token) }

  /// Ana takes part in an event, Bor does not; both have reported.
  init() async throws {
    web = try TestWeb()
    workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    admin = try AccountDesk(web, .admin)
    (ana, bor) = (try web.phone("Ana"), try web.phone("Bor"))
    let scope = Scope.test(workspace.id, "test")
    _ = try web.store.events.addEvent(NewEvent(slug: "run", name: "Run"), in: scope)
    try web.store.events.addParticipants(.people([ana.id]), to: "run", in: scope)
    ownLink = PagePath.own(try web.store.phones.makeOwnLink(of: ana.id, days: 9, in: scope).text)
    for phone in [ana, bor] { try await report(phone) }
  }

  func path(_ page: Page) -> String {
    switch page {
    case .person: PagePath.person("north", ana.id)
    case .event: "/w/north/events/run"
    case .own: ownLink
    case .connect: PagePath.connect("north", ana.id)
    }
  }

  /// Fetches the page again, as a browser does that has the version `tag`; whether it was made for that.
  func poll(_ page: Page, _ tag: String? = nil) async throws -> (answer: TestAnswer, isMade: Bool) {
    let made = web.web.polls.made
    var headers = page == .own ? [:] : ["Cookie": "rollcall=\(admin.cookie)"]
    headers["If-None-Match"] = tag
    let answer = await web.send(.get, "\(path(page))?fragment=1", headers: headers)
    #expect([200, 304].contains(answer.status), "\(page)")
    return (answer, web.web.polls.made > made)
  }

  /// The version of the page, once the looks at it are noted.
  func tag(of page: Page) async throws -> String {
    _ = try await poll(page)
    try web.store.markAlive()
    return try #require(try await poll(page).answer.header("ETag"))
  }

  func report(_ phone: (id: Responder.ID, token: String)) async throws {
    let ping =
      #"{"pings":[{"is_mock":false,"recorded_at":\#(web.store.clock().milliseconds),"lat":46.05,"lng":14.5}]}"#
    let answer = await web.upload(phone.token, ping, headers: ["X-Idempotency-Key": UUID().uuidString])
    #expect(answer.status == 201)
  }
}

@Suite("A page about a person or an event that is asked for again")
struct PollSubjectTests {
  fileprivate typealias Page = OpenPages.Page

  @Test(
    "is not made while nothing changes, nor for what changes of others", arguments: OpenPages.Page.allCases)
  fileprivate func unchanged(page: Page) async throws {
    let open = try await OpenPages()
    let tag = try await open.tag(of: page)
    for seconds in [0, 5, 20] as [Int64] {
      open.web.pass(seconds: seconds)
      if seconds > 0 { try await open.report(open.bor) }
      _ = try open.web.store.liveness.settleOverdue()
      try open.web.store.markAlive()
      let again = try await open.poll(page, tag)
      #expect(!again.isMade && again.answer.status == 304 && again.answer.header("ETag") == tag)
    }
    let other = try await open.poll(page, "\"other\"")
    #expect(other.isMade && other.answer.status == 200)
  }

  /// Something that changes, and the pages that show it.
  fileprivate struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// On which it is to be seen; the others need not be made.
    let pages: [Page]
    /// Whether it is to be seen at once, rather than once they fall silent.
    let isShown: Bool
    let act: @Sendable (OpenPages) async throws -> Void

    init(
      _ words: String, on pages: [Page] = Page.allCases, isShown: Bool = true,
      _ act: @escaping @Sendable (OpenPages) async throws -> Void
    ) {
      (testDescription, self.pages, self.isShown, self.act) = (words, pages, isShown, act)
    }
  }

  fileprivate static let changes: [Change] = [
    Change("they are heard with a position", on: [.person, .event, .own]) {
      $0.web.pass(seconds: 2)
      try await $0.report($0.ana)
    },
    Change("they are heard", on: [.person, .own]) {
      $0.web.pass(seconds: 2)
      $0.web.store.liveness.noteContact(try #require($0.session))
    },
    Change("an upload is refused", on: [.person]) {
      #expect(await $0.web.upload($0.ana.token, "{}").status == 400)
    },
    Change("their phone tells an event", on: [.person, .own]) { open in
      open.web.pass(seconds: 2)
      let session = try #require(open.session)
      await withCheckedContinuation { done in
        open.web.store.tracking.record(
          [DeviceEvent(kind: .battery(0.2), at: open.web.store.clock())], from: session
        ) { _ in
          done.resume()
        }
      }
    },
    Change("they are heard from another address", on: [.person]) {
      $0.web.store.phones.recordAddress("192.0.2.9", of: try #require($0.session))
    },
    Change("they go off duty", on: [.person, .event, .own]) {
      let headers = ["Authorization": "Bearer \($0.ana.token)", "Content-Type": "application/json"]
      let answer = await $0.web.send(.put, "/app/v1/duty", headers: headers, body: #"{"state":"off_duty"}"#)
      #expect(answer.status == 200)
    },
    Change("they get another name") {
      _ = try $0.web.store.phones.setResponder(
        $0.ana.id, slug: "north", name: "Anja", phone: nil, profile: nil, region: nil, isActive: nil)
    },
    Change("they get a number", on: [.connect]) {
      _ = try $0.web.store.phones.setResponder(
        $0.ana.id, slug: "north", name: nil, phone: "+38640123456", profile: nil, region: nil, isActive: nil)
    },
    Change("their profile calls duty otherwise", on: [.person, .own]) {
      var profile = Profile.test
      profile.labels["on_duty"] = "At work"
      try $0.web.store.fleet.importProfile(profile, slug: "north")
    },
    Change("the retention is another", on: [.own]) {
      _ = try $0.web.store.fleet.setWorkspace(slug: "north") { $0.retentionDays = 7 }
    },
    Change("the workspace lives elsewhere", on: [.person, .own, .connect]) {
      _ = try $0.web.store.fleet.setWorkspace(slug: "north") {
        ($0.name, $0.timeZone) = ("Nord", "Asia/Tokyo")
      }
    },
    Change("the reader has another role", on: [.person, .event]) {
      try $0.web.store.members.setRole(
        .dispatcher, of: $0.admin.member, by: .commandLine, in: $0.workspace.id)
    },
    Change("an alert is opened", on: [.person, .event, .connect]) {
      _ = try $0.web.store.fleet.setWorkspace(slug: "north") { $0.tellsOffline = true }
      $0.web.pass(seconds: 300)
      var watch = AlertWatch()
      #expect(try $0.web.store.alerts.judgeAlerts(of: $0.workspace.id, &watch) > 0)
    },
    Change("their session is ended", on: [.person, .event, .own, .connect]) {
      try $0.web.store.phones.endSession(try #require($0.session).id, of: $0.ana.id, in: $0.scope)
    },
    Change("a phone speaks whose session has ended", on: [.person], isShown: false) {
      $0.web.store.tracking.recordDenial(try #require($0.session), code: "TOKEN_REVOKED")
    },
    Change("an app is connected", on: [.person, .own, .connect]) {
      _ = try $0.web.store.phones.issueAdapterDevice(
        .overland, AdapterDeviceSettings(name: "Overland"), for: $0.ana.id, in: $0.scope)
    },
    Change("they are offered an incident", on: [.person, .own]) {
      _ = try await DispatchDesk($0.web).open(offer: $0.ana.id)
    },
    Change("they are asked for a test message's way", on: [.person]) { open in
      let session = try #require(open.session)
      await withCheckedContinuation { done in
        open.web.store.push.savePushToken(service: .fcm, token: "abc:def", from: session) { _ in done.resume()
        }
      }
    },
    Change("they ask for a copy", on: [.own]) {
      #expect(await $0.web.form("\($0.path(.own))/requests", "kind=export").status == 303)
    },
    Change("the link of their own page is taken back", on: [.connect]) {
      try $0.web.store.phones.revokeOwnLink(of: $0.ana.id, in: $0.scope)
    },
    Change("another takes part, too", on: [.event]) {
      try $0.web.store.events.addParticipants(.people([$0.bor.id]), to: "run", in: $0.scope)
    },
    Change("they are taken out of the event", on: [.event]) {
      try $0.web.store.events.removeParticipants([$0.ana.id], from: "run", in: $0.scope)
    },
    Change("there is another who could take part", on: [.event]) { _ = try $0.web.phone("Cene") },
    Change("they begin their way", on: [.event]) {
      $0.web.pass(seconds: 2)
      let headers = ["Authorization": "Bearer \($0.ana.token)", "Content-Type": "application/json"]
      let answer = await $0.web.send(
        .post, "/api/events/run/activity", headers: headers,
        body: #"{"id":"a1","type":"start","timestamp":\#($0.web.store.clock().milliseconds)}"#)
      #expect(answer.status < 300, "\(answer.text)")
    },
    Change("a minute passes", on: [.person]) { $0.web.pass(seconds: 60) },
  ]

  @Test("is made anew for each kind of change", arguments: changes, OpenPages.Page.allCases)
  fileprivate func changed(by change: Change, page: Page) async throws {
    guard change.pages.contains(page) else { return }
    let open = try await OpenPages()
    let tag = try await open.tag(of: page)
    try await change.act(open)
    try open.web.store.markAlive()
    let again = try await open.poll(page, tag)
    #expect(again.isMade && again.answer.status == (change.isShown ? 200 : 304))
    #expect((again.answer.header("ETag") != tag) == change.isShown)
  }

  @Test(
    "is another for another login, whose forms and rights are its own",
    arguments: [OpenPages.Page.person, .event, .connect])
  fileprivate func readers(page: Page) async throws {
    let open = try await OpenPages()
    let tag = try await open.tag(of: page)
    let other = try AccountDesk(open.web, .owner, email: "ema@example.org")
    _ = try await open.poll(page, tag)
    let again = await open.web.send(
      .get, "\(open.path(page))?fragment=1",
      headers: ["Cookie": "rollcall=\(other.cookie)", "If-None-Match": tag])
    #expect(again.status == 200)
  }

  @Test("is made anew when time alone changes a status or ends an offer, within a minute, too")
  func time() async throws {
    let open = try await OpenPages()
    open.web.pass(seconds: 20)
    try await open.report(open.ana)
    // Late after 90 s: not a moment earlier, and not with the next minute.
    open.web.pass(seconds: 89)
    var tags: [Page: String] = [:]
    for page in Page.allCases { tags[page] = try await open.tag(of: page) }
    open.web.pass(seconds: 2)
    for page in [.person, .event, .own] as [Page] {
      let again = try await open.poll(page, tags[page])
      #expect(again.isMade && again.answer.status == 200 && again.answer.text.contains("Limited"), "\(page)")
    }
    #expect(try await !open.poll(.connect, tags[.connect]).isMade)
  }

  @Test("an offer on their own page ends with its last moment")
  func offer() async throws {
    let open = try await OpenPages()
    _ = try await DispatchDesk(open.web).open(offer: open.ana.id)
    let entry = try #require(open.web.store.boards.entry(of: open.ana.id, in: open.workspace.id))
    let ends = try #require(entry.errand).endsAt
    let left = ends.since(open.web.store.clock()) / 1_000
    open.web.pass(seconds: left - 1)
    let tag = try await open.tag(of: .own)
    #expect(try await open.poll(.own, tag).answer.status == 304)
    open.web.pass(seconds: 2)
    let again = try await open.poll(.own, tag)
    #expect(again.isMade && again.answer.status == 200 && !again.answer.text.contains("Accept"))
  }
}
