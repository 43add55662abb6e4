import HTTPServer
import Rollcall
import SQL

@testable import RollcallStore
@testable import RollcallWeb

/// The owner of `north` at the settings.
struct SettingsDesk {
  let web: TestWeb
  let cookie: String
  let token: String
  let workspace: Workspace.ID

  let flags = ["adaptive_intervals": "20", "server_thresholds": "100", "native_fallback": "0"]

  init(_ web: TestWeb) throws {
    self.web = web
    cookie = try web.login(.owner, email: "owner@example.org")
    token = try web.store.accounts.consoleSession(cookie: cookie) { _ in .act }?.csrf ?? ""
    workspace = try web.store.fleet.workspace(slug: "north")?.id ?? Workspace.ID(0)
  }

  func get(_ page: String) async -> TestAnswer { await web.get("/w/north/settings\(page)", cookie: cookie) }

  /// Sends a form as our page would.
  func post(_ page: String, _ fields: [String: String]) async -> TestAnswer {
    await post(page, fields.merging(["_csrf": token]) { own, _ in own }, cookie: cookie)
  }

  func post(_ page: String, _ fields: [String: String], cookie: String?) async -> TestAnswer {
    let headers = cookie.map { ["Cookie": "rollcall=\($0)"] } ?? [:]
    return await web.form("/w/north/settings\(page)", encode(fields), headers: headers)
  }

  func encode(_ fields: [String: String]) -> String {
    FormFields(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).encoded
  }

  /// A form that would change something if it were ours, previewed already.
  func change(_ page: String) async throws -> [String: String] {
    switch page {
    case "/flags": return flags
    case "/workspace":
      return await previewed(
        page, ["name": "N", "time_zone": "UTC", "retention_days": "30"])
    default:
      return await previewed(page, ["rules": "1", "r0_name": "all", "r0_interval_s": "30"])
    }
  }

  /// Fields with the proof that their preview was seen, ready to be saved.
  func previewed(_ page: String, _ fields: [String: String]) async -> [String: String] {
    let seen = await post(page, fields.merging(["do": "preview"]) { $1 }).field("seen") ?? ""
    return fields.merging(["do": "save", "seen": seen]) { $1 }
  }

  /// What the audit has of changes of settings by members and keys: who, what.
  func entries() throws -> [String] {
    try web.store.read { db in
      try db.all(
        """
        SELECT coalesce('member:' || email, actor) || ' ' || action FROM audit
        LEFT JOIN member ON actor = 'member:' || member.id
        WHERE workspace_id = \(workspace) AND actor <> 'command line' AND action NOT LIKE 'look.%'
          AND action NOT LIKE 'login.%' ORDER BY audit.number
        """)
    }
  }
}

extension TestAnswer {
  /// The value of the first hidden field of this name.
  func field(_ name: String) -> String? {
    let parts = text.split(separator: "name=\"\(name)\" value=\"", maxSplits: 1)
    return parts.count < 2 ? nil : parts[1].split(separator: "\"").first.map(String.init)
  }
}
