import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// People by programs, and as a file.
struct PeopleWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.any(limit: Web.bodyLimit)
    return [
      door.console(.get, "/w/{ws}/responders.csv", .manageResponders, peopleCSV),
      door.console(.post, "/w/{ws}/responders.json", .manageResponders, body: json, addByProgram),
      door.console(.post, "/w/{ws}/responders/{id}/edit.json", .manageResponders, body: json, editByProgram),
      door.console(
        .post, "/w/{ws}/responders/{id}/active.json", .manageResponders, body: json, activateByProgram),
    ]
  }

  /// `GET /w/{ws}/responders.csv`: with the page's filter, in columns that can be imported again.
  @Sendable func peopleCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = ResponderFilter(asked.request.query.pairs)
    let people = try web.people.matching(filter, for: asked.visitor)
    return try web.exports.csv(
      "people", RosterEntry.sheet, asked.visitor, filter: try filter.audited(store, asked.visitor.workspace),
      people.map(\.entry))
  }

  /// `POST /w/{ws}/responders.json`: all, or none.
  @Sendable func addByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let sent = try Programs.read { () throws(WireError) in
        try PersonRequest.decodeList(bytes: asked.request.body)
      }
      let people = sent.map { request in
        var person = NewResponder(name: request.name ?? "")
        request.apply(to: &person)
        return person
      }
      try require(people.map { ($0, nil) }, asked) { "people.\($0.index).\($0.field.rawValue)" }
      let ids = try Programs.stored { () throws(StoreError) in
        try store.fleet.importPeople(adding: people, changing: [], in: asked.visitor.scope)
      }
      var writer = JSONWriter()
      writer.object { root in
        root.array("ids") { list in for id in ids { list.value(id.rawValue) } }
      }
      return .json(writer.bytes, status: .created)
    }
  }

  /// `POST /w/{ws}/responders/{id}/edit.json`: what is not named stays.
  @Sendable func editByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let entry = try named(asked)
      let request = try Programs.read { () throws(WireError) in
        try PersonRequest.decode(bytes: asked.request.body)
      }
      var person = NewResponder(entry.person)
      request.apply(to: &person)
      try require([(person, entry.id)], asked) { $0.field.rawValue }
      let changed = try Programs.stored { () throws(StoreError) in
        try store.fleet.changePerson(entry.id, in: asked.visitor.scope) { request.apply(to: &$0) }
      }
      return told(changed)
    }
  }

  /// `POST /w/{ws}/responders/{id}/active.json`: `{active}`; the same again changes nothing.
  @Sendable func activateByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let entry = try named(asked)
      let isActive = try Programs.read { () throws(WireError) in
        try ActiveRequest.decode(bytes: asked.request.body)
      }
      try Programs.stored { () throws(StoreError) in
        try store.phones.setActive(isActive, entry.id, in: asked.visitor.scope)
      }
      var person = entry.person
      person.isActive = isActive
      return told(person)
    }
  }

  /// Refuses people with problems, by their fields.
  private func require(
    _ people: [(person: NewResponder, id: Responder.ID?)], _ asked: ConsoleRequest,
    _ field: (PersonProblem) -> String
  ) throws(ProgramRefusal) {
    let problems = try Programs.stored { () throws(StoreError) in
      try store.fleet.problems(with: people, in: asked.visitor.workspace)
    }
    guard let first = problems.first else { return }
    if first.isTaken, people.count == 1 { throw .store(.conflict(first.text)) }
    throw .wire(
      .invalid(
        problems.map {
          RequestFault(field: field($0), rule: $0.isTaken ? "unique" : "format", message: $0.text)
        }))
  }

  func named(_ asked: ConsoleRequest) throws(ProgramRefusal) -> BoardEntry {
    try Programs.requireJSON(asked.request)
    let workspace = asked.visitor.workspace.id
    let entry = asked.request.pathID.flatMap { store.boards.entry(of: Responder.ID($0), in: workspace) }
    let isErased = try Programs.stored { () throws(StoreError) in
      try entry.map { entry throws(StoreError) in try store.fleet.isErased(entry.id, in: workspace) } ?? true
    }
    guard let entry, !isErased else { throw .store(.notFound("responder")) }
    return entry
  }

  func told(_ person: Responder) -> Response {
    var writer = JSONWriter()
    writer.object { root in
      root.member("id", person.id.rawValue)
      root.member("name", person.name)
      root.member("phone", person.phone)
      root.member("profile", person.profile)
      root.member("region", person.region)
      root.member("external_id", person.externalID)
      root.array("skills", person.skills.skills, of: Skill.table)
      root.member("active", person.isActive)
    }
    return .json(writer.bytes)
  }
}

extension PersonRequest {
  /// Gives a person the values that are named; an empty text, or one of blanks, takes one away.
  fileprivate func apply(to person: inout NewResponder) {
    func kept(_ value: String?, _ old: String?) -> String? { value.map { PersonForm.optional($0) } ?? old }
    person.name = name ?? person.name
    person.phone = kept(phone, person.phone)
    person.profile = profile ?? person.profile
    person.region = kept(region, person.region)
    person.externalID = kept(externalID, person.externalID)
    person.skills = skills ?? person.skills
  }
}

extension ResponderFilter {
  /// The filter as the audit has it. Blocks.
  fileprivate func audited(_ store: Store, _ workspace: Workspace) throws(StoreError) -> String {
    var query = URLQuery()
    query.add("q", search.utf8.isEmpty ? "" : AuditedText.notKept)
    try query.addAudited(region: region, profile: profile, store, workspace)
    query.add("state", state?.rawValue ?? "")
    return query.link("")
  }
}
