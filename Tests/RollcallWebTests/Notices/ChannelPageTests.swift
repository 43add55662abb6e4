import HTTPServer
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Channels in the settings")
struct ChannelPageTests {
  private let web: TestWeb
  private let admin: AccountDesk
  private let path = "/w/north/settings/channels"
  private let north = Workspace.ID(1)

  init() throws {
    web = try TestWeb()
    admin = try AccountDesk(web, .admin, email: "admin@example.org")
  }

  private func add(_ name: String, kind: String = "webhook", _ address: String) async -> TestAnswer {
    await admin.post(path, ["name": name, "kind": kind, "address": address])
  }

  @Test("A webhook's secret is shown once, and another one when it is asked for")
  func secrets() async throws {
    let made = await add("Pager", "https://hooks.example.org/a")
    #expect(made.status == 200 && made.text.contains("whsec_"))
    let channel = try #require(try web.store.channels.all(of: north).first)
    let page = "\(path)/\(channel.id.rawValue)"
    #expect(await !admin.get(page).text.contains("whsec_"))
    let renewed = await admin.post("\(page)/secret")
    #expect(renewed.status == 200 && renewed.text.contains("whsec_"))
    #expect(await admin.get(path).text.contains("Pager"))
  }

  @Test("What cannot be a channel is refused beside its field, and what was typed stays")
  func problems() async throws {
    for (kind, address, words) in [
      ("webhook", "http://a.example", "http:// is not allowed"),
      ("ntfy", "topic", "The server and the topic"),
      ("mail", "nobody", "is no address of mail"), ("mail", "ana@example.org", "This server sends no mail"),
      ("pigeon", "https://a.example", "A webhook, ntfy or mail"),
    ] {
      let answer = await add("Mine & yours", kind: kind, address)
      #expect(answer.status == 400 && answer.text.contains(words), "\(kind)")
      #expect(answer.text.contains("Mine &amp; yours"))
    }
    #expect(try web.store.channels.all(of: north) == [])
    _ = await add("A", "https://a.example")
    let twice = await add("A", "https://b.example")
    #expect(twice.status == 400 && twice.text.contains("of this name already"))
  }

  @Test("What is told is ticked; a token is written and never shown")
  func saving() async throws {
    #expect(await add("Night", kind: "ntfy", "https://ntfy.example.org/t").status == 303)
    let id = try #require(try web.store.channels.all(of: north).first?.id)
    let page = "\(path)/\(id.rawValue)"
    let answer = await admin.post(
      page,
      [
        "name": "Night", "address": "https://ntfy.example.org/t2", "on": "on", "opened": "on",
        "only_critical": "on", "alert": "NoOnlineResponders", "token": "tk_secret",
      ])
    #expect(answer.status == 303)
    let draft = try web.store.channels.channel(id, in: north).draft
    #expect(
      draft.isOn && draft.wishes.isOnlyCritical && draft.wishes.tellsOpened && !draft.wishes.tellsClosed)
    #expect(draft.wishes.leftOut == Set(AlertKind.allCases).subtracting([.noOnlineResponders]))
    let shown = await admin.get(page).text
    #expect(shown.contains("t2") && !shown.contains("tk_secret") && shown.contains("One is kept"))
    // Nothing ticked: off.
    #expect(
      await admin.post(page, ["name": "Night", "address": "https://ntfy.example.org/t2"]).status == 303)
    #expect(try !web.store.channels.channel(id, in: north).draft.isOn)
  }

  @Test("A token stays with another topic; an address on another server forgets it, and the page says so")
  func forgotten() async throws {
    _ = await admin.post(
      path, ["name": "Night", "kind": "ntfy", "address": "https://ntfy.example.org/t", "token": "tk_secret"])
    let id = try #require(try web.store.channels.all(of: north).first?.id)
    let page = "\(path)/\(id.rawValue)"
    func save(_ address: String) async throws -> String {
      let answer = await admin.post(page, ["name": "Night", "address": address, "on": "on", "token": ""])
      return await admin.get(try #require(answer.header("Location"))).text
    }
    let words = "The access token was for another server and is forgotten"
    let same = try await save("https://ntfy.example.org/t2")
    #expect(same.contains("Saved.") && same.contains("One is kept") && !same.contains(words))
    let other = try await save("https://other.example.org/t2")
    #expect(other.contains("Saved.") && !other.contains("One is kept") && other.contains(words))
    #expect(try await !save("https://third.example.org/t2").contains(words))
  }

  @Test("A test is in the log at once, with what became of it; then the channel is removed")
  func log() async throws {
    _ = await add("Pager", "https://hooks.example.org/a")
    let id = try #require(try web.store.channels.all(of: north).first?.id)
    let page = "\(path)/\(id.rawValue)"
    #expect(await admin.post("\(page)/test").status == 303)
    let notice = try #require(try web.store.channels.dueNotices(limit: 1).first)
    try web.store.channels.record(
      DeliveryResult(.retry, reason: "The server failed (503)", status: 503, took: 41), of: notice.id,
      chance: 0
    )
    var text = await admin.get(page).text
    #expect(text.contains("The server failed (503), 41 ms") && text.contains("again at"))
    #expect(await admin.get(path).text.contains("Failing"))
    let metrics = await web.get("/metrics").text
    #expect(metrics.contains("rollcall_notices_waiting{workspace=\"north\"} 1\n"))
    #expect(metrics.contains("rollcall_channels_failing{workspace=\"north\",channel_kind=\"webhook\"} 1\n"))
    #expect(
      metrics.contains(
        "rollcall_notices_total{workspace=\"north\",channel_kind=\"webhook\",result=\"retry\"} 1\n"))
    for _ in 1...4 { _ = await admin.post("\(page)/test") }
    let tooMany = await admin.post("\(page)/test")
    #expect(tooMany.status == 409 && tooMany.text.contains("Try again in a minute"))
    text = await admin.post("\(page)/remove").header("Location") ?? ""
    #expect(text == "\(path)?removed=1")
    #expect(await admin.get(page).status == 404)
  }
}
