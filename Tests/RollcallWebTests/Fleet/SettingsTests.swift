import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("The settings of a workspace")
struct SettingsTests {
  private let web: TestWeb
  private let desk: SettingsDesk

  init() throws {
    web = try TestWeb()
    desk = try SettingsDesk(web)
  }

  static let pages = ["", "/workspace", "/profiles", "/profiles/family", "/flags"]
  static let forms = ["/workspace", "/profiles/family", "/flags"]

  @Test("Are for owners and admins of the workspace alone", arguments: pages)
  func roles(page: String) async throws {
    let target = "/w/north/settings\(page)"
    for role in Role.allCases {
      let cookie = try web.login(role, email: "some-\(role.rawValue)@example.org")
      let may = role.allows(.manageWorkspace)
      #expect(await web.get(target, cookie: cookie).status == (may ? 200 : 403), "\(role)")
      guard Self.forms.contains(page) else { continue }
      let sent = await desk.post(page, [:], cookie: cookie)
      #expect(sent.status == (may ? 400 : 403), "\(role)")
    }
    let elsewhere = try web.login(.owner, slug: "south", email: "else@example.org")
    #expect(await web.get(target, cookie: elsewhere).status == 404)
    #expect(await web.get(target).status == 303)
    #expect(await desk.post("/flags", desk.flags, cookie: nil).status == 303)
    #expect(try web.store.fleet.rollout(of: desk.workspace).percent == [:])
  }

  @Test("A form that our page did not send changes nothing", arguments: forms)
  func forged(page: String) async throws {
    let fields = try await desk.change(page)
    let target = "/w/north/settings\(page)"
    for (token, headers) in [
      ("", [:]), ("nonsense", [:]), (desk.token, ["Sec-Fetch-Site": "cross-site"]),
      (desk.token, ["Origin": "https://evil.example", "Host": "rollcall.example"]),
    ] as [(String, [String: String])] {
      let body = desk.encode(fields.merging(["_csrf": token]) { $1 })
      let all = headers.merging(["Cookie": "rollcall=\(desk.cookie)"]) { $1 }
      #expect(await web.form(target, body, headers: all).status == 400)
    }
    #expect(try desk.entries() == [])
    // The same form, sent by our page.
    #expect(await desk.post(page, fields).status == 303)
    #expect(try desk.entries().count == 1)
  }

  @Test("A script's key needs no token, because no other site can send it")
  func key() async throws {
    let key = try web.store.members.issueAPIKey(slug: "north", name: "ci", role: .admin)
    let headers = ["Authorization": "Bearer \(key.text)"]
    let sent = await web.form("/w/north/settings/flags", desk.encode(desk.flags), headers: headers)
    #expect(sent.status == 303)
    #expect(try desk.entries() == ["key:ci flags.set"])
  }

  @Test("Flags are saved at once, and what was typed stays when it is no percentage")
  func flags() async throws {
    let wrong = await desk.post("/flags", desk.flags.merging(["server_thresholds": "1e2"]) { $1 })
    #expect(wrong.status == 400)
    #expect(wrong.text.contains("value=\"1e2\""))
    #expect(wrong.text.contains("value=\"20\""), "what was right is kept as well")
    #expect(wrong.text.contains("A whole number from 0 to 100."))
    let saved = await desk.post("/flags", desk.flags)
    #expect(saved.header("Location") == "/w/north/settings/flags?saved=1")
    #expect(try web.store.fleet.rollout(of: desk.workspace).percent[.adaptiveIntervals] == 20)
    #expect(try desk.entries() == ["member:owner@example.org flags.set"])
    #expect(await desk.get("/flags?saved=1").text.contains("Saved."))
    #expect(await desk.get("").text.contains("Intervals by rule 20 %"))
  }

  @Test("A shorter retention is previewed with what it would purge, then saved")
  func retention() async throws {
    let phone = try web.phone()
    let body = """
      {"pings": [{"lat": 46, "lng": 14, "is_mock": false, "recorded_at": "2026-10-01T00:00:00Z", "sequence": 1}]}
      """
    #expect(await web.upload(phone.token, body, headers: ["X-Idempotency-Key": "a"]).status == 201)
    let fields = ["name": "North & Co", "time_zone": "Europe/Vienna", "retention_days": "30"]
    let preview = await desk.post("/workspace", fields.merging(["do": "preview"]) { $1 })
    #expect(preview.status == 200)
    #expect(
      preview.text.contains(
        "1 position of 1 person, 0 uploads and 0 device events older than 30 days would be purged."))
    #expect(preview.text.contains("value=\"North &amp; Co\""))
    #expect(try desk.entries() == [])
    // Saving something else than what was previewed is a preview again.
    let seen = try #require(preview.field("seen"))
    let other = fields.merging(["retention_days": "1", "do": "save", "seen": seen]) { $1 }
    let again = await desk.post("/workspace", other)
    #expect(again.status == 200)
    #expect(again.text.contains("Nothing is saved yet."))
    #expect(try web.store.fleet.workspace(slug: "north")?.retentionDays == 90)
    let saved = await desk.post("/workspace", fields.merging(["do": "save", "seen": seen]) { $1 })
    #expect(saved.header("Location") == "/w/north/settings/workspace?saved=1")
    let workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    #expect([workspace.name, workspace.timeZone] == ["North & Co", "Europe/Vienna"])
    #expect(workspace.retentionDays == 30)
    // What was not asked for is as it was.
    #expect(workspace.massSilence == .standard)
    #expect(try desk.entries() == ["member:owner@example.org workspace.set"])
    #expect(try web.store.fleet.workspace(slug: "south")?.retentionDays == 90)
    // What was purged is listed.
    var pass = try web.store.retention.beginPurge(of: desk.workspace)
    while !pass.isDone { pass = try web.store.retention.purgeSlice(pass) }
    #expect(pass.taken.pings == 1)
    let listed = await desk.get("/workspace").text
    #expect(!listed.contains("None yet."))
  }

  @Test("From when on a silence of many is one alert is set, shown and audited")
  func massSilence() async throws {
    #expect(await desk.get("/workspace").text.contains("name=\"mass_percent\" type=\"text\" value=\"40\""))
    let fields = [
      "name": "N", "time_zone": "UTC", "retention_days": "90", "mass_percent": "25", "mass_minutes": "15",
    ]
    let preview = await desk.post("/workspace", fields.merging(["do": "preview"]) { $1 })
    let seen = try #require(preview.field("seen"))
    let changed = ["mass_percent": "26", "do": "save", "seen": seen]
    #expect(
      await desk.post("/workspace", fields.merging(changed) { $1 }).text.contains("Nothing is saved yet."))
    #expect(await desk.post("/workspace", fields.merging(["do": "save", "seen": seen]) { $1 }).status == 303)
    #expect(
      try web.store.fleet.workspace(slug: "north")?.massSilence == MassSilenceRule(percent: 25, minutes: 15))
    #expect(await desk.get("/workspace").text.contains("name=\"mass_minutes\" type=\"text\" value=\"15\""))
    #expect(try desk.entries() == ["member:owner@example.org workspace.set"])
  }

  @Test(
    "What was typed stays beside what is wrong with it",
    arguments: [
      ("name", "", "1 to 200 characters,"), ("time_zone", "Mars/Olympus", "No such time zone."),
      ("retention_days", "0", "A whole number from 1 to 3,650."),
      ("retention_days", "3651", "A whole number from 1 to 3,650."),
      ("retention_days", "9\"><script>", "A whole number from 1 to 3,650."),
      ("mass_percent", "9", "A whole number from 10 to 100."),
      ("mass_minutes", "16", "A whole number from 1 to 15."),
      ("mass_percent", "", "A whole number from 10 to 100."),
    ])
  func problems(field: String, value: String, words: String) async throws {
    var fields = ["name": "Kept", "time_zone": "Europe/Vienna", "retention_days": "30", "do": "save"]
    fields[field] = value
    let answer = await desk.post("/workspace", fields)
    #expect(answer.status == 400)
    #expect(answer.text.contains(words))
    #expect(field == "name" || answer.text.contains("value=\"Kept\""))
    #expect(!answer.text.contains("<script>"))
    #expect(try desk.entries() == [])
  }
}
