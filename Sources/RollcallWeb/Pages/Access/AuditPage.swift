import Rollcall

/// Who did what, and who looked at whom, the newest first.
struct AuditPage: Page {
  static let template = "Access/AuditPage"

  var shell: Shell
  var path: String
  /// Actors to choose from.
  var actors: [Choice]
  /// Groups of actions to choose from.
  var actions: [Choice]
  /// The subject, as in the URL.
  var subject: String
  var from: String
  var fromKind: String
  var to: String
  var toKind: String
  /// The audit without filter; empty when there is none.
  var clear: String
  var error: String
  /// What the list covers.
  var span: String
  /// The same filter as CSV.
  var csv: String
  /// The same filter as JSON.
  var json: String
  /// What is kept as evidence, and what purges took.
  var holds: String
  /// The entries of this page of the list.
  var rows: Rows<AuditRow>
  var empty: EmptyState?
  var pager: Pager

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
  init(
    shell: Shell, slug: String, filter: AuditPageFilter, actors: [(value: String, name: String)],
    groups: [String], error: String = "", covered: Range<Timestamp>?, rows: [AuditRow], nextCursor: String?,
    clock: PageClock
  ) {
    let path = Shell.Section.audit.path(slug)
    let first = filter.first
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
      next: nextCursor.map { filter.with(\.cursor, $0).query.link(path) } ?? "")
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
}
