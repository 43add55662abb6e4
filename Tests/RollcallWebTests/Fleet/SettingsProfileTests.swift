import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("A profile on its settings page")
struct SettingsProfileTests {
  private let web: TestWeb
  private let desk: SettingsDesk
  private let page = "/profiles/family"
  /// One rule for everything, every 30 s.
  private let fields = [
    "rules": "1", "r0_name": "all", "r0_interval_s": "30", "r0_degraded_s": "45", "r0_offline_s": "7200",
    "label_on_duty": "Sharing & caring",
  ]

  init() throws {
    web = try TestWeb()
    desk = try SettingsDesk(web)
  }

  @Test("Is previewed with those whom it would change, then saved as it was previewed")
  func save() async throws {
    _ = try web.phone("Ana <Novak>")
    let preview = await desk.post(page, fields.merging(["do": "preview"]) { $1 })
    #expect(preview.status == 200)
    #expect(
      preview.text.contains("1 of 1 person would change rule or thresholds now, 0 of them their status."))
    #expect(preview.text.contains("Ana &lt;Novak&gt;"))
    #expect(preview.text.contains("value=\"Sharing &amp; caring\""))
    #expect(try stored() == .test)
    let seen = try #require(preview.field("seen"))
    // Something else than what was previewed is previewed first.
    let other = fields.merging(["do": "save", "seen": seen, "r0_offline_s": "9000"]) { $1 }
    #expect(await desk.post(page, other).text.contains("Nothing is saved yet."))
    #expect(try stored() == .test)
    let saved = await desk.post(page, fields.merging(["do": "save", "seen": seen]) { $1 })
    #expect(saved.header("Location") == "/w/north/settings/profiles/family?saved=1")
    let rule = ProfileRule(name: "all", interval: 30, degraded: 45, offline: 7_200)
    #expect(try stored() == Profile(name: "family", labels: ["on_duty": "Sharing & caring"], rules: [rule]))
    #expect(try desk.entries() == ["member:owner@example.org profile.edit"])
    #expect(web.store.liveness.board(of: desk.workspace).first?.live.force.thresholds?.offline == 7_200_000)
    #expect(await desk.get("\(page)?saved=1").text.contains("Saved."))
    #expect(await desk.get("/profiles").text.contains("all 30 s"))
  }

  @Test("Its people are offered the kinds that are ticked, and no others")
  func offers() async throws {
    let shown = await desk.get(page).text
    #expect(shown.contains("value=\"incident\" checked") && shown.contains("value=\"order\" checked"))
    for (kinds, stored) in [("order", ["order"]), ("", []), ("incident", ["incident"])] {
      let sent = kinds.isEmpty ? fields : fields.merging(["offers": kinds]) { $1 }
      let preview = await desk.post(page, sent.merging(["do": "preview"]) { $1 })
      let seen = try #require(preview.field("seen"))
      _ = await desk.post(page, sent.merging(["do": "save", "seen": seen]) { $1 })
      #expect(try self.stored().offers == stored)
    }
    #expect(try desk.entries().count == 3)
    #expect(await desk.get("/profiles").text.contains("<td data-label=\"Is offered\">incidents</td>"))
    let wrong = await desk.post(page, fields.merging(["offers": "dinner", "do": "save"]) { $1 })
    #expect(wrong.status == 400 && wrong.text.contains("unknown kind of incident dinner"))
    #expect(try self.stored().offers == ["incident"])
  }

  @Test("Keeps what was typed beside what is wrong, and saves nothing")
  func problems() async throws {
    let wrong = fields.merging(["r0_degraded_s": "20", "r0_distance_m": "near", "do": "save"]) { $1 }
    let answer = await desk.post(page, wrong)
    #expect(answer.status == 400)
    #expect(answer.text.contains("value=\"near\""))
    #expect(answer.text.contains("A number from 0 to 1,000,000."))
    #expect(answer.field("seen") == nil)
    #expect(try desk.entries() == [])
  }

  @Test("Rules can be added and taken away before anything is judged")
  func rearranging() async throws {
    let added = await desk.post(page, fields.merging(["do": "add", "r0_degraded_s": "bad"]) { $1 })
    #expect(added.status == 200)
    #expect(added.field("rules") == "2")
    #expect(added.text.contains("value=\"bad\""))
    #expect(await desk.post(page, fields.merging(["remove": "0"]) { $1 }).field("rules") == "0")
  }

  @Test("Can be written as JSON, which is previewed and saved likewise")
  func json() async throws {
    let text = #"{"name":"family","rules":[{"name":"all","interval_s":null}]}"#
    let saved = await desk.post(page, await desk.previewed(page, ["json": text]))
    #expect(saved.status == 303)
    #expect(try stored().rules == [ProfileRule(name: "all", interval: nil)])
    #expect(try desk.entries() == ["member:owner@example.org profile.edit"])
  }

  @Test(
    "JSON that is no profile stays in its field, with what is wrong",
    arguments: [
      ("{", "it is not JSON"), (#"{"name":"family"}"#, "rules is missing"),
      (#"{"name":"other","rules":[{"name":"r","interval_s":1}]}"#, "The name stays family"),
      (
        #"{"name":"family","rules":[{"name":"r","interval_s":"</textarea><script>"}]}"#,
        "wrong type in rules, number 1"
      ),
      (
        #"{"name":"family","initial_duty":"asleep","rules":[{"name":"r","interval_s":9}]}"#,
        "possible in initial_duty"
      ),
      (#"{"name":"family","rules":[]}"#, "rules: at least one"),
      (#"{"name":"family","rule":[]}"#, "no member rule; did you mean rules?"),
      (#"{"name":"family","rules":[{"name":"r","interval_s":9,"degraded_s":1}]}"#, "degraded_s"),
    ])
  func badJSON(text: String, words: String) async throws {
    for action in ["preview", "save"] {
      let answer = await desk.post(page, ["json": text, "do": action])
      #expect(answer.status == 400)
      #expect(answer.text.contains(words))
      #expect(!answer.text.contains("<script>"))
      #expect(answer.text.contains("&quot;family&quot;") || text == "{" || words.hasPrefix("The name"))
    }
    #expect(try stored() == .test)
  }

  @Test("A workspace without a profile gets its first one by its name")
  func first() async throws {
    _ = try web.store.fleet.addWorkspace(
      slug: "bare", name: "Bare", timeZone: "Europe/Ljubljana", profiles: [])
    let admin = try DispatchDesk(web, role: .admin, slug: "bare")
    let empty = await admin.get("settings/profiles").text
    #expect(empty.contains("No profiles yet.") && !empty.contains("rollcall profile"))
    #expect(empty.contains("name=\"name\"") && !empty.contains("name=\"copy_of\""))
    #expect(await admin.post("settings/profiles", ["name": ""]).status == 400)
    let added = await admin.post("settings/profiles", ["name": "crew"])
    #expect(added.header("Location") == "/w/bare/settings/profiles/crew")
    #expect(
      try web.store.fleet.profiles(slug: "bare").map(\.rules) == [[ProfileRule(name: "always", interval: 60)]]
    )
    // From the second on they are copies.
    #expect(await admin.post("settings/profiles", ["name": "harbour"]).status == 400)
    #expect(await admin.get("settings/profiles").text.contains("name=\"copy_of\""))
  }

  @Test("A profile that the workspace does not have is not found")
  func unknown() async throws {
    #expect(await desk.get("/profiles/nobody").status == 404)
    #expect(await desk.post("/profiles/nobody", fields).status == 404)
  }

  private func stored() throws -> Profile {
    try #require(try web.store.fleet.profiles(slug: "north").first)
  }
}
