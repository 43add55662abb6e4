import Rollcall
import RollcallStore

/// How a report is shown to people: the same values as in its file, in words. Programs get the file.
struct ReportFace {
  /// The meaning of a column's values, by its name and their type.
  enum Kind {
    case text, count, length, share, instant, cause, word, flags, review

    /// Whether the column is aligned and summed as a number.
    var isNumber: Bool { [.count, .length, .share].contains(self) }
  }

  /// A column as it is shown.
  struct Column {
    /// Its place among the file's columns.
    let index: Int
    let name: String
    let title: String
    let meaning: String
    let kind: Kind
  }

  /// The shown columns, in the order of the file.
  let columns: [Column]
  private let clock: PageClock

  /// - Parameters:
  ///   - asked: the columns to show: `all`, or names separated by commas; empty = those that people need.
  ///   - rows: some rows, whose values tell the types.
  init(_ report: Report, asked: String, rows: [Report.Row], clock: PageClock) {
    self.clock = clock
    let names = Set(asked.split(separator: ",").map(String.init))
    columns = report.heads.enumerated().compactMap { index, head in
      let isShown =
        asked.isEmpty ? !Self.hidden.contains(head.name) : asked == "all" || names.contains(head.name)
      guard isShown else { return nil }
      let cell = rows.lazy.map { $0.cells[index] }.first { !$0.isEmpty }
      return Column(
        index: index, name: head.name, title: Words.ReportColumns.title(head.name), meaning: head.meaning,
        kind: Self.kind(head.name, cell))
    }
  }

  /// Ids and details that people rarely need; the file and *all columns* have them.
  static let hidden: Set<String> = [
    "responder_id", "online_duty_share", "degraded_duty_share", "offline_duty_share", "unknown_duty_share",
    "not_observed_duty_share", "battery_per_shift", "shifts", "outlet_id", "recorded_at_raw", "time_source",
    "queue", "sequence", "heading_deg", "altitude_m", "source", "signal_quality", "visit_id", "accuracy_m",
    "battery_level", "is_mock",
  ]

  private static func kind(_ name: String, _ cell: Cell?) -> Kind {
    switch cell {
    case .instant: return .instant
    case .words: return name == "review" ? .review : .flags
    case .integer: return name == "id" || name.hasSuffix("_id") ? .text : .count
    case .number:
      if name == "seconds" || name.hasSuffix("_s") { return .length }
      return shares.contains(name) || name.hasSuffix("_share") ? .share : .text
    case .text: return name == "cause" ? .cause : words.contains(name) ? .word : .text
    default: return .text
    }
  }

  private static let shares: Set<String> = ["answer_rate", "battery_used", "battery_per_shift"]
  private static let words: Set<String> = ["worst", "from", "to", "state", "event", "kind"]

  /// A value in words.
  func text(_ cell: Cell, _ kind: Kind) -> String {
    switch (kind, cell) {
    case (.length, .number(let seconds?)): Words.precisely(Self.milliseconds(seconds))
    case (.share, .number(let share?)): "\(Words.decimal(share * 100, places: 1)) %"
    case (.instant, .instant(let instant?)): clock.time(instant).text
    case (.cause, .text(let word?)): Words.cause(word)
    case (.word, .text(let word?)): Status(rawValue: word)?.label ?? Words.capitalized(Words.plain(word))
    case (.count, .integer(let number?)): Words.grouped(number)
    case (.flags, .words(let flags)): flags.map { FlagMark($0).label }.joined(separator: ", ")
    case (.review, .words(let decided)): decided.map(Words.Doubts.review).joined(separator: ", ")
    case (_, .dated(let texts?)): texts.map { "\(clock.dated($0.at)) \($0.text)" }.joined(separator: "; ")
    case (_, .text(let text)): text ?? ""
    case (_, .integer(let number)): number.map(String.init) ?? ""
    case (_, .number(let number)): number.map(Words.number) ?? ""
    case (_, .flag(let flag)): flag.map { $0 ? "yes" : "no" } ?? ""
    default: ""
    }
  }

  /// An instant; `nil` for other values.
  func moment(_ cell: Cell) -> Moment? {
    if case .instant(let instant?) = cell { clock.time(instant) } else { nil }
  }

  /// The sum of a column; empty for one that cannot be added up.
  func total(_ column: Column, _ rows: [Report.Row]) -> String {
    guard column.kind == .length || column.kind == .count, !Self.unsummed.contains(column.name) else {
      return ""
    }
    switch column.kind {
    case .length:
      let sum = rows.reduce(0.0) { $0 + ($1.cells[column.index].double ?? 0) }
      return Words.precisely(Self.milliseconds(sum))
    default:
      let sum = rows.reduce(Int64(0)) { sum, row in
        sum.addingReportingOverflow(Int64(row.cells[column.index].double ?? 0)).partialValue
      }
      return Words.grouped(sum)
    }
  }

  /// Times that are not parts of a whole, and counts of the same people in several rows.
  private static let unsummed: Set<String> = [
    "fix_age_p95_s", "longest_s", "people", "first_offer_s", "accept_s", "arrived_s", "median_answer_s",
  ]

  private static func milliseconds(_ seconds: Double) -> Milliseconds {
    Milliseconds(exactly: (seconds * 1_000).rounded()) ?? 0
  }

  /// The rows in the order of one column; those without a value come last. Equal ones keep their order.
  static func sorted(_ rows: [Report.Row], by index: Int, descends: Bool) -> [Report.Row] {
    rows.enumerated().sorted { left, right in
      let (first, second) = (left.element.cells[index], right.element.cells[index])
      if first.isEmpty || second.isEmpty {
        return first.isEmpty == second.isEmpty ? left.offset < right.offset : second.isEmpty
      }
      if first.isLess(than: second) { return !descends }
      if second.isLess(than: first) { return descends }
      return left.offset < right.offset
    }.map(\.element)
  }
}

extension Cell {
  /// Whether it has no value.
  var isEmpty: Bool {
    switch self {
    case .text(let text): (text ?? "").utf8.isEmpty
    case .integer(let number): number == nil
    case .number(let number): number == nil
    case .instant(let instant): instant == nil
    case .flag(let flag): flag == nil
    case .words(let words): words.isEmpty
    case .dated(let texts): (texts ?? []).isEmpty
    case .structure: true
    }
  }

  /// Its number; `nil` for other values.
  var double: Double? {
    switch self {
    case .integer(let number): number.map { Double($0) }
    case .number(let number): number
    default: nil
    }
  }

  /// Its text; `nil` for other values.
  var string: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate func isLess(than other: Cell) -> Bool {
    switch (self, other) {
    case (.instant(let first?), .instant(let second?)): first < second
    case (.text(let first?), .text(let second?)): first.lowercased() < second.lowercased()
    default: if let first = double, let second = other.double { first < second } else { false }
    }
  }
}
