import Rollcall

/// One choice of a select.
struct Choice: PagePart {
  /// What the URL carries.
  var value: String
  var label: String
  /// Whether it is chosen.
  var isSelected: Bool = false

  /// Choices of which `chosen` is selected, after one that leaves the matter open.
  ///
  /// A chosen value that is not among them is kept: a link from a colleague must not be narrowed silently.
  static func list(_ choices: [(value: String, label: String)], chosen: String, all: String) -> [Choice] {
    let known = chosen.utf8.isEmpty || choices.contains { $0.value == chosen }
    let complete = [(value: "", label: all)] + choices + (known ? [] : [(value: chosen, label: chosen)])
    return complete.map { Choice(value: $0.value, label: $0.label, isSelected: $0.value == chosen) }
  }
}

/// A link of a bar, a menu or a pager.
struct Link: PagePart {
  var label: String
  var href: String
  /// Whether it leads to where the reader is.
  var isCurrent: Bool = false
}

/// The head of a column by which the server can sort.
struct ColumnHead: PagePart {
  var label: String
  /// The same page sorted by this column; empty when it cannot be.
  var href: String
  /// `ascending` or `descending` when the page is sorted by it, else empty.
  var sorted: String
  /// `↑` or `↓`, else empty.
  var arrow: String

  /// A head from its parts.
  init(label: String, href: String = "", sorted: String = "") {
    self.label = label
    self.href = href
    self.sorted = sorted
    arrow = sorted == "ascending" ? "↑" : sorted == "descending" ? "↓" : ""
  }
}

/// Which part of a long list is shown, and the ways to the others.
struct Pager: PagePart {
  /// The rows on a page of people.
  static let longPage = 200

  /// `1–200 of 2,000`.
  var range: String
  /// The page before; empty on the first.
  var previous: String = ""
  /// The page after; empty on the last.
  var next: String = ""
}

extension Pager {
  /// The pager of a list of `matching` rows, `size` to a page.
  ///
  /// - Parameters:
  ///   - shown: the rows of this page.
  ///   - page: which page, from 1.
  ///   - link: the address of a page.
  init(shown: Int, page: Int, size: Int, matching: Int, link: (Int) -> String) {
    let total = Words.grouped(Int64(matching))
    let before = (page - 1).multipliedReportingOverflow(by: size).partialValue
    let last = before.addingReportingOverflow(shown).partialValue
    let isBeyond = shown == 0
    range =
      isBeyond
      ? "0 of \(total)"
      : "\(Words.grouped(Int64(last - shown + 1)))–\(Words.grouped(Int64(last))) of \(total)"
    previous = page > 1 ? link(page - 1) : ""
    next = !isBeyond && last < matching ? link(page + 1) : ""
  }
}

/// What a list says when it is empty: why, and what to do.
struct EmptyState: PagePart {
  /// What is the case, a short sentence.
  var title: String
  /// What to do about it.
  var advice: String
  /// A command to copy; may be empty.
  var command: String = ""
  /// The next step as a link.
  var action: Link? = nil
}

/// What is wrong now, in one line above everything else.
struct Notice: PagePart, Hashable {
  /// `danger`, `warning` or `calm`: the colour.
  var level: String
  /// The shape that says the same without colour.
  var pill: StatusPill
  /// The answer in a few words.
  var title: String
  var detail: String = ""
  /// Where more is told; may be empty.
  var href: String = ""
}

/// A reason to doubt, or a badge.
struct FlagMark: PagePart, Hashable {
  /// What is read, e.g. `mock reported`.
  var label: String
  /// The contract's word, e.g. `mock`.
  var name: String
  /// `danger` when somebody may be cheating or the fix is worthless, else `warning`.
  var level: String

  /// The mark of a flag's word, as in `board.json`; unknown words are shown as they are.
  init(_ word: String) {
    name = word
    label = Self.labels[word] ?? word
    level = ["mock", "invalid_fix", "sequence_conflict"].contains(word) ? "danger" : "warning"
  }

  /// The mark of somebody who has not moved, by the word of an app that reports on movement.
  ///
  /// - Parameters:
  ///   - since: when they came to the place.
  ///   - confirmed: when the app last said that they are still there.
  init(atRestSince since: Timestamp, confirmed: Timestamp, clock: PageClock) {
    name = "place confirmed \(clock.time(confirmed).text)"
    label = "at rest since \(clock.minute(since).text)"
    level = "calm"
  }

  static let labels = [
    "mock": "mock reported", "speed": "impossible speed", "frozen": "frozen position",
    "clock_skew": "clock skew", "null_island": "null island", "invalid_fix": "invalid fix",
    "accuracy": "too accurate", "sequence_conflict": "sequence conflict",
    "network_country": "other country", "network_type": "network type", "backlog": "backlog",
    "flapping": "flapping",
  ]
}
