import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension FleetWeb {
  /// The largest list, bytes.
  static let listLimit = 1 << 20

  /// Lists of people.
  var importRoutes: [Route] {
    [
      door.console(.get, "/w/{ws}/responders/import", .manageResponders, askForPeople),
      door.console(
        .post, "/w/{ws}/responders/import", .manageResponders, lane: .slow,
        body: .upload(limit: Self.listLimit + 65_536), importPeople),
    ]
  }

  /// `GET /w/{ws}/responders/import`
  @Sendable func askForPeople(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    web.html(pages.render(importPage(asked, ImportForm())))
  }

  /// `POST /w/{ws}/responders/import`: shows how the list is read; with `do=save` adds all people, or none.
  @Sendable func importPeople(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let sent = trustedUpload(asked) else { return refuseForm(asked) }
    var form = ImportForm { sent.fields[$0] }
    if let file = sent.files.first(where: { $0.field == "file" && !$0.bytes.isEmpty }) {
      guard let text = Self.text(of: file.bytes) else {
        return wrong(asked, form, [FieldProblem("file", Words.People.notText)])
      }
      form.list = text
    }
    guard form.list.utf8.contains(where: { $0 > UInt8(ascii: " ") }) else {
      return wrong(asked, form, [FieldProblem("list", Words.People.nothingPasted)])
    }
    let sheet: PeopleSheet
    do throws(CSVError) { sheet = try form.sheet() } catch {
      return wrong(asked, form, [FieldProblem("list", "\(Words.capitalized(error.description)).")])
    }
    guard !sheet.rows.isEmpty else {
      return wrong(asked, form, [FieldProblem("list", Words.People.nobodyListed)])
    }
    let columns = form.columns(of: sheet)
    form.columns = columns.map { $0?.rawValue ?? "-" }
    form.firstRow = sheet.heads == nil ? .person : .heads
    form.read = form.hash
    var problems = Self.problems(of: columns)
    let entries = problems.isEmpty ? try entries(of: sheet.people(columns), form, asked, &problems) : []
    if problems.isEmpty, sent.fields["do"] == "save" {
      if sent.fields["seen"] == form.seen { return try save(entries, asked) }
      problems = [FieldProblem("list", Words.People.changed)]
      return try preview(asked, sheet, form, columns, entries, shown: problems, problems: [])
    }
    return try preview(asked, sheet, form, columns, entries, shown: problems, problems: problems)
  }

  private func save(_ entries: [ImportEntry], _ asked: ConsoleRequest) throws(StoreError) -> Response {
    var (new, known): ([NewResponder], [(id: Responder.ID, person: NewResponder)]) = ([], [])
    for entry in entries {
      switch entry.fate {
      case .added: new.append(entry.person)
      case .changed(let id): known.append((id, entry.person))
      case .known, .namesake: break
      }
    }
    let ids = try store.fleet.importPeople(adding: new, changing: known, in: asked.visitor.scope)
    var query = URLQuery()
    query.add("done", "import")
    query.add("n", "\(ids.count)")
    query.add("of", "\(known.count)")
    return .redirect(to: query.link(Shell.Section.responders.path(asked.visitor.workspace.slug)))
  }

  /// What becomes of each row; problems are those of the rows that would be stored.
  private func entries(
    of people: [ListedPerson], _ form: ImportForm, _ asked: ConsoleRequest, _ problems: inout [FieldProblem]
  ) throws(StoreError) -> [ImportEntry] {
    let workspace = asked.visitor.workspace
    let known = KnownPeople(
      try store.fleet.responders(slug: workspace.slug),
      profiles: try store.fleet.profiles(slug: workspace.slug).map(\.name),
      country: Country(workspace.country))
    var named: Set<String> = []
    var entries: [ImportEntry] = []
    for listed in people {
      let entry = known.entry(listed, form, named: &named)
      if entry.person.name.isEmpty {
        problems.append(FieldProblem("list", Words.People.problem(listed.line, Words.People.noName)))
      }
      entries.append(entry)
    }
    let stored = entries.filter(\.isStored)
    let found = try store.fleet.problems(with: stored.map { ($0.person, $0.known) }, in: workspace)
    for problem in found where problem.field != .name || !stored[problem.index].person.name.isEmpty {
      problems.append(FieldProblem("list", Words.People.problem(stored[problem.index].line, problem.text)))
    }
    return entries
  }

  private static func problems(of columns: [PeopleSheet.Column?]) -> [FieldProblem] {
    let read = columns.compactMap(\.self)
    if Set(read).count < read.count { return [FieldProblem("col0", Words.People.columnTwice)] }
    guard read.contains(.name) || read.contains(.family) || read.contains(.given) else {
      return [FieldProblem("col0", Words.People.needsName)]
    }
    return []
  }

  /// The text of a file: UTF-8, or UTF-16 with its mark, as spreadsheets write it.
  static func text(of bytes: ArraySlice<UInt8>) -> String? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else {
      return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
    let pairs = Array(bytes.dropFirst(2))
    let units = stride(from: 0, to: pairs.count - pairs.count % 2, by: 2).map { place in
      let (first, second) = (UInt16(pairs[place]), UInt16(pairs[place + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self)
  }

  private func wrong(_ asked: ConsoleRequest, _ form: ImportForm, _ problems: [FieldProblem]) -> Response {
    web.html(pages.render(importPage(asked, form, problems: problems)), status: .badRequest)
  }

  private func preview(
    _ asked: ConsoleRequest, _ sheet: PeopleSheet, _ form: ImportForm, _ columns: [PeopleSheet.Column?],
    _ entries: [ImportEntry], shown: [FieldProblem], problems: [FieldProblem]
  ) throws(StoreError) -> Response {
    var listed = Array(shown.prefix(ImportPage.shown.problems))
    if shown.count > listed.count {
      listed.append(FieldProblem("list", Words.People.more(shown.count - listed.count)))
    }
    let profiles = try store.fleet.profiles(slug: asked.visitor.workspace.slug).map(\.name)
    let preview = ImportPreview(
      sheet, form, columns, entries: entries, profiles: profiles, problems: problems)
    return web.html(
      pages.render(importPage(asked, form, preview: preview, problems: listed)),
      status: shown.isEmpty ? .ok : .badRequest)
  }

  private func importPage(
    _ asked: ConsoleRequest, _ form: ImportForm, preview: ImportPreview? = nil, problems: [FieldProblem] = []
  ) -> ImportPage {
    ImportPage(
      shell: web.shell(.responders, asked.visitor, title: Words.People.importTitle),
      slug: asked.visitor.workspace.slug, form: form, preview: preview, problems: problems)
  }
}

extension ImportEntry {
  /// Whether it changes anything.
  var isStored: Bool {
    switch fate {
    case .added, .changed: true
    case .known, .namesake: false
    }
  }

  /// Who is changed by it.
  var known: Responder.ID? { if case .changed(let id) = fate { id } else { nil } }
}

/// The people of a workspace, as rows of a list find them.
private struct KnownPeople {
  private var byNumber: [String: Responder] = [:]
  private var byID: [String: Responder] = [:]
  private var byName: [String: Responder] = [:]
  private let profiles: [String]
  private let country: Country?

  init(_ people: [Responder], profiles: [String], country: Country?) {
    (self.profiles, self.country) = (profiles, country)
    for person in people {
      if let phone = person.phone { byNumber[phone] = person }
      if let id = person.externalID { byID[id] = person }
      byName[person.name.lowercased()] = person
    }
  }

  /// A row: who it is, and what becomes of it.
  ///
  /// - Parameter named: the names of the rows before it.
  func entry(_ listed: ListedPerson, _ form: ImportForm, named: inout Set<String>) -> ImportEntry {
    let number = listed.phone.map { PhoneNumber($0, in: country)?.text ?? $0 }
    let same = listed.externalID.flatMap { byID[$0] } ?? number.flatMap { byNumber[$0] }
    var person = same.map(NewResponder.init) ?? NewResponder(name: listed.name, profile: form.profile)
    if !listed.name.isEmpty { person.name = listed.name }
    person.phone = number ?? person.phone
    // Spreadsheets begin words with capitals.
    person.profile =
      listed.profile.map { typed in profiles.first { $0.lowercased() == typed.lowercased() } ?? typed }
      ?? person.profile
    person.region = listed.region ?? person.region
    person.externalID = listed.externalID ?? person.externalID
    person.skills = listed.skills ?? person.skills
    let key = person.name.lowercased()
    let isRepeated = !named.insert(key).inserted
    let fate: ImportEntry.Fate =
      if let same {
        form.updates ? .changed(same.id) : .known
      } else if !form.addsNamesakes, !key.isEmpty, isRepeated || byName[key] != nil {
        .namesake(byName[key]?.name ?? person.name)
      } else {
        .added
      }
    return ImportEntry(line: listed.line, person: person, fate: fate)
  }
}
