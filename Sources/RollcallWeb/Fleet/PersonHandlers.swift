import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension FleetWeb {
  /// People, one at a time.
  var personRoutes: [Route] {
    let form = Route.BodyRule.form(limit: 16_384)
    return [
      door.console(.get, "/w/{ws}/responders/new", .manageResponders, newPerson),
      door.console(.post, "/w/{ws}/responders/new", .manageResponders, body: form, addPerson),
      door.console(.get, "/w/{ws}/responders/{id}/edit", .manageResponders, editPerson),
      door.console(.post, "/w/{ws}/responders/{id}/edit", .manageResponders, body: form, savePerson),
    ]
  }

  /// `GET /w/{ws}/responders/new`; `added` names who was added before.
  @Sendable func newPerson(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let slug = asked.visitor.workspace.slug
    let added = Int64(asked.request.query["added"] ?? "").flatMap {
      store.boards.entry(of: Responder.ID($0), in: asked.visitor.workspace.id)
    }
    let notice = added.map { entry in
      ActionNotice(
        .calm, Words.People.added(entry.person.name),
        action: Link(label: Words.People.connectNext, href: PagePath.connect(slug, entry.id)))
    }
    return try personPage(asked, nil, PersonForm(), notice: notice)
  }

  /// `POST /w/{ws}/responders/new`
  @Sendable func addPerson(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = trustedForm(asked) else { return refuseForm(asked) }
    let (workspace, typed) = (asked.visitor.workspace, PersonForm { form[$0] })
    let problems = try store.fleet.problems(with: [(typed.person, nil)], in: workspace).map(FieldProblem.init)
    guard problems.isEmpty else { return try personPage(asked, nil, typed, problems: problems) }
    let key = typed.person.name.lowercased()
    if form["anyway"] == nil,
      let same = try store.fleet.responders(slug: workspace.slug).first(where: { $0.name.lowercased() == key }
      )
    {
      let about = [same.name, same.externalID, Words.capitalized(same.profile), same.region].compactMap(
        \.self)
      let text = Words.People.namesake(about.joined(separator: ", "))
      return try personPage(asked, nil, typed, problems: [FieldProblem("anyway", text)], asksForName: true)
    }
    let ids = try store.fleet.importPeople(adding: [typed.person], changing: [], in: asked.visitor.scope)
    guard let id = ids.first else { throw .notFound("responder") }
    return .redirect(
      to: form["do"] == "another"
        ? "\(PagePath.newPerson(workspace.slug))?added=\(id.rawValue)" : PagePath.connect(workspace.slug, id))
  }

  /// `GET /w/{ws}/responders/{id}/edit`
  @Sendable func editPerson(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let person = try person(of: asked)
    return try personPage(asked, person, PersonForm(person))
  }

  /// `POST /w/{ws}/responders/{id}/edit`
  @Sendable func savePerson(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = trustedForm(asked) else { return refuseForm(asked) }
    let person = try person(of: asked)
    guard form["name"] != nil else { throw .invalid("“name” is missing") }
    let typed = PersonForm { form[$0] }
    let new = typed.person
    let problems = try store.fleet.problems(with: [(new, person.id)], in: asked.visitor.workspace)
    guard problems.isEmpty else {
      return try personPage(asked, person, typed, problems: problems.map(FieldProblem.init))
    }
    _ = try store.fleet.changePerson(person.id, in: asked.visitor.scope) { $0 = new }
    return .redirect(to: PagePath.person(asked.visitor.workspace.slug, person.id))
  }

  private func person(of asked: ConsoleRequest) throws(StoreError) -> Responder {
    let workspace = asked.visitor.workspace.id
    guard let entry = store.boards.entry(of: try asked.responder(), in: workspace),
      try !store.fleet.isErased(entry.id, in: workspace)
    else { throw .notFound("responder") }
    return entry.person
  }

  private func personPage(
    _ asked: ConsoleRequest, _ person: Responder?, _ form: PersonForm, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil, asksForName: Bool = false
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let choices = PersonPage.Choices(
      profiles: try store.fleet.profiles(slug: workspace.slug).map(\.name),
      regions: try store.fleet.regionNames(of: workspace.id).values.sorted(), country: workspace.country)
    let page = PersonPage(
      shell: web.shell(.responders, asked.visitor, title: person?.name ?? Words.People.new),
      slug: workspace.slug,
      id: person?.id, stored: person?.name ?? "", form: form, choices, problems: problems, notice: notice,
      asksForName: asksForName)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}

extension FieldProblem {
  /// A problem of a person, beside its field.
  init(_ problem: PersonProblem) {
    self.init(problem.field.rawValue, "\(Words.capitalized(problem.text)).")
  }
}

extension Skill {
  static let table = Table<Skill> {
    Column("skill") { $0.word }
    Column("until", "The last local day on which it counts; null = it does not lapse.") { $0.until?.isoDay }
  }
}

extension Words {
  /// `medic, boat until 2027-03-31`; `boat (lapsed 2025-03-31)` once that day has passed. `nil` without skills.
  static func skills(_ list: SkillList, on day: CivilDate) -> String? {
    let words = list.skills.map { skill in
      guard let until = skill.until else { return skill.word }
      return skill.counts(on: day)
        ? "\(skill.word) until \(until.isoDay)" : "\(skill.word) (lapsed \(until.isoDay))"
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
