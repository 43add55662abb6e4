import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension IncidentWeb {
  /// `GET /w/{ws}/where.json?q=`: the places that a text may mean, for the form of a new incident.
  @Sendable func whereJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let finder = WhereFinder(web: web, workspace: asked.visitor.workspace)
    let found = try finder.find(asked.request.query["q"] ?? "")
    var writer = JSONWriter(reserving: 2_048)
    writer.object { root in
      root.array("places") { list in
        for hit in found.hits {
          list.object {
            $0.member("kind", hit.kind.rawValue)
            $0.member("label", hit.label)
            $0.member("detail", hit.detail)
            $0.member("value", hit.value)
            $0.member("part", hit.isPart)
          }
        }
      }
      root.member("again", found.isPartial)
      root.member("problem", found.problem.utf8.isEmpty ? nil : found.problem)
    }
    return .json(writer.bytes)
  }
}

/// A place that the form names, or why it names none.
enum FormPlace {
  case position(Position, name: String)
  case missing
  case problem(FieldProblem)
  /// The text may mean several places.
  case choices([WhereHit])
}

extension IncidentWeb {
  /// The place of a form: that of its field, else that of the fields of older links and programs.
  func place(of form: IncidentForm, in workspace: Workspace) throws(StoreError) -> FormPlace {
    let finder = WhereFinder(web: web, workspace: workspace)
    guard form.typed.text.utf8.isEmpty else { return try finder.place(of: form.typed) }
    if !form.place.utf8.isEmpty {
      do throws(PlaceProblem) { return .position(try Place.read(form.place), name: "") } catch {
        return .problem(FieldProblem("where", error.words + "."))
      }
    }
    if !form.outlet.utf8.isEmpty { return try finder.site(form.outlet) }
    return form.near.utf8.isEmpty ? .missing : finder.near(form.near)
  }
}

extension WhereFinder {
  /// The place of the field: chosen from a list, or what was typed if that means one place alone.
  func place(of typed: TypedPlace) throws(StoreError) -> FormPlace {
    guard !typed.text.utf8.isEmpty else { return .missing }
    if typed.asked == typed.text, let chosen = try place(chosen: typed.at) { return chosen }
    let found = try find(typed.text)
    let exact = found.hits.filter(\.isExact)
    if exact.count == 1 || found.hits.count == 1, let only = exact.first ?? found.hits.first, !only.isPart,
      let place = try place(chosen: only.value)
    {
      return place
    }
    guard found.hits.isEmpty else { return .choices(found.hits) }
    let problem = found.isPartial ? Words.Where.again : Words.Where.nothing
    return .problem(FieldProblem("where", found.problem.utf8.isEmpty ? problem : found.problem))
  }

  /// The place of a choice; `nil` for text that no choice sends.
  private func place(chosen text: String) throws(StoreError) -> FormPlace? {
    switch ChosenPlace(text) {
    case .position(let position, let name): .position(position, name: name)
    case .site(let id): try site("\(id)")
    case .near(let id): near("\(id)")
    case nil: nil
    }
  }

  fileprivate func site(_ id: String) throws(StoreError) -> FormPlace {
    let outlet = try web.store.visits.outlets(of: workspace.id).first { String($0.id.rawValue) == id }
    guard let outlet else { return .problem(FieldProblem("where", Words.NewIncident.noOutlet)) }
    return .position(outlet.position, name: outlet.name)
  }

  fileprivate func near(_ id: String) -> FormPlace {
    let place = web.incidents.located(workspace).first { String($0.id.rawValue) == id }?.place
    return place.map { .position($0, name: "") }
      ?? .problem(FieldProblem("where", Words.NewIncident.nobodyThere))
  }
}

extension IncidentForm {
  /// The form as a link filled it in, with its place in the one field that is shown.
  func shown(sites: [Outlet], people: [BoardEntry]) -> IncidentForm {
    guard typed.text.utf8.isEmpty else { return self }
    var form = self
    (form.place, form.outlet, form.near) = ("", "", "")
    if !place.utf8.isEmpty {
      form.typed.text = place
    } else if let site = sites.first(where: { String($0.id.rawValue) == outlet }) {
      (form.typed.text, form.typed.at) = (site.name, ChosenPlace.site(site.id.rawValue).text)
    } else if let person = people.first(where: { String($0.id.rawValue) == near }) {
      (form.typed.text, form.typed.at) = (
        Words.Where.near(person.person.name), ChosenPlace.near(person.id.rawValue).text
      )
    }
    form.typed.asked = form.typed.text
    return form
  }
}
