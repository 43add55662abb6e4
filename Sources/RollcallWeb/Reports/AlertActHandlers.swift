import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension ReportWeb {
  /// A note and a button.
  private static let alertFormLimit = 8_192

  /// Alerts, and people's actions on them.
  var alertRoutes: [Route] {
    let form = Route.BodyRule.form(limit: Self.alertFormLimit)
    return [
      web.door.console(.get, "/w/{ws}/alerts", .viewAlerts, alerts),
      web.door.console(.get, "/w/{ws}/alerts.json", .viewAlerts, alertsJSON),
      web.door.console(.get, "/w/{ws}/alerts/{id}", .viewAlerts, alert),
      web.door.console(
        .post, "/w/{ws}/alerts/{id}/acknowledge", .manageIncidents, body: form, acknowledgeAlert),
      web.door.console(
        .post, "/w/{ws}/alerts/{id}/take-back", .manageIncidents, body: form, takeBackAlert),
      web.door.console(.post, "/w/{ws}/alerts/{id}/snooze", .manageIncidents, body: form, snoozeAlert),
      web.door.console(.post, "/w/{ws}/alerts/{id}/wake", .manageIncidents, body: form, wakeAlert),
    ]
  }

  /// `GET /w/{ws}/alerts/{id}`
  @Sendable func alert(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    web.html(pages.render(try alertPage(try foundAlert(asked), asked, typed: ("", ""))))
  }

  /// `POST /w/{ws}/alerts/{id}/acknowledge`: the reader sees to it.
  @Sendable func acknowledgeAlert(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try actOnAlert(asked, note: "note") { _ in .acknowledge }
  }

  /// `POST /w/{ws}/alerts/{id}/take-back`: it is unacknowledged again.
  @Sendable func takeBackAlert(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try actOnAlert(asked, note: "") { _ in .takeBack }
  }

  /// `POST /w/{ws}/alerts/{id}/snooze`: for the time in `for`.
  @Sendable func snoozeAlert(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try actOnAlert(asked, note: "reason") { form in
      form["for"].flatMap(AlertSnooze.init(rawValue:)).map { .snooze($0) }
    }
  }

  /// `POST /w/{ws}/alerts/{id}/wake`: ends the snooze.
  @Sendable func wakeAlert(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try actOnAlert(asked, note: "") { _ in .wake }
  }

  /// Carries out a form and redirects to the list; a refusal is shown on the alert's page, with the typed
  /// text kept.
  ///
  /// - Parameter note: the name of the field with the note.
  private func actOnAlert(
    _ asked: ConsoleRequest, note name: String, _ deed: (FormFields) -> AlertDeed?
  ) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let visitor = asked.visitor
    let alert = try foundAlert(asked)
    let typed = (note: form["note"] ?? "", reason: form["reason"] ?? "")
    let note = form[name] ?? ""
    var problems: [FieldProblem] = []
    if !AlertAct.isValid(note: note) {
      problems.append(FieldProblem(name, Words.Alerts.noteTooLong(AlertAct.noteLimit)))
    }
    let wanted = deed(form)
    if wanted == nil { problems.append(FieldProblem("", Words.Alerts.chooseSnooze)) }
    guard problems.isEmpty, let wanted else {
      let page = try alertPage(alert, asked, typed: typed, problems: problems)
      return web.html(pages.render(page), status: .badRequest)
    }
    do throws(StoreError) {
      try store.alerts.act(
        wanted, on: alert.id, note: note, seen: form["seen"].flatMap { Int64($0) },
        in: visitor.scope)
    } catch {
      guard case .conflict(let words) = error else { throw error }
      let notice = ActionNotice(.warning, words + ".", detail: Words.Alerts.nothingDone)
      let page = try alertPage(try foundAlert(asked), asked, typed: typed, notice: notice)
      return web.html(pages.render(page), status: .conflict)
    }
    return .redirect(to: Shell.Section.alerts.path(visitor.workspace.slug))
  }

  /// The alert of the path.
  private func foundAlert(_ asked: ConsoleRequest) throws(StoreError) -> Alert {
    guard let id = asked.request.pathID else { throw .notFound("alert") }
    return try store.alerts.alert(id, in: asked.visitor.workspace.id)
  }

  private func alertPage(
    _ alert: Alert, _ asked: ConsoleRequest, typed: (note: String, reason: String),
    notice: ActionNotice? = nil, problems: [FieldProblem] = []
  ) throws(StoreError) -> AlertPage {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let isOpen = alert.closedAt == nil
    let view = try AlertView(store, visitor, open: isOpen ? [alert] : [], others: isOpen ? [] : [alert])
    let actors = try AuditNames(store, workspace.id)
    let acts = try store.alerts.acts(on: alert.id, in: workspace.id)
    let steps = try EscalationSteps(store, workspace.id)
    return AlertPage(
      shell: web.shell(.alerts, visitor, title: Words.Alerts.title(alert.id)), slug: workspace.slug,
      AlertPage.Subject(
        alert: alert, scope: view.subject(of: alert), href: view.href(of: alert),
        detail: (isOpen ? view.detail(of: alert) : alert.detail) + view.massWords(of: alert, clock)),
      seenTo: view.seenTo(alert, clock), snoozed: view.snoozed(alert, clock),
      escalation: steps.step(of: alert.id, clock),
      forms: view.forms(of: alert, typed: typed, problems: problems),
      people: view.personRows(of: alert, clock),
      acts: acts.reversed().map { LogRow($0, who: actors.actor($0.actor), clock: clock) }, notice: notice,
      problems: problems, clock: clock)
  }
}

extension LogRow {
  /// A person's action on an alert.
  fileprivate init(_ act: AlertAct, who: String, clock: PageClock) {
    let until = act.until.map { clock.time($0).text }
    self.init(
      id: act.id, at: act.at, who: who, what: Words.Alerts.did(act.kind, until: until), words: act.note,
      clock: clock)
  }
}
