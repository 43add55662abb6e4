import Rollcall

/// The column by which a list is sorted, and whether its order is turned round.
struct ListOrder<Column: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  var column: Column
  var isReversed = false

  init(_ column: Column, isReversed: Bool = false) {
    (self.column, self.isReversed) = (column, isReversed)
  }

  /// From its word in the URL; `nil` for a column that is not known.
  fileprivate init?(word: String) {
    isReversed = word.utf8.first == UInt8(ascii: "-")
    guard
      let column = Column(
        rawValue: isReversed ? String(decoding: word.utf8.dropFirst(), as: UTF8.self) : word)
    else { return nil }
    self.column = column
  }

  /// The column's word, after `-` when turned round.
  var word: String { (isReversed ? "-" : "") + column.rawValue }
}

extension Field {
  /// The order of a list; the default for a missing or unknown column.
  static func order<Column>(
    _ path: any WritableKeyPath<Values, ListOrder<Column>> & Sendable, usual: Column
  ) -> Field {
    Field(
      name: "sort", read: { $0[keyPath: path] = ListOrder(word: $1) ?? ListOrder(usual) },
      text: { $0[keyPath: path] == ListOrder(usual) ? "" : $0[keyPath: path].word }, isOrder: true)
  }
}

extension FieldValues {
  /// The heads of a list: each with a column leads to the page sorted by it, and the current one turns it round.
  ///
  /// - Parameters:
  ///   - falling: columns whose usual order begins with the last.
  ///   - numbers: columns of numbers, which stand at the right.
  func heads<Column>(
    _ titles: [(label: String, column: Column?)], by order: WritableKeyPath<Self, ListOrder<Column>>,
    falling: Set<Column> = [], numbers: Set<Column> = [], at path: String
  ) -> [ColumnHead] {
    let current = self[keyPath: order]
    return titles.map { label, column in
      guard let column else { return ColumnHead(label: label) }
      let isCurrent = current.column == column
      let turned = first.with(order, ListOrder(column, isReversed: isCurrent && !current.isReversed))
      return ColumnHead(
        label: label, href: turned.query.link(path),
        sorted: isCurrent
          ? (current.isReversed != falling.contains(column) ? "descending" : "ascending") : "",
        isNumber: numbers.contains(column))
    }
  }
}
