import Rollcall

/// The live board: who can be reached, who cannot, and since when.
struct BoardPage: Page {
  static let template = "Liveness/BoardPage"
  static let fragmentTemplate: String? = "Liveness/Board"

  struct Content {
    var filter: BoardFilter
    /// The present problems, worst first; the headline of the counts comes before the calm ones.
    var notices: [Notice] = []
    /// The regions and profiles that people have, by name.
    var regions: [String] = []
    var profiles: [String] = []
    /// Of the whole workspace, independent of the filter.
    var counts = BoardCounts()
    /// How many of them could be sent to an incident now; `nil` = of a past moment.
    var canBeSent: Int?
    /// How many are silent for each cause, likewise.
    var causes: [Cause: Int] = [:]
    /// One page of the matching responders, in the filter's order.
    var rows: [BoardRow] = []
    var matching = 0
    var asOf: Timestamp
    /// The same table as CSV, and the board of a past moment; empty when the reader may not.
    var csv = ""
    var past = ""
    /// Whether the reader may switch people's duty.
    var turns = false
  }

  var shell: Shell
  /// The present problems, worst first.
  var notices: [Notice]
  /// How many could be sent to an incident now; empty for a past moment.
  var canBeSent: String
  var cards: [CountCard]
  /// Why people are silent, with how many: each narrows the board to them.
  var causes: [Link]
  var path, search: String
  /// The order and the cause that the form must keep; may be empty.
  var sort, cause: String
  /// The past moment shown, in the form; absent on the live board.
  var moment: SpanField?
  var regions, profiles, duties, statuses: [Choice]
  /// The board without filter; empty when there is none.
  var clear: String
  var stamp: PageStamp
  var csv, json: String
  var columns: [ColumnHead]
  var rows: Rows<BoardRow>
  var empty: EmptyState?
  var pager: Pager
  /// The choice of columns and rows; absent while the list is empty.
  var shape: ListShapeForm?
  /// The shape that the filter's form must keep.
  var kept: [FilterPart]
  /// The board of a past moment, and everyone's lanes of a day; empty when the reader may not open them.
  var past, lanes: String
  /// Whether rows have buttons that switch duty: they belong to one form.
  var turns: Bool
  /// What is still to be set up; absent for most readers, and when all is.
  var checklist: ChecklistPart?
  /// Whether the data is too old to be trusted: a stale board must not look live.
  let isStale: Bool

  /// Data older than this is stale, milliseconds. The script has the same limit.
  static let staleAfter: Milliseconds = 15_000

  init(_ content: Content, shell: Shell, slug: String, clock: PageClock) {
    let path = Shell.Section.board.path(slug)
    let (filter, counts) = (content.filter, content.counts)
    (self.shell, self.path) = (shell, path)
    stamp = PageStamp(clock, asOf: content.asOf)
    isStale = clock.now.since(content.asOf) > Self.staleAfter
    let headline = content.notices.allSatisfy { $0.level == "calm" } ? counts.headline : nil
    notices =
      [isStale ? Self.staleNotice(stamp.age) : nil, headline].compactMap(\.self)
      + content.notices
    canBeSent = content.canBeSent.map(Words.grouped) ?? ""
    cards = CountCard.all(counts, filter: filter, path: path)
    causes = Self.causes(content.causes, filter, path: path)
    (search, sort, cause) = (filter.search, filter.sortWord, filter.cause?.rawValue ?? "")
    moment =
      filter.at.utf8.isEmpty
      ? nil : SpanField("at", Words.Spans.moment, .from, text: content.asOf.rfc3339, clock, isRequired: true)
    regions = Choice.regions(content.regions, chosen: filter.region)
    profiles = Choice.profiles(content.profiles, chosen: filter.profile)
    duties = Choice.list(Words.Board.duties, chosen: filter.duty?.rawValue ?? "", all: Words.Board.anyDuty)
    statuses = Choice.statuses(Status.worstFirst, chosen: filter.status)
    clear = filter.isNarrow ? filter.widened.query.link(path) : ""
    (csv, json) = (content.csv, filter.whole.query.link(path + ".json"))
    past = content.past
    lanes = past.utf8.isEmpty ? "" : LanesPage.path(slug)
    columns = filter.heads(Self.heads, by: \.order, at: path)
    rows = Rows(content.rows)
    turns = content.turns
    empty =
      content.rows.isEmpty
      ? Self.emptyState(total: counts.total, slug: slug, path: filter.widened.query.link(path)) : nil
    let list = ListColumns(
      all: Self.hideable, before: 2, usual: BoardFilter.pageSize, shape: filter.shape)
    shape = content.rows.isEmpty ? nil : ListShapeForm(filter, list, at: path)
    kept = filter.kept(clock)
    pager = Pager(
      shown: content.rows.count, page: filter.page, size: filter.size, matching: content.matching
    ) { filter.with(\.page, $0).query.link(path) }
  }

  /// The columns that can be hidden: all but the status and the name.
  private static let hideable = [
    ListColumn("duty", "Duty"), ListColumn("contact", Words.Lists.lastContact),
    ListColumn("fix", Words.Board.latestFix), ListColumn("battery", "Battery"),
    ListColumn("reachable", Words.Board.reachable), ListColumn("assignment", "Assignment"),
  ]

  /// Changes with the content of the board, but not with passing time: for an `ETag`.
  var version: String {
    var hash = ContentHash()
    for notice in notices { hash.add(notice.level + notice.title + notice.detail + notice.href) }
    for card in cards { hash.add(card.count) }
    for cause in causes { hash.add(cause.label + cause.href) }
    for text in [shell.csrf, search, sort, clear, pager.range, pager.next] { hash.add(text) }
    for choice in regions + profiles { hash.add(choice.value) }
    for row in rows.items { row.addVersion(to: &hash) }
    // "Not modified" would tell an open page that its old data is still good.
    if isStale { hash.add(stamp.now) }
    return hash.text
  }

  private static func causes(_ counts: [Cause: Int], _ filter: BoardFilter, path: String) -> [Link] {
    Cause.allCases.compactMap { cause in
      guard let count = counts[cause] else { return nil }
      let isCurrent = filter.cause == cause
      let other = filter.first.with { $0.cause = isCurrent ? nil : cause }
      return Link(
        label: "\(Words.grouped(count)) \(Words.openCause(cause))", href: other.query.link(path),
        isCurrent: isCurrent)
    }
  }

  private static let heads: [(label: String, column: BoardFilter.Sort?)] = [
    ("Status", .status), ("Person", .name), ("Duty", .duty), (Words.Lists.lastContact, .contact),
    (Words.Board.latestFix, .fix), ("Battery", .battery), (Words.Board.reachable, nil),
    ("Assignment", .assignment),
  ]

  private static func staleNotice(_ age: Moment) -> Notice {
    Notice(
      level: "danger", pill: StatusPill(.offline), title: Words.Board.stale,
      detail: Words.Board.staleSince(age.text))
  }

  private static func emptyState(total: Int, slug: String, path: String) -> EmptyState {
    guard total == 0 else {
      return EmptyState(
        title: Words.Board.noMatch, advice: Words.Board.noMatchAdvice,
        action: Link(label: Words.Lists.showEverybody, href: path))
    }
    return EmptyState(
      title: Words.Fleet.noneYet, advice: Words.Board.noneAdvice,
      action: Link(label: Words.Fleet.people, href: Shell.Section.responders.path(slug)))
  }
}
