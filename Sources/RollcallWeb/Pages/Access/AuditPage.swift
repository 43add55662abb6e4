public import Rollcall

/// Who did what, and who looked at whom, the newest first.
public struct AuditPage: Page {
  /// Its template.
  public static let template = "Access/AuditPage"

  /// What surrounds it.
  public var shell: Shell
  /// Where the filter's form leads.
  public var path: String
  /// Actors to choose from.
  public var actors: [Choice]
  /// Groups of actions to choose from.
  public var actions: [Choice]
  /// The subject, as in the URL.
  public var subject: String
  /// The beginning, as in the URL.
  public var from: String
  /// The kind of its field: `date` for a day, `text` for an instant.
  public var fromKind: String
  /// The end, as in the URL.
  public var to: String
  /// The kind of its field.
  public var toKind: String
  /// The audit without filter; empty when there is none.
  public var clear: String
  /// What is wrong with the filter; may be empty.
  public var error: String
  /// What the list covers.
  public var span: String
  /// The same filter as CSV.
  public var csv: String
  /// The same filter as JSON.
  public var json: String
  /// What is kept as evidence, and what purges took.
  public var holds: String
  /// The entries of this page of the list.
  public var rows: Rows<AuditRow>
  /// What is said instead of the table.
  public var empty: EmptyState?
  /// Which part of the list this is.
  public var pager: Pager

  /// The audit as `filter` asks for it.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - actors: every actor and their name.
  ///   - groups: every group of actions.
  ///   - error: what is wrong with the filter, a sentence; then `rows` is empty.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  ///   - nextCursor: where the next page begins; `nil` on the last.
  ///   - clock: when and where the page is read.
  public init(
    shell: Shell, slug: String, filter: AuditPageFilter, actors: [(value: String, name: String)],
    groups: [String], error: String = "", covered: Range<Timestamp>?, rows: [AuditRow], nextCursor: String?,
    clock: PageClock
  ) {
    let path = Shell.Section.audit.path(slug)
    let first = filter.with(cursor: "")
    self.shell = shell
    self.path = path
    self.actors = Choice.list(actors.map { ($0.value, $0.name) }, chosen: filter.actor, all: "Everybody")
    actions = Choice.list(
      groups.map { ($0, AuditWords.group($0)) }, chosen: filter.action, all: "Everything")
    subject = filter.subject
    (from, fromKind) = (filter.from, FormField.dayKind(filter.from))
    (to, toKind) = (filter.to, FormField.dayKind(filter.to))
    clear = filter.isNarrow ? path : ""
    self.error = error
    span = covered.map { "\(clock.time($0.lowerBound).text) – \(clock.time($0.upperBound).text)" } ?? ""
    csv = first.query.link(path + ".csv")
    json = first.query.link(path + ".json")
    holds = PagePath.holds(slug)
    self.rows = Rows(rows)
    empty = rows.isEmpty ? Self.emptyState(filter, isWrong: !error.utf8.isEmpty, path: path) : nil
    pager = Pager(
      range: "\(Words.grouped(Int64(rows.count))) \(rows.count == 1 ? "entry" : "entries") on this page",
      previous: filter.cursor.utf8.isEmpty ? "" : first.query.link(path),
      next: nextCursor.map { filter.with(cursor: $0).query.link(path) } ?? "")
  }

  private static func emptyState(
    _ filter: AuditPageFilter, isWrong: Bool, path: String
  ) -> EmptyState {
    if isWrong {
      return EmptyState(title: "Nothing is shown.", advice: "Correct the filter above, then filter again.")
    }
    guard filter.isNarrow else {
      return EmptyState(
        title: "Nobody did anything in the last 24 hours.", advice: "Choose an earlier day above.")
    }
    return EmptyState(
      title: "No entry matches this filter.",
      advice: "Choose other days, or look at all of the last 24 hours.",
      action: Link(label: "Clear the filter", href: path))
  }

  /// An example with every kind of content.
  public static let sample = AuditPage(
    shell: .example(.audit), slug: "city-rescue",
    filter: AuditPageFilter([("from", "2026-11-21"), ("cursor", "4212")]),
    actors: [("member:7", "dora@example.org"), ("key:script", "API key script")],
    groups: ["export", "login", "look"],
    covered: PageClock.sampleNow.advanced(by: -43_473_000)..<PageClock.sampleNow,
    rows: [AuditRow.sample] + others, nextCursor: "4206", clock: PageClock.sample)

  private static let others: [AuditRow] = [
    ("look.responder", "Mirela Novak", "responder 1", ""),
    (
      "export.history", "?responder=1&from=2026-11-20", "?responder=1&from=2026-11-20",
      "8,421 rows, sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    ),
    ("login.begin", "dora@example.org", "member 7", ""), ("login.fail", "dora@example.org", "member 7", ""),
    ("incident.open", "INC-12", "INC-12", "incident, critical"),
    ("look.responder", "ليلى حداد", "responder 9", ""),
  ].enumerated().map { index, entry in
    AuditRow(
      number: 4_210 - Int64(index), at: PageClock.sampleNow.advanced(by: -Int64(index + 2) * 611_000),
      who: "dora@example.org", actor: "member:7", origin: "2001:db8::7", action: entry.0, about: entry.1,
      subject: entry.2, detail: entry.3, filter: AuditPageFilter(), path: "/w/city-rescue/audit",
      clock: PageClock.sample)
  }
}
