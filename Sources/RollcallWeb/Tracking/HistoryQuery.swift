import HTTPServer
import Rollcall
import RollcallStore

/// A parsed request for the history.
struct HistoryQuery {
  /// The values of the page's filter line.
  let asked: HistoryFilter
  /// The filter for the store; `nil` when it cannot be understood.
  let filter: PingFilter?
  /// Where the page begins in the order of time.
  let cursor: HistoryCursor?
  /// Where it begins in another order: behind so many rows.
  let offset: Int64?
  /// The problem, for people; empty when there is none.
  let problem: String

  /// Reads the query of a request; times without zone are the workspace's.
  init(_ request: Request, _ workspace: Workspace, now: Timestamp) {
    asked = HistoryFilter(request.query.pairs)
    let when = AskedSpan(from: asked.from, to: asked.to, in: workspace, now: now)
    cursor = Self.cursor(asked.cursor)
    offset = asked.order.column == .taken ? nil : Int64(asked.cursor)
    var problems = when.problems
    if let person = request.query["responder"], !person.isEmpty, Int64(person) == nil {
      problems.append(Words.Lists.notOnePerson(person))
    }
    let flag = asked.flag.isEmpty ? [] : DoubtFlags.named(asked.flag)
    if flag == nil { problems.append(Words.Lists.noSuchReason) }
    if cursor == nil, offset == nil, !asked.cursor.isEmpty { problems.append(Words.Lists.pageLinkBroken) }
    problem = problems.joined(separator: " ")
    filter =
      problems.isEmpty
      ? PingFilter(
        from: when.span.from, to: when.span.to, responder: asked.responder.map { Responder.ID($0) },
        flags: flag ?? [])
      : nil
  }

  /// How the filter is named in the audit.
  var words: String {
    let query = asked.whole.query.link("")
    return query.isEmpty ? "last 24 h" : query
  }

  /// The text of a place in the history.
  static func text(_ cursor: HistoryCursor) -> String { "\(cursor.effective.milliseconds).\(cursor.id)" }

  /// The place that a text names; `nil` for any other text.
  static func cursor(_ text: String) -> HistoryCursor? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."))
    guard parts.count == 2, let effective = Int64(String(Substring(parts[0]))),
      let id = Int64(String(Substring(parts[1])))
    else { return nil }
    return HistoryCursor(effective: Timestamp(milliseconds: effective), id: id)
  }
}

extension HistoryFilter {
  var isFalling: Bool { Sort.falling.contains(order.column) != order.isReversed }

  /// What a position is sorted by.
  func sortKey(of position: HistoryPing, _ names: [Responder.ID: String]) -> SortKey? {
    let ping = position.ping
    return switch order.column {
    case .taken: .time(position.effective)
    case .person: .words(names[position.responder] ?? "")
    case .received: .time(position.receivedAt)
    case .delay: .number(position.receivedAt.since(position.effective))
    case .position: .number(ping.position.latitude)
    case .accuracy: .number(ping.accuracy)
    case .speed: .number(ping.speed)
    case .battery: .number(ping.batteryLevel)
    case .mock: .number(ping.isMock.rank)
    case .source: .words(ping.source?.rawValue ?? "")
    case .sequence: ping.sequence.map(SortKey.number)
    case .flags: position.flags.isEmpty ? nil : .number(position.flags.names.count)
    }
  }
}

extension Ping.MockReport {
  /// Made up before unknown before real.
  fileprivate var rank: Int {
    switch self {
    case .no: 0
    case .unknown: 1
    case .yes: 2
    }
  }
}
