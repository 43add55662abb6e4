import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension FleetWeb {
  /// People's skills.
  var skillRoutes: [Route] {
    [
      door.console(.get, "/w/{ws}/responders/{id}/skills", .manageResponders, skills),
      door.console(
        .post, "/w/{ws}/responders/{id}/skills", .manageResponders, body: .form(limit: 8_192), saveSkills),
    ]
  }

  /// `GET /w/{ws}/responders/{id}/skills`
  @Sendable func skills(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let person = try person(of: asked)
    return skillsPage(of: person, typed: person.skills.text, asked)
  }

  /// `POST /w/{ws}/responders/{id}/skills`
  @Sendable func saveSkills(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = trustedForm(asked) else { return refuseForm(asked) }
    let person = try person(of: asked)
    guard let typed = form["skills"] else { throw .invalid("“skills” is missing") }
    do throws(StoreError) {
      try store.fleet.setSkills(typed, of: person.id, in: asked.visitor.scope)
    } catch {
      guard case .invalid(let text) = error else { throw error }
      return skillsPage(
        of: person, typed: typed, problems: [FieldProblem("skills", "\(Words.capitalized(text)).")], asked)
    }
    return .redirect(to: PagePath.person(asked.visitor.workspace.slug, person.id))
  }

  private func person(of asked: ConsoleRequest) throws(StoreError) -> Responder {
    guard let entry = store.boards.entry(of: try asked.responder(), in: asked.visitor.workspace.id) else {
      throw .notFound("responder")
    }
    return entry.person
  }

  private func skillsPage(
    of person: Responder, typed: String, problems: [FieldProblem] = [], _ asked: ConsoleRequest
  ) -> Response {
    let page = SkillsPage(
      shell: web.shell(.responders, asked.visitor, title: "Skills"), slug: asked.visitor.workspace.slug,
      id: person.id, name: person.name, typed: typed, problems: problems)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
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
