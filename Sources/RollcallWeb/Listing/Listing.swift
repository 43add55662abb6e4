import HTTPServer
import Rollcall
import RollcallWire

/// A list with a page of its own, and mostly a file and JSON: everything about it in one place.
struct Listing<Asked: FieldValues, Row: Sendable>: Sendable {
  /// Its word in the names of its files and in the audit.
  let name: String
  let title: String
  /// Its description, a sentence.
  let about: String
  /// The permission needed for its page and JSON.
  let permission: Permission
  /// The permission needed for its file; `nil` = it has none.
  var exported: Permission?
  /// The member of the JSON that has the rows.
  let member: String
  let table: Table<Row>
  let counted: Counted
  /// The texts for an empty list, and for a filter without matches.
  let nothing, unmatched: EmptyState

  /// The name of its rows.
  typealias Counted = (one: String, many: String)

  /// A part of the list and the cursor of the next, for programs.
  func json(_ rows: [Row], next: String?) -> Response {
    var writer = JSONWriter(reserving: 65_536)
    writer.object { root in
      root.array(member, rows, of: table)
      root.member("next_cursor", next)
    }
    return .json(writer.bytes)
  }
}

/// The common head of every list page: its path, filter, span, files and paging.
struct ListHead: PageHead {
  var shell: Shell
  /// The tabs of related pages.
  var tabs: [Link]
  /// The filter's target.
  var path: String
  /// The controls of the filter line.
  var filters: [FilterPart]
  /// The list without filter; empty when there is none.
  var clear: String
  /// The problem with the filter, a sentence; may be empty.
  var error: String
  /// The span covered: `20 Nov 2026 12:04:33 – 21 Nov 2026 12:04:33`.
  var span: String
  /// The files with the same filter; empty for missing ones.
  var csv, json: String
  /// Says that a part of the span is purged.
  var purged: PurgedNotice?
  var empty: EmptyState?
  var pager: Pager
  /// The choice of columns and rows; absent while the list is empty.
  var shape: ListShapeForm?

  /// How much of a list a page shows.
  enum Part {
    /// A number of rows, and the cursor of the next page.
    case rows(Int, next: String?)
    /// Rows on a numbered page, and rows that match.
    case page(Int, shown: Int, size: Int, matching: Int)

    fileprivate var isEmpty: Bool {
      switch self {
      case .rows(let count, _), .page(_, let count, _, _): count == 0
      }
    }
  }

  /// The head of a list for the filter `asked`.
  ///
  /// - Parameters:
  ///   - options: the choices in the filter line.
  ///   - columns: the columns that can be hidden; `nil` = the list has one shape.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong, or covers none.
  ///   - mayExport: whether the reader may have the file.
  init<Asked, Row>(
    _ listing: Listing<Asked, Row>, _ shell: Shell, at path: String, _ asked: Asked, _ part: Part,
    tabs: [Link] = [], options: FilterOptions = [:], columns: ListColumns? = nil, error: String = "",
    covered: Range<Timestamp>? = nil,
    purged: PurgedNotice? = nil, mayExport: Bool = true, clock: PageClock
  ) {
    (self.shell, self.tabs, self.path, self.error, self.purged) = (shell, tabs, path, error, purged)
    let first = asked.first
    filters = asked.controls(options, clock: clock)
    clear = asked.isNarrow ? path : ""
    span = covered.map { clock.span($0) } ?? ""
    csv = mayExport && listing.exported != nil ? asked.whole.query.link(path + ".csv") : ""
    json = asked.whole.query.link(path + ".json")
    shape = part.isEmpty ? nil : columns.map { ListShapeForm(asked, $0, at: path) }
    empty =
      part.isEmpty ? Self.empty(listing, isWrong: !error.utf8.isEmpty, asked.isNarrow ? path : nil) : nil
    switch part {
    case .rows(let count, let next):
      pager = Pager(
        range: Words.Lists.onThisPage(Words.count(count, listing.counted.one, listing.counted.many)),
        previous: asked == first ? "" : first.query.link(path),
        next: next.map { asked.at($0).query.link(path) } ?? "")
    case .page(let page, let shown, let size, let matching):
      pager = Pager(shown: shown, page: page, size: size, matching: matching) {
        asked.at("\($0)").query.link(path)
      }
    }
  }

  private static func empty<Asked, Row>(
    _ listing: Listing<Asked, Row>, isWrong: Bool, _ clear: String?
  ) -> EmptyState {
    if isWrong { return .wrongFilter }
    guard let clear else { return listing.nothing }
    var empty = listing.unmatched
    // A list may lead elsewhere from there.
    if empty.action == nil, empty.command.utf8.isEmpty {
      empty.action = Link(label: Words.Lists.clearFilter, href: clear)
    }
    return empty
  }
}

extension EmptyState {
  /// Shown instead of rows while the filter cannot be understood.
  static let wrongFilter = EmptyState(
    title: Words.Lists.nothingShown, advice: Words.Lists.correctFilterAboveFilterAgain)
}

extension PageClock {
  /// `20 Nov 2026 12:04:33 – 21 Nov 2026 12:04:33`: the span a list covers; `Fri 20 Nov 2026 – Sun 22 Nov 2026` for
  /// whole days. With the years: it is read on paper, too.
  func span(_ span: Range<Timestamp>) -> String {
    let (first, last) = (local(span.lowerBound), local(span.upperBound.advanced(by: -1)))
    if start(of: first.date) == span.lowerBound, start(of: last.date.next) == span.upperBound {
      return Words.Spans.days(first.dayAndYear, last.dayAndYear)
    }
    let end = local(span.upperBound)
    return "\(first.dated) – \(first.date == end.date ? end.clock : end.dated)"
  }
}
