import Rollcall

/// One choice of a select.
struct Choice: PagePart {
  var value: String
  var label: String
  var isSelected: Bool = false

  /// Choices with `chosen` selected, after one that selects nothing.
  ///
  /// A chosen value that is not among them is kept: a colleague's link must not be narrowed silently.
  static func list(_ choices: [(value: String, label: String)], chosen: String, all: String) -> [Choice] {
    let known = chosen.utf8.isEmpty || choices.contains { $0.value == chosen }
    let complete = [(value: "", label: all)] + choices + (known ? [] : [(value: chosen, label: chosen)])
    return complete.map { Choice(value: $0.value, label: $0.label, isSelected: $0.value == chosen) }
  }

  static func names(_ names: [String], chosen: String, all: String) -> [Choice] {
    list(names.map { ($0, $0) }, chosen: chosen, all: all)
  }
}

/// A box to tick.
struct TickBox: PagePart {
  /// A ticked box sends `value`.
  var id, name, value, label: String
  var isOn: Bool

  init(_ name: String, _ label: String, value: String = "on", isOn: Bool) {
    id = value == "on" ? name : "\(name)-\(value)"
    (self.name, self.value, self.label, self.isOn) = (name, value, label, isOn)
  }
}

/// A field that a form sends along.
struct HiddenField: PagePart {
  var name, value: String
}

/// A link of a bar, a menu or a pager.
struct Link: PagePart {
  var label: String
  var href: String
  /// Whether it leads to the current page.
  var isCurrent: Bool = false
}

/// The head of a column that the server can sort by.
struct ColumnHead: PagePart {
  var label: String
  /// The same page sorted by this column; empty when it cannot be.
  var href: String
  /// `ascending` or `descending` when the page is sorted by it, else empty.
  var sorted: String
  var arrow: String
  /// Whether its cells are numbers.
  var isNumber: Bool

  init(label: String, href: String = "", sorted: String = "", isNumber: Bool = false) {
    (self.label, self.href, self.sorted, self.isNumber) = (label, href, sorted, isNumber)
    arrow = sorted == "ascending" ? "↑" : sorted == "descending" ? "↓" : ""
  }
}

/// The part of a long list that is shown, and links to the others.
struct Pager: PagePart {
  static let longPage = 200

  /// `1–200 of 2,000`.
  var range: String
  /// The previous and the next page; empty at the ends.
  var previous: String = ""
  var next: String = ""
}

extension Pager {
  /// The pager of a list of `matching` rows, `size` to a page, of which page `page` (from 1) shows some.
  init(shown: Int, page: Int, size: Int, matching: Int, link: (Int) -> String) {
    let total = Words.grouped(matching)
    let before = (page - 1).multipliedReportingOverflow(by: size).partialValue
    let last = before.addingReportingOverflow(shown).partialValue
    let isBeyond = shown == 0
    range =
      isBeyond ? "0 of \(total)" : "\(Words.grouped(last - shown + 1))–\(Words.grouped(last)) of \(total)"
    previous = page > 1 ? link(page - 1) : ""
    next = !isBeyond && last < matching ? link(page + 1) : ""
  }
}

/// Shown for an empty list: the reason, and the advice.
struct EmptyState: PagePart {
  var title: String
  var advice: String
  /// A command to copy; may be empty.
  var command: String = ""
  var action: Link? = nil
}

/// A number and its unit.
struct Tally: PagePart {
  var count, label: String

  init(_ label: String, _ count: String) { (self.label, self.count) = (label, count) }
}

/// A line of text in a list.
struct TextLine: PagePart {
  var text: String

  init(_ text: String) { self.text = text }
}

/// One line of a card: a name and a value.
struct Fact: PagePart {
  var label: String
  /// `38 %, low power`; `—` when unknown.
  var text: String
  var moment: Moment?
  /// Links after it, e.g. to a map.
  var links: [Link]
  /// `danger` or `warning` when it needs attention, else empty.
  var level: String

  init(_ label: String, _ text: String, links: [Link] = [], level: String = "") {
    (self.label, self.text, self.links, self.level) = (label, text, links, level)
  }

  init(_ label: String, _ moment: Moment, level: String = "") {
    self.init(label, "", level: level)
    self.moment = moment
  }
}

/// A card beside the timeline.
struct FactCard: PagePart {
  var title: String
  var key: String
  var facts: [Fact]
  /// Shown when there are none, or after them; may be empty.
  var note: String = ""
}
