import Rollcall

/// One field of a filter, a form or a request: its name there, and the key path of its value.
struct Field<Values>: Sendable {
  let name: String
  /// Reads typed text. Invalid text is ignored, or kept for a check to judge.
  let read: @Sendable (inout Values, String) -> Void
  /// The value as written in a URL or a form; empty for none.
  let text: @Sendable (Values) -> String
  /// Whether it is only a position in the list: it narrows nothing.
  var isPlace = false
  /// Whether it is only the order of the list: it narrows nothing either.
  var isOrder = false
  /// Whether it is only how much a page shows: files and the audit do not depend on it.
  var isShape = false
  /// Its control in a filter line; `nil` = none.
  var control: FilterControl?
  /// The values that programs give, a sentence; empty for fields that they do not need.
  var about = ""

  /// The field with its description for the API.
  func about(_ about: String) -> Field {
    var field = self
    field.about = about
    return field
  }

  /// The field with a control in the filter line.
  func shown(_ control: FilterControl) -> Field {
    var field = self
    field.control = control
    return field
  }
}

/// Values read from the pairs of a query or a form, and written into one: each field is declared once.
protocol FieldValues: Hashable, Sendable {
  /// Every field, in the order of the query.
  static var fields: [Field<Self>] { get }
  /// Empty values.
  init()
}

extension FieldValues {
  /// Reads the pairs of a query or a form; ignores unknown names.
  init(_ pairs: [(name: String, value: String)]) {
    self.init()
    for (name, value) in pairs { Self.fields.first { $0.name == name }?.read(&self, value) }
  }

  /// Each field with its value.
  var pairs: [(name: String, value: String)] { Self.fields.map { ($0.name, $0.text(self)) } }

  /// The query with these values; empty for defaults.
  var query: URLQuery {
    var query = URLQuery()
    for (name, value) in pairs { query.add(name, value) }
    return query
  }

  /// The same at the beginning of its list.
  var first: Self { at("") }

  /// The same at another position of its list, as written in the URL.
  func at(_ place: String) -> Self {
    var values = self
    for field in Self.fields where field.isPlace { field.read(&values, place) }
    return values
  }

  /// All of the list, whatever a page shows of it.
  var whole: Self {
    var values = first
    for field in Self.fields where field.isShape { field.read(&values, "") }
    return values
  }

  /// Whether it differs from the default.
  var isNarrow: Bool {
    let usual = Self()
    return Self.fields.contains {
      !$0.isPlace && !$0.isOrder && !$0.isShape && $0.text(self) != $0.text(usual)
    }
  }

  /// This with one value changed.
  func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var values = self
    values[keyPath: path] = value
    return values
  }

  /// This with some values changed, at the beginning of its list.
  func with(_ change: (inout Self) -> Void) -> Self {
    var values = first
    change(&values)
    return values
  }
}

extension Field {
  /// A text, as typed.
  static func text(_ name: String, _ path: any WritableKeyPath<Values, String> & Sendable) -> Field {
    Field(name: name, read: { $0[keyPath: path] = $1 }, text: { $0[keyPath: path] })
  }

  /// An id, or nothing.
  static func id(_ name: String, _ path: any WritableKeyPath<Values, Int64?> & Sendable) -> Field {
    Field(
      name: name, read: { $0[keyPath: path] = Int64($1) },
      text: { $0[keyPath: path].map(String.init) ?? "" })
  }

  /// One of several words, or empty.
  static func choice<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Values, Word?> & Sendable
  ) -> Field {
    Field(
      name: name, read: { $0[keyPath: path] = Word(rawValue: $1) },
      text: { $0[keyPath: path]?.rawValue ?? "" })
  }

  /// One of several words; the default for a missing or unknown one.
  static func choice<Word: RawRepresentable<String> & Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Values, Word> & Sendable, usual: Word
  ) -> Field {
    Field(
      name: name, read: { $0[keyPath: path] = Word(rawValue: $1) ?? usual },
      text: { $0[keyPath: path] == usual ? "" : $0[keyPath: path].rawValue })
  }

  /// The cursor of a list: where the next page begins.
  static func cursor(_ name: String, _ path: any WritableKeyPath<Values, String> & Sendable) -> Field {
    var field = text(name, path)
    field.isPlace = true
    return field
  }

  /// Which page of a list, from 1.
  static func page(_ path: any WritableKeyPath<Values, Int> & Sendable) -> Field {
    Field(
      name: "page", read: { $0[keyPath: path] = max(1, min(Int($1) ?? 1, 1_000_000)) },
      text: { $0[keyPath: path] > 1 ? String($0[keyPath: path]) : "" }, isPlace: true)
  }
}
