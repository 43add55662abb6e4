/// The columns of the board.
enum BoardColumn {
  private static let all: [(label: String, sort: BoardFilter.Sort?)] = [
    ("Status", .status), ("Responder", .name), ("Duty", .duty), ("Last contact", .contact),
    ("Latest fix", .fix), ("Battery", .battery), ("Flags", nil), ("Reachable, last 2 h", nil),
    ("Assignment", nil),
  ]

  /// The heads, each a link to the board sorted by it; the one in force turns the order round.
  static func heads(filter: BoardFilter, path: String) -> [ColumnHead] {
    all.map { column in
      guard let sort = column.sort else { return ColumnHead(label: column.label) }
      let isCurrent = filter.sort == sort
      let turned = filter.with { next in
        next.isReversed = isCurrent && !filter.isReversed
        next.sort = sort
      }
      return ColumnHead(
        label: column.label, href: turned.query.link(path),
        sorted: isCurrent ? (filter.isReversed ? "descending" : "ascending") : "")
    }
  }
}
