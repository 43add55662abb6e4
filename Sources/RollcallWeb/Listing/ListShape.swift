import Rollcall

/// How much of a list a page shows: the rows of a page and the columns. It is in the address, so that a link shows
/// another reader the same; files and the audit do not depend on it.
struct ListShape: Hashable, Sendable {
  /// The rows of a page; `nil` = as usual for the list.
  var size: Int?
  /// The names of the shown columns, separated by commas; empty = all.
  var columns = ""

  /// The numbers of rows that can be chosen.
  static let sizes = [25, 50, 100, 200, 500]

  /// The rows of a page of a list that usually has `usual`.
  func rows(usual: Int) -> Int { size ?? usual }
}

extension Field {
  /// The rows of a page.
  static func size(_ path: any WritableKeyPath<Values, ListShape> & Sendable) -> Field {
    Field(
      name: "size",
      read: { values, text in
        values[keyPath: path].size = Int(text).flatMap { ListShape.sizes.contains($0) ? $0 : nil }
      },
      text: { $0[keyPath: path].size.map(String.init) ?? "" }, isShape: true)
  }

  /// The shown columns.
  static func columns(_ path: any WritableKeyPath<Values, ListShape> & Sendable) -> Field {
    Field(
      name: "columns", read: { $0[keyPath: path].columns = $1 }, text: { $0[keyPath: path].columns },
      isShape: true)
  }
}

/// A column of a list that can be hidden: its name in the address, and its title.
struct ListColumn: Sendable {
  let name, label: String

  init(_ name: String, _ label: String) { (self.name, self.label) = (name, label) }
}

/// The columns of a list that can be hidden, and the shape that was asked for.
struct ListColumns: Sendable {
  var all: [ListColumn]
  /// How many columns stand before them.
  var before = 1
  /// The rows of a page when none were chosen.
  var usual: Int
  var shape: ListShape
}

/// The form for the shape of a list.
struct ListShapeForm: PagePart {
  var path: String
  /// The filter, kept as it is.
  var kept: [HiddenField]
  /// How many columns can be ticked: all of them are no choice.
  var count: String
  var columns: [TickBox]
  var sizes: FormSelect
  /// The places of the hidden columns in the table, from 1, separated by blanks.
  var hidden: String

  /// - Parameter list: its columns, in the order of the table.
  init<Asked: FieldValues>(_ asked: Asked, _ list: ListColumns, at path: String) {
    self.path = path
    let (columns, shape) = (list.all, list.shape)
    kept = asked.first.pairs.filter { pair in
      !pair.value.utf8.isEmpty && !Asked.fields.contains { $0.name == pair.name && $0.isShape }
    }.map { HiddenField(name: $0.name, value: $0.value) }
    let names = Set(shape.columns.split(separator: ",").map(String.init))
    // A link may name a column that this reader does not have.
    let isAll = names.isDisjoint(with: columns.map(\.name))
    count = "\(columns.count)"
    self.columns = columns.map {
      TickBox(TypedShape.column, $0.label, value: $0.name, isOn: isAll || names.contains($0.name))
    }
    let rows = shape.rows(usual: list.usual)
    sizes = FormSelect(
      "size", Words.Lists.rowsOfPage,
      choices: Set(ListShape.sizes + [list.usual]).sorted().map {
        Choice(value: $0 == list.usual ? "" : "\($0)", label: "\($0)", isSelected: $0 == rows)
      })
    hidden = self.columns.enumerated().filter { !$0.element.isOn }.map { "\($0.offset + list.before + 1)" }
      .joined(separator: " ")
  }
}

/// The ticked columns of a form as one value, as links have it.
enum TypedShape {
  /// The boxes of the columns, and their number.
  static let (column, count) = ("column", "column_count")

  /// The pairs with `columns` instead of ticked boxes; `nil` when there are none such.
  static func plain(_ pairs: [(name: String, value: String)]) -> [(name: String, value: String)]? {
    guard let all = pairs.first(where: { $0.name == count })?.value else { return nil }
    let ticked = pairs.filter { $0.name == column }.map(\.value)
    let rest = pairs.filter { $0.name != count && $0.name != column }
    return "\(ticked.count)" == all ? rest : rest + [("columns", ticked.joined(separator: ","))]
  }
}
