import Rollcall
import RollcallStore

/// The filter of the doubts: all of it is in the URL.
struct DoubtFilter: FieldValues {
  /// By score, count and day the greatest first, unless turned round.
  enum Sort: String, CaseIterable, Sendable {
    case score, day, name, reason, positions
    /// The most undecided positions first.
    case state

    static let falling: Set<Sort> = [.score, .day, .positions, .state]
  }

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
  var order = ListOrder(Sort.score)
  var shape = ListShape()

  /// The rows of a page.
  var size: Int { shape.rows(usual: DoubtsPage.size) }

  static let fields: [Field<DoubtFilter>] = [
    .id("responder", \.responder)
      .shown(.person("Person", all: Words.Lists.allPeople)),
    .text("flag", \.flag).shown(.choice("Reason", all: Words.Doubts.anyReason)),
    .text("state", \.state).shown(.choice("State", all: Words.Doubts.anyState)),
    .text("from", \.from).shown(.span(.from)), .text("to", \.to).shown(.span(.to)),
    .page(\.page), .order(\.order, usual: .score), .size(\.shape), .columns(\.shape),
  ]
}

/// The question before a decision about all rows of all pages.
struct DoubtsSure: PagePart {
  /// `This decides about 319 positions of 9 people …`
  var text: String
  var button: String
  var path: String
  var fields: [Choice]
  var cancel: String
}

/// Suspicious positions, by person and day, and the form that decides about them.
struct DoubtsPage: Page {
  static let template = "Tracking/DoubtsPage"

  var head: ListHead
  /// The decision just made; may be empty.
  var done: String
  var rows: [DoubtRow]
  var columns: [ColumnHead]
  var hidden: [Choice]
  /// The typed note, when the form is shown again.
  var note: String
  /// `Everything that matches, on every page: 214 positions`.
  var everything: String
  /// Asks before a decision about everything that matches; absent otherwise.
  var sure: DoubtsSure?
  /// Whose map lies below the pictures; empty where there is none.
  var attribution: String
  /// Says that the checks of networks are off, or which data they use.
  var networks: String

  static let size = 100
  /// How many days the page covers at most.
  static let mostDays = 31

  /// The columns: their names in the address, their titles, and by which the list can be sorted.
  private static let heads: [(name: String, label: String, column: DoubtFilter.Sort?)] = [
    ("who", Words.Doubts.who, .name), ("day", Words.Doubts.day, .day), ("score", Words.Doubts.score, .score),
    ("reason", Words.Doubts.reason, .reason), ("evidence", Words.Doubts.evidence, nil),
    ("positions", Words.Doubts.positions, .positions), ("state", Words.Doubts.state, .state),
  ]

  struct List {
    var rows: [DoubtRow] = []
    var matching = 0
    var positions = 0
    var people = 0
    var newestPing: Int64 = 0
    /// Whose map lies below the pictures; empty where there is none.
    var attribution = ""
  }

  init(
    shell: Shell, slug: String, filter: DoubtFilter, responders: [(id: Int64, name: String)], error: String,
    note: String = "", changed: Int? = nil, sure verdict: DoubtState? = nil, covered: Range<Timestamp>?,
    list: List, mayExport: Bool,
    checksNetworks: Bool, clock: PageClock
  ) {
    head = ListHead(
      DoubtLine.listing, shell, at: Shell.Section.suspicious.path(slug), filter,
      .page(filter.page, shown: list.rows.count, size: filter.size, matching: list.matching),
      options: [
        "responder": responders.map { ("\($0.id)", $0.name) }, "flag": FilterOptions.flags,
        "state": DoubtState.allCases.map { ($0.word, StatePill.doubt($0).word) },
      ],
      columns: ListColumns(
        all: Self.heads.dropFirst().map { ListColumn($0.name, $0.label) }, before: 2, usual: Self.size,
        shape: filter.shape), error: covered == nil ? error : "", covered: covered, clock: clock)
    // A problem with the form leaves the list as it is.
    head.error = error
    head.csv = mayExport ? Self.report(filter, slug) : ""
    done = changed.map(Self.told) ?? ""
    (rows, attribution) = (list.rows, list.attribution)
    columns = filter.heads(
      Self.heads.map { ($0.label, $0.column) }, by: \.order, falling: DoubtFilter.Sort.falling,
      numbers: [.score],
      at: Shell.Section.suspicious.path(slug))
    hidden = (filter.pairs + [("seen", "\(list.newestPing)")]).filter { !$0.1.utf8.isEmpty }.map {
      Choice(value: $0.1, label: $0.0)
    }
    self.note = note
    let fields = hidden
    sure = verdict.map { verdict in
      DoubtsSure(
        text: Words.Doubts.sure(list.positions, people: list.people), button: Words.Doubts.decide(verdict),
        path: Shell.Section.suspicious.path(slug),
        fields: fields + [
          Choice(value: verdict.word, label: "verdict"), Choice(value: "1", label: "all"),
          Choice(value: "1", label: "sure"), Choice(value: note, label: "note"),
        ], cancel: filter.query.link(Shell.Section.suspicious.path(slug)))
    }
    everything = Words.Doubts.everything(Words.count(list.positions, "position", "positions"))
    networks = checksNetworks ? Words.Doubts.networksChecked : Words.Doubts.networksUnchecked
  }

  private static func told(_ changed: Int) -> String {
    changed == 0 ? Words.Doubts.unchanged : Words.Doubts.changed(changed)
  }

  private static func report(_ filter: DoubtFilter, _ slug: String) -> String {
    var query = URLQuery()
    query.add("responder", filter.responder.map(String.init) ?? "")
    query.add("from", filter.from)
    query.add("to", filter.to)
    return query.link("/w/\(slug)/reports/suspicious-positions.csv")
  }
}
