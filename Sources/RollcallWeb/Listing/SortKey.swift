import Rollcall
import RollcallStore

/// What a row is sorted by.
enum SortKey: Comparable {
  case value(Double)
  case text(String)

  /// Names and words, whatever their letters and accents; `nil` for an empty text.
  static func words(_ text: String) -> SortKey? { text.utf8.isEmpty ? nil : .text(Folding.fold(text)) }

  static func number(_ value: some BinaryInteger) -> SortKey { .value(Double(value)) }

  /// `nil` without a number.
  static func number(_ value: Double?) -> SortKey? { value.flatMap { $0.isNaN ? nil : .value($0) } }

  /// When a time is known.
  static func time(_ time: Timestamp) -> SortKey { .number(time.milliseconds) }
}

extension Array {
  /// The same by a key: those that are equal in their present order, those without a key last in either direction.
  func sorted(isFalling: Bool, by key: (Element) -> SortKey?) -> [Element] {
    let keyed = enumerated().map { (key: key($0.element), place: $0.offset) }
    let sorted = keyed.sorted { left, right in
      guard let one = left.key, let other = right.key, one != other else {
        let isKnown = (left.key != nil, right.key != nil)
        return isKnown.0 == isKnown.1 ? left.place < right.place : isKnown.0
      }
      return isFalling ? one > other : one < other
    }
    return sorted.map { self[$0.place] }
  }
}

/// A page of a list that is stored in the order of time, sorted by another column: all that matches is read, piece by piece,
/// and no more is kept than the rows up to the page's end.
struct SortedPage<Row> {
  private(set) var rows: [Row] = []
  private(set) var hasNext = false
  private let start: Int
  private let end: Int

  /// A page of `size` rows behind the first `start`.
  init(from start: Int64?, size: Int) {
    self.start = Int(clamping: min(max(0, start ?? 0), Int64(SortedWhole.limit)))
    end = self.start + size
  }

  /// Where the next page begins; `nil` on the last.
  var next: String? { hasNext ? String(end) : nil }

  /// - Parameter read: the next rows in the order of time, fewer than `SortedWhole.piece` at the end.
  /// - Returns: `false` when too many match.
  mutating func fill(
    isFalling: Bool, by key: (Row) -> SortKey?, _ read: () throws(StoreError) -> [Row]
  ) throws(StoreError) -> Bool {
    var (kept, count) = ([Row](), 0)
    while true {
      let piece = try read()
      count += piece.count
      guard count <= SortedWhole.limit else { return false }
      kept = Array((kept + piece).sorted(isFalling: isFalling, by: key).prefix(end + 1))
      if piece.count < SortedWhole.piece { break }
    }
    (rows, hasNext) = (Array(kept.dropFirst(start).prefix(end - start)), kept.count > end)
    return true
  }
}

/// How much of a list is sorted for a page.
enum SortedWhole {
  /// How many rows may match.
  static let limit = 100_000
  /// Rows that are read at a time.
  static let piece = 10_000
}
