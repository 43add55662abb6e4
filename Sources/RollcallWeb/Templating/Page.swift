/// A value that a template prints: ready strings, flags, lists and further parts.
///
/// Only stored properties reach the template, under their own names. An empty string counts as absent in a
/// section; beside a list `rows` there is `hasRows`. Decodable, so that an example can be made from its type:
/// the template check uses that.
protocol PagePart: Sendable, Decodable {}

/// One page: a struct of ready-to-print strings, and a template of the same name.
protocol Page: PagePart {
  /// The template's path under `Templates/` without extension, e.g. `Liveness/BoardPage`.
  static var template: String { get }
  /// The template of the part that an open page polls, without the layout around it.
  static var fragmentTemplate: String? { get }
}

extension Page {
  /// Most pages are only ever rendered whole.
  static var fragmentTemplate: String? { nil }
}

/// A part that several pages share. A template sees its properties as those of the page itself.
protocol PageHead: PagePart {}

/// One row of a long list. Its HTML is cached until one of its strings changes.
protocol PageRow: PagePart, Hashable {
  /// The row's template, as in `Page.template`.
  static var template: String { get }
  /// The texts that time alone changes, in the order of their fields and of their places in the template.
  var ticking: [String] { get }
  /// The row without those texts: the key of its cached HTML.
  var stilled: Self { get }
}

extension PageRow {
  /// Whether another row is the same, of any type.
  func isEqual(to other: any PageRow) -> Bool { (other as? Self).map { $0 == self } ?? false }

  /// Most rows change with their data only.
  var ticking: [String] { [] }
  var stilled: Self { self }
}

/// A row with texts that show the time passed since an instant.
protocol TickingRow: PageRow {
  /// Them, in the order of their fields and of their places in the template.
  static var moments: [WritableKeyPath<Self, Moment>] { get }
}

extension TickingRow {
  var ticking: [String] { Self.moments.map { self[keyPath: $0] }.filter { !$0.ticks.isEmpty }.map(\.text) }

  var stilled: Self {
    var row = self
    for moment in Self.moments where !row[keyPath: moment].ticks.isEmpty { row[keyPath: moment].text = "" }
    return row
  }
}

/// A long list in a page. The template prints it as one variable, `{{rows}}`.
struct Rows<Row: PageRow>: Sendable, Decodable {
  /// The rows in the order of display.
  var items: [Row]

  init(_ items: [Row]) { self.items = items }
}

/// `Rows` without its type, for the renderer.
protocol AnyRows {
  static var template: String { get }
  var all: [any PageRow] { get }
}

extension Rows: AnyRows {
  static var template: String { Row.template }
  var all: [any PageRow] { items }
}
