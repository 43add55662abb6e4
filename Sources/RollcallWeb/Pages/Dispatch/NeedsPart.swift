import Rollcall

/// The lines of people needed, as typed into a form: `people1`, `skills1`, …
struct NeedsInput: Hashable, Sendable {
  /// One line. Without a number and skills it does not count.
  struct Line: Hashable, Sendable {
    var people = ""
    var skills = ""
  }

  /// As many as there may be.
  var lines = Array(repeating: Line(), count: Needs.lineLimit)

  init() {}

  /// Stored needs.
  init(_ needs: Needs) {
    for (index, line) in needs.lines.enumerated() where lines.indices.contains(index) {
      lines[index] = Line(people: String(line.count), skills: line.skills.joined(separator: "; "))
    }
  }

  /// The fields of a form.
  init(_ fields: some Sequence<(name: String, value: String)>) {
    for (name, value) in fields {
      for index in lines.indices {
        if name == Self.people(index) { lines[index].people = value }
        if name == Self.skills(index) { lines[index].skills = value }
      }
    }
  }

  static func people(_ index: Int) -> String { "people\(index + 1)" }
  static func skills(_ index: Int) -> String { "skills\(index + 1)" }

  /// The lines that count. A number that is none is 0, which is refused.
  var asked: [Needs.Line] {
    lines.compactMap { line in
      let (people, skills) = (Self.trimmed(line.people), Self.words(line.skills))
      guard !people.utf8.isEmpty || !skills.isEmpty else { return nil }
      return Needs.Line(count: people.utf8.isEmpty ? 1 : Int(people) ?? 0, skills: skills)
    }
  }

  /// The needs; without any line one person without skills.
  var needs: Needs {
    get throws(NeedsProblem) {
      let lines = asked
      return lines.isEmpty ? .onePerson : try Needs(lines)
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "," }.map { trimmed(String($0)) }.filter { !$0.utf8.isEmpty }
  }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text).drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// The fields for the people needed: the first line, and further ones that are folded while they are empty.
struct NeedsFields: PagePart {
  /// One line of fields.
  struct Row: PagePart {
    var people, skills: FormField
  }

  var first: Row
  var further: [Row]
  /// Whether a further line is filled in.
  var isOpen: Bool
  var problem: String

  init(_ input: NeedsInput, problems: [FieldProblem] = []) {
    let rows = input.lines.enumerated().map { index, line in
      Row(
        people: FormField(
          NeedsInput.people(index), Words.Needs.people, value: line.people,
          hint: index == 0 ? Words.Needs.peopleHint : "", kind: .number),
        skills: FormField(
          NeedsInput.skills(index), Words.Needs.skills, value: line.skills,
          hint: index == 0 ? Words.Needs.skillsHint : ""))
    }
    (first, further) = (rows[0], Array(rows.dropFirst()))
    isOpen = input.lines.dropFirst().contains { $0 != NeedsInput.Line() }
    problem = problems.of("needs")
  }
}

/// Changes which people an incident needs.
struct NeedsForm: PagePart {
  var action: String
  var fields: NeedsFields

  init(_ input: NeedsInput, path: String, problems: [FieldProblem] = []) {
    (action, fields) = (path + "/needs", NeedsFields(input, problems: problems))
  }
}

/// A line of people that an incident needs.
struct NeedLine: PagePart {
  /// `2 × medic, boat`.
  var words: String
  /// `1 open`; empty when every place is filled.
  var open: String

  /// The lines of a case; none for one person without skills.
  static func all(of file: DispatchCase) -> [NeedLine] {
    guard file.needs != .onePerson else { return [] }
    let missing = Dictionary(
      file.missing.map { ($0.line, $0.count) }, uniquingKeysWith: { first, _ in first })
    return file.needs.lines.enumerated().map { index, line in
      NeedLine(
        words: Words.Needs.line(line.count, line.skills),
        open: missing[index].map(Words.Needs.open) ?? "")
    }
  }
}
