import Rollcall
import RollcallStore
import RollcallWire

/// The form of a list of people: the text and how it is read.
struct ImportForm: Equatable, Sendable {
  var list = ""
  /// What the first row is; `nil` = as it looks.
  var firstRow: PeopleSheet.FirstRow?
  /// What the columns hold, by their places; empty = not read.
  var columns: [String] = []
  /// The profile of those without one.
  var profile = "responder"
  /// Whether known people are changed, and whether people of a known name are added.
  var updates = false, addsNamesakes = false
  /// The text whose columns were chosen, as its hash; another text is guessed anew.
  var read = ""

  init() {}

  init(_ fields: FormFieldsReader) {
    list = fields("list") ?? ""
    columns = (0..<PeopleSheet.most.columns).map { fields("col\($0)") }.prefix { $0 != nil }.compactMap(
      \.self)
    profile = fields("profile") ?? profile
    (updates, addsNamesakes) = (fields("known") == "update", fields("named") == "add")
    read = fields("read") ?? ""
    firstRow = fields("first").flatMap(PeopleSheet.FirstRow.init)
  }

  /// Reads a field of a form.
  typealias FormFieldsReader = (String) -> String?

  /// Changes with the text. Browsers may send other line ends the second time.
  var hash: String { ContentHash.of(list.utf8.filter { $0 != UInt8(ascii: "\r") }) }

  /// Changes with everything that was previewed.
  var seen: String {
    var hash = ContentHash()
    let first = firstRow?.rawValue ?? ""
    for text in [self.hash, profile, "\(updates) \(addsNamesakes)", first] + columns { hash.add(text) }
    return hash.text
  }

  /// Reads the list, with its first row as it was chosen for this text.
  func sheet() throws(CSVError) -> PeopleSheet {
    try PeopleSheet(Array(list.utf8), firstRow: read == hash ? firstRow : nil)
  }

  /// What the columns of a table hold: as chosen for this text, else as guessed.
  func columns(of sheet: PeopleSheet) -> [PeopleSheet.Column?] {
    guard read == hash, columns.count == sheet.guess.count else { return sheet.guess }
    return columns.map { PeopleSheet.Column(rawValue: $0) }
  }
}

/// One row of a list, and what becomes of it.
struct ImportEntry: Sendable {
  enum Fate: Sendable {
    case added
    case changed(Responder.ID)
    /// Known, and left as they are.
    case known
    /// Left out, because a person has the name.
    case namesake(String)
  }

  var line: Int
  var person: NewResponder
  var fate: Fate

  /// Whether it changes a person, or is left out because of its name.
  var isSpecial: Bool {
    switch fate {
    case .changed, .namesake: true
    case .added, .known: false
    }
  }
}

/// Imports people from a spreadsheet.
struct ImportPage: Page {
  static let template = "Fleet/ImportPage"
  /// How many rows are shown from the beginning, how many of the rest whose fate must be read, and how many problems.
  static let shown = (rows: 10, special: 20, problems: 20)

  var head: FormHead
  var back: String
  var list: FormText
  var fileProblem: String
  /// What a preview shows; absent before there is one.
  var preview: ImportPreview?

  init(
    shell: Shell, slug: String, form: ImportForm, preview: ImportPreview? = nil,
    problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) {
    head = FormHead(shell, path: PagePath.importPeople(slug), problems: problems, notice: notice)
    back = Shell.Section.responders.path(slug)
    list = FormText(
      "list", Words.People.pasted, value: form.list, hint: Words.People.pastedHint, problems: problems)
    fileProblem = problems.of("file")
    self.preview = preview
  }
}

/// A list as it would be read.
struct ImportPreview: PagePart {
  var columns: [FormSelect]
  var firstRow, profile, known, named: FormSelect
  var rows: [ImportRow]
  var note, summary: String
  /// The button that imports; empty while something is wrong.
  var button: String
  var read, seen: String

  init(
    _ sheet: PeopleSheet, _ form: ImportForm, _ columns: [PeopleSheet.Column?], entries: [ImportEntry],
    profiles: [String], problems: [FieldProblem]
  ) {
    self.columns = columns.enumerated().map { place, column in
      let head = sheet.heads?[place] ?? ""
      let choices = [Choice(value: "-", label: Words.People.ignored, isSelected: column == nil)]
      return FormSelect(
        "col\(place)", head.isEmpty ? Words.People.column(place + 1) : head,
        choices: choices
          + PeopleSheet.Column.allCases.map {
            Choice(value: $0.rawValue, label: Words.People.label($0.rawValue), isSelected: $0 == column)
          }, problems: problems)
    }
    firstRow = Self.choice(
      "first", Words.People.firstRow, (PeopleSheet.FirstRow.heads.rawValue, Words.People.firstRowNames),
      (PeopleSheet.FirstRow.person.rawValue, Words.People.firstRowIsPerson), sheet.heads == nil)
    profile = FormSelect(
      "profile", Words.People.usualProfile,
      choices: profiles.map {
        Choice(value: $0, label: Words.capitalized($0), isSelected: $0 == form.profile)
      },
      problems: problems)
    known = Self.choice(
      "known", Words.People.known, ("skip", Words.People.knownSkip), ("update", Words.People.knownUpdate),
      form.updates)
    named = Self.choice(
      "named", Words.People.named, ("skip", Words.People.namedSkip), ("add", Words.People.namedAdd),
      form.addsNamesakes)
    let special = entries.dropFirst(ImportPage.shown.rows).filter(\.isSpecial)
    let listed = special.prefix(ImportPage.shown.special)
    rows = (entries.prefix(ImportPage.shown.rows) + listed).map(ImportRow.init)
    note = Words.People.firstRows(
      ImportPage.shown.rows, of: entries.count, special: listed.count, ofSpecial: special.count)
    let counts = entries.reduce(into: (add: 0, update: 0, leave: 0, named: 0)) { counts, entry in
      switch entry.fate {
      case .added: counts.add += 1
      case .changed: counts.update += 1
      case .known: counts.leave += 1
      case .namesake: counts.named += 1
      }
    }
    summary = Words.People.summary(
      add: counts.add, update: counts.update, leave: counts.leave, named: counts.named)
    button =
      problems.isEmpty && counts.add + counts.update > 0
      ? Words.People.doImport(counts.add + counts.update) : ""
    (read, seen) = (form.hash, form.seen)
  }

  private static func choice(
    _ name: String, _ label: String, _ off: (String, String), _ on: (String, String), _ isOn: Bool
  ) -> FormSelect {
    FormSelect(
      name, label,
      choices: [
        Choice(value: off.0, label: off.1, isSelected: !isOn),
        Choice(value: on.0, label: on.1, isSelected: isOn),
      ])
  }
}

/// A row of a list, as it would be stored.
struct ImportRow: PagePart {
  var line, name, phone, profile, region, externalID, skills, fate: String

  init(_ entry: ImportEntry) {
    let person = entry.person
    (line, name, phone) = ("\(entry.line)", person.name, person.phone ?? "")
    (profile, region) = (Words.capitalized(person.profile), person.region ?? "")
    (externalID, skills) = (person.externalID ?? "", person.skills)
    fate =
      switch entry.fate {
      case .added: Words.People.willAdd
      case .changed: Words.People.willUpdate
      case .known: Words.People.isKnown
      case .namesake(let name): Words.People.isNamed(name)
      }
  }
}
