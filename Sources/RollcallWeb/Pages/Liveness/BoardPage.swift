import Rollcall

/// The live board: who can be reached, who cannot, since when.
struct BoardPage: Page {
  static let template = "Liveness/BoardPage"
  /// The board without the layout.
  static let fragmentTemplate: String? = "Liveness/Board"

  var shell: Shell
  /// What is wrong now, worst first.
  var notices: [Notice]
  var cards: [CountCard]
  var path: String
  var search: String
  /// The order the form must keep; may be empty.
  var sort: String
  /// The past moment that is shown, as the form's field has it; empty on the live board.
  var moment: String
  var regions: [Choice]
  var profiles: [Choice]
  /// Duty states to choose from.
  var duties: [Choice]
  /// Statuses to choose from.
  var statuses: [Choice]
  /// The board without filter; empty when there is none.
  var clear: String
  var now: String
  var asOf: Moment
  var age: Moment
  /// The same table as CSV; empty where the reader may not.
  var csv: String
  /// The same data as JSON.
  var json: String
  /// The heads of the columns.
  var columns: [ColumnHead]
  /// The responders of this page of the list.
  var rows: Rows<BoardRow>
  var empty: EmptyState?
  var pager: Pager
  /// The page of a past moment's board, where one is chosen; empty where the reader may not.
  var past: String
  /// The page of everybody's lanes of a day; empty where the reader may not.
  var lanes: String
  /// Whether the data is too old to be trusted: a stale board must not look alive.
  let isStale: Bool

  /// Data older than this is called stale, milliseconds. The script has the same limit.
  static let staleAfter: Milliseconds = 15_000

  /// The board as `filter` asks for it.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - notices: what is wrong now, worst first; before what is calm stands the counts' own headline.
  ///   - regions: the regions of the workspace by name.
  ///   - profiles: its profiles by name.
  ///   - counts: of the whole workspace, whatever the filter.
  ///   - rows: one page of the responders that match, in the filter's order.
  ///   - matching: how many match in all.
  ///   - asOf: the instant of the data.
  ///   - clock: when and where the page is read.
  ///   - csv: where the same table is found as CSV; empty where the reader may not.
  ///   - past: where the board of a past moment is found; empty where the reader may not.
  init(
    shell: Shell, slug: String, filter: BoardFilter, notices: [Notice] = [], regions: [String],
    profiles: [String], counts: BoardCounts, rows: [BoardRow], matching: Int, asOf: Timestamp,
    clock: PageClock, csv: String = "", past: String = ""
  ) {
    let path = Shell.Section.board.path(slug)
    self.shell = shell
    isStale = clock.now.since(asOf) > Self.staleAfter
    self.notices =
      (isStale ? [Self.staleNotice(clock.age(of: asOf))] : [])
      + (notices.allSatisfy { $0.level == "calm" } ? [counts.headline].compactMap(\.self) + notices : notices)
    cards = CountCard.all(counts, filter: filter, path: path)
    self.path = path
    search = filter.search
    sort = filter.sortWord
    moment = filter.at.utf8.isEmpty ? "" : clock.local(asOf).field
    self.regions = Choice.list(regions.map { ($0, $0) }, chosen: filter.region, all: "All regions")
    self.profiles = Choice.list(
      profiles.map { ($0, Words.capitalized($0)) }, chosen: filter.profile, all: "All profiles")
    duties = Choice.list(Self.dutyChoices, chosen: filter.duty?.rawValue ?? "", all: "Any duty")
    statuses = Choice.list(
      Status.worstFirst.map { ($0.rawValue, $0.label) }, chosen: filter.status?.rawValue ?? "",
      all: "Any status")
    clear = filter.isNarrow ? filter.widened.query.link(path) : ""
    now = LocalTime.iso(clock.now)
    self.asOf = clock.time(asOf)
    age = clock.age(of: asOf)
    self.csv = csv
    self.past = past
    lanes = past.utf8.isEmpty ? "" : LanesPage.path(slug)
    json = filter.query.link(path + ".json")
    columns = BoardColumn.heads(filter: filter, path: path)
    self.rows = Rows(rows)
    empty =
      rows.isEmpty
      ? Self.emptyState(total: counts.total, slug: slug, path: filter.widened.query.link(path)) : nil
    pager = Pager(
      shown: rows.count, page: filter.page, size: BoardFilter.pageSize, matching: matching
    ) { number in filter.with { $0.page = number }.query.link(path) }
  }

  /// Changes when what the board shows changes, and not because time passes: for an `ETag`.
  var version: String {
    var hash = ContentHash()
    for notice in notices { hash.add(notice.level + notice.title + notice.detail + notice.href) }
    for card in cards { hash.add(card.count) }
    for text in [shell.csrf, search, sort, clear, pager.range, pager.next] { hash.add(text) }
    for choice in regions + profiles { hash.add(choice.value) }
    for row in rows.items { row.addVersion(to: &hash) }
    // "Not modified" would tell an open page that the old data is as good as new.
    if isStale { hash.add(now) }
    return hash.text
  }

  private static func staleNotice(_ age: Moment) -> Notice {
    Notice(
      level: "danger", pill: StatusPill(.offline), title: "This board is not up to date.",
      detail: "The server's data is from \(age.text).")
  }

  private static let dutyChoices = [
    (value: DutyState.onDuty.rawValue, label: "On duty"),
    (value: DutyState.onMission.rawValue, label: "On mission"),
    (value: DutyState.offDuty.rawValue, label: "Off duty"),
  ]

  private static func emptyState(total: Int, slug: String, path: String) -> EmptyState {
    guard total == 0 else {
      return EmptyState(
        title: "Nobody matches this filter.", advice: "Widen it, or look at everybody.",
        action: Link(label: "Show everybody", href: path))
    }
    return EmptyState(
      title: "No responders yet.",
      advice: "Add the first one on the server, give its phone a token, and it appears here when it reports.",
      command: "rollcall responder add \(slug) \"Mirela Novak\" --region North")
  }
}
