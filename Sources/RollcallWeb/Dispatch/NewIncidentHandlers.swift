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
    let chosen = try chosenPlace(form, asked.visitor.workspace, &draft)
    do throws(NewIncident.Refusal) {
      draft.details = try NewIncident(form.judged(chosen: chosen))
    } catch {
      // A missing choice has been reported already.
      let told = Set(draft.problems.map(\.field))
      let isChosen = !told.isEmpty
      draft.problems += error.problems.map { FieldProblem($0) }.filter { !(isChosen && $0.field == "place") }
    }
    if let region = draft.details?.region,
      !(try store.dispatch.regions(of: asked.visitor.workspace.id).contains(region))
    {
      draft.problems.append(FieldProblem("region", Words.NewIncident.noRegion))
    }
    if let details = draft.details, details.region == nil {
      draft.details = try web.incidents.withRegionByMap(details, in: asked.visitor.workspace.id)
      draft.regionByMap = draft.details?.region
    }
    return draft
  }

  /// The position of the outlet or responder that was chosen, unless coordinates were typed.
  private func chosenPlace(
    _ form: IncidentForm, _ workspace: Workspace, _ draft: inout IncidentDraft
  ) throws(StoreError) -> Position? {
    guard form.place.utf8.isEmpty else { return nil }
    if !form.outlet.utf8.isEmpty {
      let outlet = try store.visits.outlets(of: workspace.id).first { String($0.id.rawValue) == form.outlet }
      if outlet == nil { draft.problems.append(FieldProblem("outlet", Words.NewIncident.noOutlet)) }
      draft.place = outlet?.name ?? ""
      return outlet?.position
    }
    guard !form.near.utf8.isEmpty else { return nil }
    let entry = located(workspace).first { String($0.id.rawValue) == form.near }
    if entry == nil {
      draft.problems.append(FieldProblem("near", Words.NewIncident.nobodyThere))
    }
    return entry?.place
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
        form: draft.form, once: draft.once, within: draft.within,
        outlets: try store.visits.outlets(of: workspace.id).map { ($0.id.rawValue, $0.name) },
        responders: located(workspace).map { ($0.id.rawValue, $0.person.name) },
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
