import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// The form of a new incident, and the values read from it.
private struct IncidentDraft {
  let form: IncidentForm
  let once: String
  /// Seconds as typed; empty = the severity's setting.
  let within: String
  /// The people ticked.
  let picks: Set<Responder.ID>
  var details: NewIncident?
  /// The place in words; empty for coordinates.
  var place = ""
  /// The places that the typed text may mean, when it means several.
  var choices: [WhereHit] = []
  /// The region around the place, when none was chosen.
  var regionByMap: String?
  var problems: [FieldProblem] = []
}

extension IncidentWeb {
  /// The largest form of dispatch, bytes: notes of 4,000 bytes, each written as three, and the rest.
  static let incidentLimit = 32_768

  /// `GET /w/{ws}/incidents/new`: the form, filled in from the query, so that a link can name a place.
  @Sendable func newIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let form = try filled(IncidentForm(asked.request.query.pairs), asked.request.query["template"], asked)
    let draft = IncidentDraft(form: form, once: Secret.random().text, within: "", picks: [])
    return web.html(pages.render(try page(draft, asked)))
  }

  /// `POST /w/{ws}/incidents/new`: shows who could be asked; changes nothing. With `fragment=1` only the
  /// ranking, for the place and the other values typed so far.
  @Sendable func rankIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    if form["fragment"] != nil {
      return web.html(pages.renderFragment(try page(judge(form, asked, isUnfinished: true), asked)))
    }
    var draft = try judge(form, asked, as: try filled(IncidentForm(form.pairs), form["template"], asked))
    // Nothing is wrong yet with what is still missing.
    if form["template"] != nil { draft.problems = [] }
    return web.html(
      pages.render(try page(draft, asked)), status: draft.problems.isEmpty ? .ok : .badRequest)
  }

  /// A form filled in from a template of the workspace.
  private func filled(
    _ form: IncidentForm, _ template: String?, _ asked: ConsoleRequest
  ) throws(StoreError) -> IncidentForm {
    guard let template else { return form }
    let all = try store.dispatch.templates(of: asked.visitor.workspace.id)
    return all.first { String($0.id.rawValue) == template }.map { form.filled(from: $0, among: all) } ?? form
  }

  /// `POST /w/{ws}/incidents` as a form: opens the incident and asks the chosen people at once, or opens
  /// nothing.
  func openIncident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    var draft = try judge(form, asked)
    let severity = Incident.Severity(rawValue: draft.form.severity) ?? .normal
    let standard = try store.dispatch.dispatchSettings(of: asked.visitor.workspace.id).answerTime(severity)
    let asking = Asking(form, answerWithin: standard, orElse: .usual(draft.form.kind), &draft.problems)
    guard draft.problems.isEmpty, let details = draft.details else {
      return web.html(pages.render(try page(draft, asked)), status: .badRequest)
    }
    let visitor = asked.visitor
    do throws(StoreError) {
      let opening = IncidentOpening(
        details, place: draft.place, once: (1...64).contains(draft.once.utf8.count) ? draft.once : nil,
        asking: asking ?? .nobody)
      let id = try store.dispatch.open(opening, in: visitor.scope)
      return .redirect(to: "\(Shell.Section.incidents.path(visitor.workspace.slug))/\(id.rawValue)")
    } catch {
      guard let notice = ActionNotice(refused: error) else { throw error }
      return web.html(pages.render(try page(draft, asked, notice)), status: .conflict)
    }
  }

  /// - Parameters:
  ///   - filled: the form filled in from a template; `nil` = as typed.
  ///   - isUnfinished: whether the title may still be missing.
  private func judge(
    _ fields: FormFields, _ asked: ConsoleRequest, as filled: IncidentForm? = nil, isUnfinished: Bool = false
  ) throws(StoreError) -> IncidentDraft {
    var form = filled ?? IncidentForm(fields.pairs)
    if isUnfinished { form.title = "-" }
    var draft = IncidentDraft(
      form: form, once: fields["once"] ?? "", within: fields["within"] ?? "", picks: Asking.picks(fields))
    var chosen: Position?
    switch try place(of: form, in: asked.visitor.workspace) {
    case .position(let position, let name): (chosen, draft.place) = (position, name)
    case .missing: break
    case .problem(let problem): draft.problems.append(problem)
    case .choices(let found):
      draft.choices = found
      draft.problems.append(FieldProblem("where", Words.Where.choose))
    }
    do throws(NewIncident.Refusal) {
      draft.details = try NewIncident(form.judged(chosen: chosen))
    } catch {
      // What is wrong with the place has been said already, in its field.
      let isSaid = !draft.problems.isEmpty
      for problem in error.problems where !(isSaid && problem.field == .place) {
        draft.problems.append(
          problem.field == .place ? FieldProblem("where", problem.words + ".") : FieldProblem(problem))
      }
    }
    if let region = draft.details?.region {
      let regions = try store.dispatch.regions(of: asked.visitor.workspace.id)
      if !regions.contains(region) {
        draft.problems.append(FieldProblem("region", Words.NewIncident.noRegion(region, among: regions)))
      }
    }
    if let details = draft.details, details.region == nil {
      draft.details = try web.incidents.withRegionByMap(details, in: asked.visitor.workspace.id)
      draft.regionByMap = draft.details?.region
    }
    return draft
  }

  private func page(
    _ draft: IncidentDraft, _ asked: ConsoleRequest, _ notice: ActionNotice? = nil
  ) throws(StoreError) -> NewIncidentPage {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    var ranking: CandidateList?
    var understood = ""
    if let details = draft.details {
      let position = details.position
      ranking = try self.ranking(for: position, details.kind, details.needs, visitor, clock).ticking(
        draft.picks)
      let region = draft.regionByMap.map(Words.NewIncident.regionByMap)
      understood = [Words.coordinates(position), draft.place, region ?? ""].filter { !$0.utf8.isEmpty }
        .joined(separator: " · ")
    }
    return NewIncidentPage(
      NewIncidentPage.Input(
        form: draft.form.shown(sites: try store.visits.outlets(of: workspace.id), people: located(workspace)),
        once: draft.once, within: draft.within, choices: draft.choices,
        regions: try store.dispatch.regions(of: workspace.id),
        templates: try store.dispatch.templates(of: workspace.id),
        settings: try store.dispatch.dispatchSettings(of: workspace.id), problems: draft.problems,
        notice: notice, understood: understood, candidates: ranking,
        map: web.mapAddresses(asked.visitor.workspace.slug)),
      shell: web.shell(.incidents, visitor, title: Words.NewIncident.title), slug: workspace.slug)
  }

  /// People on duty with a known position, by name: the map shows no one off duty.
  func located(_ workspace: Workspace) -> [BoardEntry] {
    store.liveness.board(of: workspace.id).filter { $0.live.duty.isWatched && $0.place != nil }.sorted {
      ($0.person.name, $0.id.rawValue) < ($1.person.name, $1.id.rawValue)
    }
  }
}

extension ActionNotice {
  /// The reason for a refusal, if the store's error is meant for people; `nil` for all other errors.
  init?(refused error: StoreError) {
    switch error {
    case .conflict(let words), .invalid(let words):
      self.init(.warning, words + ".", detail: Words.Incidents.nothingSent)
    case .notFound, .keyReused, .unavailable: return nil
    }
  }
}

extension IncidentWeb {
  /// An incident without a region gets the region that contains its place.
  func withRegionByMap(
    _ details: NewIncident, in workspace: Workspace.ID
  ) throws(StoreError) -> NewIncident {
    guard details.region == nil, let region = try store.fleet.region(at: details.position, in: workspace)
    else {
      return details
    }
    return NewIncident(
      kind: details.kind, title: details.title, severity: details.severity, position: details.position,
      notes: details.notes, region: region, needs: details.needs)
  }
}
