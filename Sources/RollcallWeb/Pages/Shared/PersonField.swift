import Rollcall

/// A field for one person: a list that narrows while one types, and works without a script.
struct PersonField: PagePart {
  /// Its name in the form; the typed text is sent as `NAME_named`.
  var name, label, value: String
  /// What an empty field means, or an example.
  var placeholder: String
  var hint, problem: String
  var options: [TextLine]
  var describedBy: String

  /// - Parameters:
  ///   - chosen: the id of the person in the field, or the text typed before; may be empty.
  ///   - problems: those of the whole form.
  init(
    _ name: String, _ label: String, of people: [(id: Int64, name: String)], chosen: String,
    placeholder: String, hint: String = "", problems: [FieldProblem] = []
  ) {
    (self.name, self.label, self.placeholder, self.hint) = (name, label, placeholder, hint)
    let named = PersonNames(people)
    value = Int64(chosen).map { named.label($0) } ?? chosen
    options = people.map { TextLine(named.label($0.id)) }
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }
}

/// The names of people in a list to choose from: those that several have are told apart by their number.
struct PersonNames {
  private let labels: [Int64: String]

  init(_ people: [(id: Int64, name: String)]) {
    let counts = Dictionary(people.map { ($0.name, 1) }, uniquingKeysWith: +)
    labels = Dictionary(
      people.map { ($0.id, (counts[$0.name] ?? 0) > 1 ? Self.numbered($0.name, $0.id) : $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  /// `Ana Novak`, `Ana Novak · no. 22`, or `no. 22` for who is not in the list.
  func label(_ id: Int64) -> String { labels[id] ?? "no. \(id)" }

  private static func numbered(_ name: String, _ id: Int64) -> String { "\(name) · no. \(id)" }

  /// The number after a name, where there is one.
  fileprivate static func number(in text: String) -> Int64? {
    guard let last = text.split(separator: " · ").last, last.hasPrefix("no. ") else { return nil }
    return Int64(last.dropFirst(4))
  }
}

/// Whom a typed text means.
enum NamedPerson {
  case one(Responder.ID)
  case nobody
  case several

  /// A name of the list, an external id, or a part of a name. Of several, the only active one.
  init(_ text: String, among people: [Responder]) {
    if let number = PersonNames.number(in: text), people.contains(where: { $0.id.rawValue == number }) {
      self = .one(Responder.ID(number))
      return
    }
    let folded = Folding.fold(text)
    let meanings: [(Responder) -> Bool] = [
      { $0.name == text }, { Folding.fold($0.name) == folded }, { $0.externalID == text },
      { Folding.fold($0.name).contains(folded) },
    ]
    guard !folded.isEmpty else {
      self = .nobody
      return
    }
    let found = meanings.lazy.map { people.filter($0) }.first { !$0.isEmpty } ?? []
    let active = found.filter(\.isActive)
    if let person = found.count == 1 ? found.first : active.count == 1 ? active.first : nil {
      self = .one(person.id)
    } else {
      self = found.isEmpty ? .nobody : .several
    }
  }
}
