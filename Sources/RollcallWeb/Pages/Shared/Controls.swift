import Rollcall

/// One choice of a select.
public struct Choice: PagePart {
  /// What the URL carries.
  public var value: String
  /// What is read.
  public var label: String
  /// Whether it is chosen.
  public var isSelected: Bool

  /// A choice from its parts.
  public init(value: String, label: String, isSelected: Bool = false) {
    self.value = value
    self.label = label
    self.isSelected = isSelected
  }

  /// Choices of which `chosen` is selected, after one that leaves the matter open.
  ///
  /// A chosen value that is not among them is kept: a link from a colleague must not be narrowed silently.
  static func list(_ choices: [(value: String, label: String)], chosen: String, all: String) -> [Choice] {
    let known = chosen.utf8.isEmpty || choices.contains { $0.value == chosen }
    let complete = [(value: "", label: all)] + choices + (known ? [] : [(value: chosen, label: chosen)])
    return complete.map { Choice(value: $0.value, label: $0.label, isSelected: $0.value == chosen) }
  }

  /// An example with every kind of content.
  public static let sample = Choice(value: "North", label: "North", isSelected: true)
}

/// A link of a bar, a menu or a pager.
public struct Link: PagePart {
  /// What is read.
  public var label: String
  /// Where it leads.
  public var href: String
  /// Whether it leads to where the reader is.
  public var isCurrent: Bool

  /// A link from its parts.
  public init(label: String, href: String, isCurrent: Bool = false) {
    self.label = label
    self.href = href
    self.isCurrent = isCurrent
  }

  /// An example with every kind of content.
  public static let sample = Link(label: "Board", href: "/w/city-rescue/board", isCurrent: true)
}

/// The head of a column by which the server can sort.
public struct ColumnHead: PagePart {
  /// What is read.
  public var label: String
  /// The same page sorted by this column; empty when it cannot be.
  public var href: String
  /// `ascending` or `descending` when the page is sorted by it, else empty.
  public var sorted: String
  /// `↑` or `↓`, else empty.
  public var arrow: String

  /// A head from its parts.
  public init(label: String, href: String = "", sorted: String = "") {
    self.label = label
    self.href = href
    self.sorted = sorted
    arrow = sorted == "ascending" ? "↑" : sorted == "descending" ? "↓" : ""
  }

  /// An example with every kind of content.
  public static let sample = ColumnHead(label: "Status", href: "?sort=-status", sorted: "ascending")
}

/// Which part of a long list is shown, and the ways to the others.
public struct Pager: PagePart {
  /// The rows on a page of people.
  public static let longPage = 200

  /// `1–200 of 2,000`.
  public var range: String
  /// The page before; empty on the first.
  public var previous: String
  /// The page after; empty on the last.
  public var next: String

  /// A pager from its parts.
  public init(range: String, previous: String = "", next: String = "") {
    self.range = range
    self.previous = previous
    self.next = next
  }

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

  /// An example with every kind of content.
  public static let sample = Pager(range: "201–400 of 2,000", previous: "?page=1", next: "?page=3")
}

/// What a list says when it is empty: why, and what to do.
public struct EmptyState: PagePart {
  /// What is the case, a short sentence.
  public var title: String
  /// What to do about it.
  public var advice: String
  /// A command to copy; may be empty.
  public var command: String
  /// The next step as a link.
  public var action: Link?

  /// An empty state from its parts.
  public init(title: String, advice: String, command: String = "", action: Link? = nil) {
    self.title = title
    self.advice = advice
    self.command = command
    self.action = action
  }

  /// An example with every kind of content.
  public static let sample = EmptyState(
    title: "Nobody matches this filter.", advice: "Widen it, or look at everybody.",
    command: "rollcall responder add city-rescue \"Mirela Novak\"",
    action: Link(label: "Clear the filter", href: "/w/city-rescue/board"))
}

/// What is wrong now, in one line above everything else.
public struct Notice: PagePart, Hashable {
  /// `danger`, `warning` or `calm`: the colour.
  public var level: String
  /// The shape that says the same without colour.
  public var pill: StatusPill
  /// The answer in a few words.
  public var title: String
  /// The figures behind it; may be empty.
  public var detail: String
  /// Where more is told; may be empty.
  public var href: String

  /// A notice from its parts.
  public init(level: String, pill: StatusPill, title: String, detail: String = "", href: String = "") {
    self.level = level
    self.pill = pill
    self.title = title
    self.detail = detail
    self.href = href
  }

  /// An example with every kind of content.
  public static let sample = Notice(
    level: "danger", pill: StatusPill(.offline), title: "No one reachable in North",
    detail: "0 of 5 on duty, since 11:58 · 2 offline, 1 degraded, 2 off duty",
    href: "/w/city-rescue/board?region=North")
}

/// A reason to doubt, or a badge.
public struct FlagMark: PagePart, Hashable {
  /// What is read, e.g. `mock reported`.
  public var label: String
  /// The contract's word, e.g. `mock`.
  public var name: String
  /// `danger` when somebody may be cheating or the fix is worthless, else `warning`.
  public var level: String

  /// The mark of a flag's word, as in `board.json`; unknown words are shown as they are.
  public init(_ word: String) {
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

  /// An example with every kind of content.
  public static let sample = FlagMark("mock")
}
