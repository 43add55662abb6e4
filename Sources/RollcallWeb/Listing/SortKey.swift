import Rollcall

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

/// A list that is stored in the order of time, sorted by another column: all of it is read for one page.
enum SortedWhole {
  /// How many rows may match.
  static let limit = 10_000

  /// The rows behind the first `start`, and where the next page begins.
  static func page<Row>(
    _ rows: [Row], from start: Int64?, size: Int
  ) -> (shown: [Row], next: String?) {
    let start = Int(clamping: max(0, start ?? 0))
    let shown = Array(rows.dropFirst(start).prefix(size))
    let end = start + shown.count
    return (shown, end < rows.count ? String(end) : nil)
  }
}
