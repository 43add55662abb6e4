import Rollcall

/// The filter of the history: all of it is in the URL, and an export uses the same.
struct HistoryFilter: FieldValues {
  /// Rows of one page.
  static let pageSize = 200

  var responder: Int64?
  var from = ""
  /// The end, exclusive: an instant or a local day; empty for now.
  var to = ""
  /// A flag's word; empty for all.
  var flag = ""
  /// The end of the previous page; empty on the first.
  var cursor = ""

  static let fields: [Field<HistoryFilter>] = [
    .id("responder", \.responder), .text("from", \.from), .text("to", \.to), .text("flag", \.flag),
    .cursor("cursor", \.cursor),
  ]
}

/// The pings in the order in which they were taken, newest last, with everything the phone reported.
struct HistoryPage: Page {
  static let template = "Tracking/HistoryPage"

  var shell: Shell
  var tabs: [Link]
  var path: String
  var responders: [Choice]
  var from, fromKind, to, toKind: String
  var flags: [Choice]
  /// The history without filter; empty when there is none.
  var clear: String
  var error: String
  /// The span covered: `20 Nov 12:04:33 – 12:04:33`.
  var span: String
  /// Files with the same filter; the CSV is empty when the reader may not have it.
  var csv, json: String
  /// The form that puts the filter's time of its responder on hold; empty when the reader may not.
  var hold: String
  var purged: PurgedNotice?
  var retention: String
  var rows: Rows<HistoryRow>
  var empty: EmptyState?
  var pager: Pager

  /// - Parameters:
  ///   - error: the problem with the filter, a sentence; then `rows` is empty.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  ///   - nextCursor: where the next page begins; `nil` on the last.
  init(
    shell: Shell, slug: String, filter: HistoryFilter, responders: [(id: Int64, name: String)],
    error: String = "", covered: Range<Timestamp>?, rows: [HistoryRow], nextCursor: String?,
    retentionDays: Int, mayExport: Bool, mayHold: Bool = false, purged: PurgedNotice? = nil,
    clock: PageClock
  ) {
    let path = Shell.Section.history.path(slug)
    let first = filter.first
    self.shell = shell
    tabs = HistoryTab.links(slug, current: .positions, clock: clock)
    self.path = path
    self.responders = Choice.people(responders, chosen: filter.responder)
    (from, fromKind) = (filter.from, FormField.dayKind(filter.from))
    (to, toKind) = (filter.to, FormField.dayKind(filter.to))
    flags = Choice.flags(chosen: filter.flag, all: Words.History.anyFlag)
    clear = filter.isNarrow ? path : ""
    self.error = error
    span = covered.map { clock.span($0) } ?? ""
    csv = mayExport ? first.query.link(path + ".csv") : ""
    json = first.query.link(path + ".json")
    hold =
      covered.flatMap { span in
        guard mayHold, let person = filter.responder else { return nil }
        return PagePath.newHold(slug, of: Responder.ID(person), from: span.lowerBound, to: span.upperBound)
      } ?? ""
    self.purged = purged
    retention =
      Words.History.retention(retentionDays)
    self.rows = Rows(rows)
    empty = rows.isEmpty ? Self.emptyState(filter, isWrong: !error.utf8.isEmpty, path: path) : nil
    pager = Pager(
      range: Words.Lists.onThisPage(Words.count(rows.count, "ping", "pings")),
      previous: filter.cursor.utf8.isEmpty ? "" : first.query.link(path),
      next: nextCursor.map { filter.with(\.cursor, $0).query.link(path) } ?? "")
  }

  private static func emptyState(_ filter: HistoryFilter, isWrong: Bool, path: String) -> EmptyState {
    if isWrong { return .wrongFilter }
    guard filter.isNarrow else {
      return EmptyState(
        title: Words.History.none,
        advice: Words.History.noneAdvice)
    }
    return EmptyState(
      title: Words.History.noMatch,
      advice: Words.Lists.otherDays,
      action: Link(label: Words.Lists.clearFilter, href: path))
  }
}
