import Rollcall

/// The pings as they were taken, newest last, with everything the phone said.
struct HistoryPage: Page {
  static let template = "Tracking/HistoryPage"

  var shell: Shell
  /// The other pages about what was.
  var tabs: [Link]
  var path: String
  var responders: [Choice]
  var from: String
  var fromKind: String
  var to: String
  var toKind: String
  /// Flags to choose from.
  var flags: [Choice]
  /// The history without filter; empty when there is none.
  var clear: String
  var error: String
  /// What the list covers: `20 Nov 12:04:33 – 12:04:33, by the time taken`.
  var span: String
  /// The same filter as CSV; empty where the reader may not.
  var csv: String
  /// The same filter as JSON.
  var json: String
  /// Where the filter's time of the filter's responder is put on hold; empty where the reader may not.
  var hold: String
  /// That something of the span is gone; absent when nothing is.
  var purged: PurgedNotice?
  /// How long positions are kept.
  var retention: String
  /// The pings of this page of the list.
  var rows: Rows<HistoryRow>
  var empty: EmptyState?
  var pager: Pager

  /// The history as `filter` asks for it.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - responders: id and name of every responder, in the order of the menu.
  ///   - error: what is wrong with the filter, a sentence; then `rows` is empty.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  ///   - rows: one page of the pings that match.
  ///   - nextCursor: where the next page begins; `nil` on the last.
  ///   - retentionDays: how long positions are kept.
  ///   - mayExport: whether the reader may have the CSV.
  ///   - mayHold: whether the reader may put something on hold.
  ///   - purged: what is gone of the span; `nil` = nothing.
  ///   - clock: when and where the page is read.
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
    self.responders = Choice.list(
      responders.map { (String($0.id), $0.name) }, chosen: filter.responder.map(String.init) ?? "",
      all: "All responders")
    (from, fromKind) = (filter.from, FormField.dayKind(filter.from))
    (to, toKind) = (filter.to, FormField.dayKind(filter.to))
    flags = Choice.list(
      DoubtFlags.words.map { ($0.word, FlagMark($0.word).label) }, chosen: filter.flag, all: "Any flag")
    clear = filter.isNarrow ? path : ""
    self.error = error
    span = covered.map { "\(clock.time($0.lowerBound).text) – \(clock.time($0.upperBound).text)" } ?? ""
    csv = mayExport ? first.query.link(path + ".csv") : ""
    json = first.query.link(path + ".json")
    hold =
      covered.flatMap { span in
        guard mayHold, let person = filter.responder else { return nil }
        return PagePath.newHold(slug, of: Responder.ID(person), from: span.lowerBound, to: span.upperBound)
      } ?? ""
    self.purged = purged
    retention =
      "Positions are kept for \(retentionDays) days, then deleted. Times are those of the workspace."
    self.rows = Rows(rows)
    empty = rows.isEmpty ? Self.emptyState(filter, isWrong: !error.utf8.isEmpty, path: path) : nil
    pager = Pager(
      range: rows.isEmpty ? "no pings" : "\(Words.grouped(rows.count)) pings on this page",
      previous: filter.cursor.utf8.isEmpty ? "" : first.query.link(path),
      next: nextCursor.map { filter.with(\.cursor, $0).query.link(path) } ?? "")
  }

  private static func emptyState(_ filter: HistoryFilter, isWrong: Bool, path: String) -> EmptyState {
    if isWrong {
      return EmptyState(title: "Nothing is shown.", advice: "Correct the filter above, then filter again.")
    }
    guard filter.isNarrow else {
      return EmptyState(
        title: "No pings in the last 24 hours.",
        advice: "Choose an earlier day above, or look at the board: it tells who is silent and since when.")
    }
    return EmptyState(
      title: "No pings match this filter.",
      advice: "Choose other days, or look at everybody's last 24 hours.",
      action: Link(label: "Clear the filter", href: path))
  }
}
