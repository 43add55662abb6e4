import Rollcall

/// The control of a field in the filter line above a list.
enum FilterControl: Sendable {
  /// One end of a span: a day, with or without a time.
  case span(SpanField.End)
  /// One person, with what an empty field means.
  case person(String, all: String)
  /// A text, with an example.
  case text(String, example: String = "")
  /// One of several words: those given here, or those that the page has for the field's name.
  case choice(String, all: String, of: FilterOptions.Words? = nil)
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

/// One control of a filter line: a text, a select, one end of a span, a person, or a value that is sent along.
struct FilterPart: PagePart {
  var name, label, value: String
  var isText = false, isSelect = false
  /// Whether it is only sent along.
  var isHidden = false
  /// An example of the text to type.
  var placeholder = ""
  var choices: [Choice] = []
  var when: SpanField?
  var person: PersonField?

  init(_ name: String, _ label: String, _ value: String) {
    (self.name, self.label, self.value) = (name, label, value)
  }
}

extension FieldValues {
  /// What a form of other controls sends along: the rows of a page and the columns.
  func kept(_ clock: PageClock) -> [FilterPart] {
    let names = Self.fields.filter(\.isShape).map(\.name)
    return controls(clock: clock).filter { $0.isHidden && names.contains($0.name) }
  }

  /// The controls of a filter line, in the order of the fields, filled in with these values.
  ///
  /// - Parameters:
  ///   - problem: the id of the text about a problem with the days; empty for none.
  ///   - clock: the clock by which days and times are shown.
  func controls(
    _ options: FilterOptions = [:], problem: String = "", clock: PageClock
  ) -> [FilterPart] {
    Self.fields.compactMap { field in
      let value = field.text(self)
      switch field.control {
      case nil:
        guard field.isOrder || field.isShape, !value.utf8.isEmpty else { return nil }
        var part = FilterPart(field.name, "", value)
        part.isHidden = true
        return part
      case .span(let end):
        let label = end == .from ? Words.Spans.from : Words.Spans.to
        var part = FilterPart(field.name, label, value)
        part.when = SpanField(field.name, label, end, text: value, clock, describedBy: problem)
        return part
      case .person(let label, let all):
        guard let people = options[field.name] else { return nil }
        var part = FilterPart(field.name, label, value)
        part.person = PersonField(
          field.name, label,
          of: people.compactMap { choice in Int64(choice.value).map { ($0, choice.label) } },
          chosen: value, placeholder: all)
        return part
      case .text(let label, let example):
        var part = FilterPart(field.name, label, value)
        (part.isText, part.placeholder) = (true, example)
        return part
      case .choice(let label, let all, let words):
        guard let choices = words ?? options[field.name] else { return nil }
        var part = FilterPart(field.name, label, value)
        (part.isSelect, part.choices) = (true, Choice.list(choices, chosen: value, all: all))
        return part
      }
    }
  }
}
