import Rollcall

/// The control of a field in the filter line above a list.
enum FilterControl: Sendable {
  /// A day or an instant.
  case day(String)
  /// A text, with an example.
  case text(String, example: String = "")
  /// One of several words: those given here, or those that the page has for the field's name.
  case choice(String, all: String, isSearched: Bool = false, of: FilterOptions.Words? = nil)
}

/// The choices in a filter line, by the names of its fields.
struct FilterOptions: ExpressibleByDictionaryLiteral, Sendable {
  typealias Words = [(value: String, label: String)]

  private var words: [String: Words]

  init(dictionaryLiteral elements: (String, Words)...) {
    words = Dictionary(elements) { first, _ in first }
  }

  /// The choices of a field; `nil` = there is no such field.
  subscript(_ field: String) -> Words? {
    get { words[field] }
    set { words[field] = newValue }
  }
}

/// One control of a filter line.
struct FilterPart: PagePart {
  var name, label, value: String
  /// `datetime-local` or `text`; empty for a select.
  var kind: String
  /// The smallest step of a date with its time; empty for other controls.
  var step = ""
  /// An example of the text to type.
  var placeholder: String
  /// Whether the browser must not suggest earlier input.
  var isPlain: Bool
  /// Whether the key / leads to it.
  var isSearched: Bool
  var choices: [Choice]
  /// The id of the text about its problem; may be empty.
  var describedBy: String
}

extension FieldValues {
  /// The controls of a filter line, in the order of the fields, filled in with these values.
  ///
  /// - Parameters:
  ///   - problem: the id of the text about a problem with the days; empty for none.
  ///   - clock: shows instants as dates with their time; `nil` = as they are in the address.
  func controls(
    _ options: FilterOptions = [:], problem: String = "", clock: PageClock? = nil
  ) -> [FilterPart] {
    Self.fields.compactMap { field in
      let value = field.text(self)
      func part(_ label: String, kind: String = "") -> FilterPart {
        FilterPart(
          name: field.name, label: label, value: value, kind: kind, placeholder: "", isPlain: false,
          isSearched: false, choices: [], describedBy: "")
      }
      switch field.control {
      case nil: return nil
      case .day(let label):
        var control = part(label, kind: "datetime-local")
        control.describedBy = problem
        if let shown = Self.moment(value, clock, isEnd: field.name == "to") {
          (control.value, control.step) = (shown, "1")
        } else {
          control.kind = "text"
        }
        return control
      case .text(let label, let example):
        var control = part(label, kind: "text")
        (control.placeholder, control.isPlain) = (example, true)
        return control
      case .choice(let label, let all, let isSearched, let words):
        guard let choices = words ?? options[field.name] else { return nil }
        var control = part(label)
        control.isSearched = isSearched
        control.choices = Choice.list(choices, chosen: value, all: all)
        return control
      }
    }
  }

  /// A day or an instant as a field of date and time has it; `nil` for any other text. An instant between two
  /// seconds becomes the one outside the span, so that the field loses nothing.
  private static func moment(_ text: String, _ clock: PageClock?, isEnd: Bool) -> String? {
    if let clock {
      guard let instant = Timestamp(rfc3339: text) else { return clock.field(text) }
      return clock.local(isEnd ? instant.ceiling(to: 1_000) : instant).field
    }
    if text.utf8.isEmpty { return "" }
    return CivilDate(isoDay: text).map { _ in "\(text)T00:00" }
  }
}
