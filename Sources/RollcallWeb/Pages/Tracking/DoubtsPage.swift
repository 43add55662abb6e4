import Rollcall
import RollcallStore

/// The filter of the doubts: all of it is in the URL.
struct DoubtFilter: FieldValues {
  var responder: Int64?
  /// A flag's word; empty for all.
  var flag = ""
  /// A state's word; empty for all.
  var state = ""
  var from = ""
  /// The end, exclusive: an instant or a local day; empty for now.
  var to = ""
  /// The page of the list, from 1.
  var page = 1

  static let fields: [Field<DoubtFilter>] = [
    .id("responder", \.responder), .text("flag", \.flag), .text("state", \.state), .text("from", \.from),
    .text("to", \.to), .page(\.page),
  ]
}

/// Doubtful positions, by person and day, and the form that decides about them.
struct DoubtsPage: Page {
  static let template = "Tracking/DoubtsPage"

  var shell: Shell
  var path: String
  var responders, flags, states: [Choice]
  var from, fromKind, to, toKind: String
  /// The page without filter; empty when there is none.
  var clear: String
  /// A problem with the filter or the form, and the decision just made; each may be empty.
  var error, done: String
  var span: String
  var json: String
  /// The doubtful positions one by one as CSV; empty for readers who may not have it.
  var csv: String
  var hasRows: Bool
  var rows: [DoubtRow]
  var empty: EmptyState?
  var pager: Pager
  var hidden: [Choice]
  /// The typed note, when the form is shown again.
  var note: String
  /// `Everything that matches, on every page: 214 positions`.
  var everything: String
  /// Says that the checks of networks are off, or which data they use.
  var networks: String

  /// How many rows a page of the list has.
  static let size = 100
  /// How many days the page covers at most.
  static let mostDays = 31

  /// The list that the page shows.
  struct List {
    /// The rows of this page of the list.
    var rows: [DoubtRow] = []
    /// How many there are in all.
    var matching = 0
    /// How many positions they are.
    var positions = 0
    var newestPing: Int64 = 0
  }

  init(
    shell: Shell, slug: String, filter: DoubtFilter, responders: [(id: Int64, name: String)], error: String,
    note: String = "", changed: Int? = nil, covered: Range<Timestamp>?, list: List, mayExport: Bool,
    checksNetworks: Bool, clock: PageClock
  ) {
    let path = Shell.Section.flags.path(slug)
    self.shell = shell
    self.path = path
    self.responders = Choice.people(responders, chosen: filter.responder)
    flags = Choice.flags(chosen: filter.flag, all: Words.Doubts.anyReason)
    states = Choice.list(
      DoubtState.allCases.map { ($0.word, StatePill.doubt($0).word) }, chosen: filter.state,
      all: Words.Doubts.anyState)
    (from, fromKind) = (filter.from, FormField.dayKind(filter.from))
    (to, toKind) = (filter.to, FormField.dayKind(filter.to))
    clear = filter.first == DoubtFilter() ? "" : path
    self.error = error
    done = changed.map(Self.told) ?? ""
    span = covered.map { clock.span($0) } ?? ""
    json = filter.first.query.link(path + ".json")
    csv = mayExport ? Self.report(filter, slug) : ""
    rows = list.rows
    hasRows = !list.rows.isEmpty
    empty = list.rows.isEmpty ? Self.emptyState(filter, isWrong: covered == nil, path: path) : nil
    pager = Pager(shown: list.rows.count, page: filter.page, size: Self.size, matching: list.matching) {
      filter.with(\.page, $0).query.link(path)
    }
    hidden = (filter.pairs + [("seen", "\(list.newestPing)")]).filter { !$0.1.utf8.isEmpty }.map {
      Choice(value: $0.1, label: $0.0)
    }
    self.note = note
    everything =
      Words.Doubts.everything(Words.count(list.positions, "position", "positions"))
    networks =
      checksNetworks
      ? Words.Doubts.networksChecked
      : Words.Doubts.networksUnchecked
  }

  private static func told(_ changed: Int) -> String {
    changed == 0
      ? Words.Doubts.unchanged
      : Words.Doubts.changed(changed)
  }

  /// The report that lists them one by one.
  private static func report(_ filter: DoubtFilter, _ slug: String) -> String {
    var query = URLQuery()
    query.add("responder", filter.responder.map(String.init) ?? "")
    query.add("from", filter.from)
    query.add("to", filter.to)
    return query.link("/w/\(slug)/reports/flags.csv")
  }

  private static func emptyState(_ filter: DoubtFilter, isWrong: Bool, path: String) -> EmptyState {
    if isWrong { return .wrongFilter }
    guard filter.first == DoubtFilter() else {
      return EmptyState(
        title: Words.Doubts.noMatch,
        advice: Words.Lists.otherDays,
        action: Link(label: Words.Lists.clearFilter, href: path))
    }
    return EmptyState(
      title: Words.Doubts.none,
      advice: Words.Doubts.noneAdvice)
  }
}
