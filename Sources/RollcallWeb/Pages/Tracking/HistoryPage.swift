import Rollcall

/// The filter of the history: all of it is in the URL, and an export uses the same.
struct HistoryFilter: FieldValues {
  /// Rows of one page.
  static let pageSize = 200

  /// By times, delay, accuracy, speed and flags the greatest first, unless turned round.
  enum Sort: String, CaseIterable, Sendable {
    case taken, person, received, delay, position, accuracy, speed, battery, mock, source, sequence, flags

    static let falling: Set<Sort> = [.taken, .received, .delay, .accuracy, .speed, .mock, .flags]
    static let numbers: Set<Sort> = [.delay, .accuracy, .speed, .battery, .sequence]

    var label: String {
      switch self {
      case .taken: Words.History.taken
      case .person: Words.History.person
      case .received: Words.History.received
      case .delay: Words.History.delay
      case .position: Words.History.position
      case .accuracy: Words.History.accuracy
      case .speed: Words.History.speed
      case .battery: Words.History.battery
      case .mock: Words.History.mock
      case .source: Words.History.source
      case .sequence: Words.History.sequence
      case .flags: Words.History.flags
      }
    }
  }

  var responder: Int64?
  var from = ""
  /// The end, exclusive: an instant or a local day; empty for now.
  var to = ""
  /// A flag's word; empty for all.
  var flag = ""
  /// The end of the previous page; empty on the first.
  var cursor = ""
  var order = ListOrder(Sort.taken)
  var shape = ListShape()

  /// The rows of a page.
  var size: Int { shape.rows(usual: Self.pageSize) }

  static let fields: [Field<HistoryFilter>] = [
    .id("responder", \.responder)
      .shown(.person("Person", all: Words.Lists.allPeople)),
    .text("from", \.from).shown(.span(.from)), .text("to", \.to).shown(.span(.to)),
    .text("flag", \.flag).shown(.choice(Words.History.suspiciousFor, all: Words.History.anyReason)),
    .cursor("cursor", \.cursor),
    .order(\.order, usual: .taken), .size(\.shape), .columns(\.shape),
  ]
}

/// The pings in the order in which they were taken, the newest first unless turned round, with everything the phone
/// reported.
struct HistoryPage: Page {
  static let template = "Tracking/HistoryPage"

  var head: ListHead
  /// The form that puts the filter's time of its responder on hold; empty when the reader may not.
  var hold: String
  var retention: String
  var rows: Rows<HistoryRow>
  var columns: [ColumnHead]

  /// - Parameters:
  ///   - error: the problem with the filter, a sentence; then `rows` is empty.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  ///   - nextCursor: where the next page begins; `nil` on the last.
  init(
    shell: Shell, slug: String, filter: HistoryFilter, responders: [(id: Int64, name: String)],
    error: String = "", covered: Range<Timestamp>?, rows: [HistoryRow], nextCursor: String?,
    retentionDays: Int, mayExport: Bool, mayHold: Bool = false, purged: PurgedNotice? = nil, clock: PageClock
  ) {
    head = ListHead(
      PositionRow.listing, shell, at: Shell.Section.history.path(slug), filter,
      .rows(rows.count, next: nextCursor), tabs: Shell.Section.tabs(slug, current: .history, clock: clock),
      options: ["responder": responders.map { ("\($0.id)", $0.name) }, "flag": FilterOptions.flags],
      columns: ListColumns(
        all: HistoryFilter.Sort.allCases.dropFirst().map { ListColumn($0.rawValue, $0.label) },
        usual: HistoryFilter.pageSize, shape: filter.shape),
      error: error, covered: covered, purged: purged, mayExport: mayExport, clock: clock)
    hold =
      covered.flatMap { span in
        guard mayHold, let person = filter.responder else { return nil }
        return PagePath.newHold(slug, of: Responder.ID(person), from: span.lowerBound, to: span.upperBound)
      } ?? ""
    retention = Words.History.retention(retentionDays)
    self.rows = Rows(rows)
    columns = filter.heads(
      HistoryFilter.Sort.allCases.map { ($0.label, $0) }, by: \.order, falling: HistoryFilter.Sort.falling,
      numbers: HistoryFilter.Sort.numbers, at: Shell.Section.history.path(slug))
  }
}
