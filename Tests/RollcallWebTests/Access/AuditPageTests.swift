import StoreSupport
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("The audit for people")
struct AuditPageTests {
  private let web: TestWeb
  private let key: String
  private let member: Int64

  init() throws {
    web = try TestWeb()
    key = try web.store.members.issueAPIKey(slug: "north", name: "script", role: .auditor).text
    _ = try web.login(.owner, email: "eva@example.org")
    member = try #require(try web.store.accounts.member(email: "eva@example.org")).id.rawValue
    _ = try web.login(.owner, slug: "south", email: "foreign@example.org")
  }

  @Test("names are today's, the newest entry is first, and nothing of another workspace is there")
  func names() async throws {
    let ana = try web.phone("Ana <b>Novak</b>")
    let page = await web.get("/w/north/audit", key: key)
    #expect(page.status == 200)
    #expect(page.text.contains("Ana &lt;b&gt;Novak&lt;/b&gt;") && page.text.contains("eva@example.org"))
    #expect(page.text.contains("Logged in") && page.text.contains("Added a person"))
    #expect(!page.text.contains("foreign@example.org"))
    let entries = page.text.matches(of: #/<tr id="a([0-9]+)"/#).map { Int($0.output.1) ?? 0 }
    #expect(entries == entries.sorted(by: >) && entries.last == 1)
    // The exact instant is in the tooltip, in the workspace's time.
    #expect(page.text.contains("title=\"2026-11-21 10:00:00 +01:00\""))
    _ = try web.store.phones.setResponder(
      ana.id, slug: "north", name: "Renamed", phone: nil, profile: nil, region: nil, isActive: nil)
    let later = await web.get("/w/north/audit", key: key)
    #expect(later.text.contains("Renamed") && !later.text.contains("Novak"))
  }

  /// Filters, and the actions they leave, the newest first.
  static let filters: [(String, [String])] = [
    ("action=login", ["login.begin"]), ("actor=key:script", []), ("subject=responder+1", []),
    ("actor=command+line", ["member.add", "api-key.issue", "workspace.add"]),
    ("action=member.add", ["member.add"]), ("from=2026-11-22&to=2026-11-23", []),
    ("from=2026-11-21&to=2026-11-22&action=login", ["login.begin"]), ("action=%27+OR+1", []),
  ]

  @Test("the page, the JSON and the CSV have the same filter", arguments: filters)
  func sameFilter(_ query: String, _ actions: [String]) async throws {
    let page = await web.get("/w/north/audit?\(query)", key: key)
    #expect(
      page.text.matches(of: #/<td data-label="What" title="([^"]+)"/#).map { String($0.output.1) } == actions)
    let json = await web.get("/w/north/audit.json?\(query)", key: key)
    #expect(json.text.matches(of: #/"action":"([^"]+)"/#).map { String($0.output.1) } == actions)
    let csv = await web.get("/w/north/audit.csv?\(query)", key: key)
    #expect(csv.text.split(separator: "\r\n").count == actions.count + 1)
    // A filter that finds nothing is still chosen, so that the page says what it shows.
    if query.hasPrefix("actor=key") { #expect(page.text.contains("value=\"key:script\" selected")) }
  }

  @Test(
    "a filter that cannot be read is refused in words",
    arguments: ["from=x", "to=x", "cursor=x", "from=2027-01-01"])
  func wrong(_ query: String) async throws {
    let page = await web.get("/w/north/audit?\(query)", key: key)
    #expect(page.status == 400 && page.text.contains("Nothing is shown."))
    for file in ["audit.json", "audit.csv", "reports/audit.csv"] {
      #expect(await web.get("/w/north/\(file)?\(query)", key: key).status == 400, "\(file)")
    }
  }

  @Test("an export is itself an entry, with its filter, its rows and the SHA-256 of the file")
  func export() async throws {
    let file = await web.get("/w/north/reports/audit.csv?action=login", key: key).text
    #expect(
      file.hasPrefix(
        "number,at,actor,actor_name,origin,action,subject,subject_name,detail,before,after,hash\r\n"))
    #expect(file.contains("login.begin,member \(member),eva@example.org,"))
    // The entry is written beside the answer.
    try web.store.markAlive()
    let json = await web.get("/w/north/audit.json?action=export", key: key).text
    #expect(json.contains("\"action\":\"export.audit\"") && json.contains("\"subject\":\"?action=login\""))
    let hash = SecretHash(of: file).bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(json.contains("1 rows, sha256 \(hash)"))
    #expect(json.contains("\"origin\":\"127.0.0.1\"") && json.contains("\"actor\":\"key:script\""))
  }

  @Test(
    "what was searched for does not stand in the audit, where nothing is erased",
    arguments: ["board.csv?q=Marker&status=offline", "audit.csv?subject=Marker&actor=Marker"])
  func searched(_ path: String) async throws {
    let key = try web.store.members.issueAPIKey(slug: "north", name: "owner", role: .owner).text
    #expect(await web.get("/w/north/\(path)", key: key).status == 200)
    try web.store.markAlive()
    let json = await web.get("/w/north/audit.json?action=export", key: key).text
    #expect(json.contains("=not-kept") && !json.contains("Marker"))
  }

  @Test("the page tells the filter of a file in words and by the workspace's clocks")
  func exportInWords() async throws {
    let key = try web.store.members.issueAPIKey(slug: "north", name: "owner", role: .owner).text
    #expect(await web.get("/w/north/audit.csv?from=2026-11-21T05:00:00.000Z", key: key).status == 200)
    #expect(await web.get("/w/north/board.csv?cause=session_expired", key: key).status == 200)
    try web.store.markAlive()
    let page = await web.get("/w/north/audit?action=export", key: key).text
    #expect(page.contains("from 21 Nov 2026 06:00:00") && page.contains("cause session expired"))
    #expect(!page.contains("?from=2026-11-21T05"))
  }

  @Test("more than 200 entries are paged without loss")
  func pages() async throws {
    for number in 0..<210 {
      web.store.reports.recordExport(
        ExportNote(actor: "rollcall", kind: "made", filter: "\(number)", rows: 0, fingerprint: .of([])),
        in: Workspace.ID(1))
    }
    try web.store.markAlive()
    let first = await web.get("/w/north/audit", key: key).text
    let next = try #require(first.firstMatch(of: #/rel="next" href="([^"]+)"/#)?.output.1)
    let second = await web.get(String(next), key: key).text
    let numbers = [first, second].map { $0.matches(of: #/<tr id="a([0-9]+)"/#).map { Int($0.output.1) ?? 0 } }
    #expect(numbers[0].count == 200)
    #expect(Array((numbers[0] + numbers[1]).reversed()) == Array(1...(numbers[0].first ?? 0)))
    #expect(second.contains("rel=\"prev\""))
  }

  @Test("logins, wrong passwords and logouts are told with the address; an unknown address leaves nothing")
  func logins() async throws {
    let hash = try web.web.passwords.hash("correct horse")
    _ = try web.store.accounts.addMember(
      email: "dora@example.org", passwordHash: hash, role: .viewer, slug: "north")
    _ = await web.form("/login", "email=dora@example.org&password=wrong")
    _ = await web.form("/login", "email=nobody@example.org&password=wrong")
    let answer = await web.form("/login", "email=dora@example.org&password=correct+horse")
    #expect(answer.status == 303)
    try web.store.markAlive()
    let json = await web.get("/w/north/audit.json?action=login", key: key).text
    let actions = json.matches(of: #/"actor_name":"([^"]+)","origin":"([^"]+)","action":"([^"]+)"/#)
      .map { "\($0.output.1) \($0.output.2) \($0.output.3)" }
    #expect(
      actions == [
        "dora@example.org 127.0.0.1 login.begin", "Nobody logged in 127.0.0.1 login.fail",
        "eva@example.org server login.begin",
      ])
    #expect(!json.contains("nobody@example.org"))
    #expect(try web.store.verify() == [])
  }
}
