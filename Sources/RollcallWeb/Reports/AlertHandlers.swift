import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension ReportWeb {
  /// How long a closed alert is listed, milliseconds: 7 days.
  private static let closedShown: Milliseconds = 7 * 86_400_000

  /// `GET /w/{ws}/alerts`; with `fragment=1` the part that an open page polls.
  @Sendable func alerts(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let query = AlertQuery(asked.request.query.pairs, workspace, now: clock.now)
    let closed = try closedAlerts(query, workspace, clock.now)
    let everyOpen = try store.alerts.openAlerts(of: workspace.id)
    let view = try AlertView(store, asked.visitor, open: query.including(everyOpen), others: closed)
    let steps = try EscalationSteps(store, workspace.id)
    let page = AlertsPage(
      shell: web.shell(.alerts, asked.visitor), slug: workspace.slug, query: query,
      later: everyOpen.count - view.open.count,
      open: view.open.map { alert in
        OpenAlert(
          id: alert.id, page: view.page(of: alert), kind: alert.topic.kind.rawValue,
          isCritical: alert.topic.isCritical, scope: view.subject(of: alert), href: view.href(of: alert),
          since: alert.openedAt, detail: view.detail(of: alert) + view.massWords(of: alert, clock),
          people: view.people(of: alert), seenTo: view.seenTo(alert, clock),
          snoozed: view.snoozed(alert, clock), escalation: steps.step(of: alert.id, clock),
          forms: view.forms(of: alert), clock: clock)
      },
      closed: closed.compactMap { alert in
        guard let end = alert.closedAt else { return nil }
        return ClosedAlertRow(
          id: alert.id, page: view.page(of: alert), kind: alert.topic.kind.rawValue,
          scope: view.subject(of: alert), href: view.href(of: alert), opened: alert.openedAt, closed: end,
          clock: clock)
      },
      hold: try hold(of: workspace.id, at: clock.now), board: view.board, clock: clock)
    // A poll goes on saying what is wrong; an error would say that the page is not up to date.
    guard asked.request.query["fragment"] == nil else { return web.html(pages.renderFragment(page)) }
    return web.html(pages.render(page), status: query.problem.utf8.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/alerts.json`: the open ones, then those closed in the last 7 days; or those of a time.
  @Sendable func alertsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = AlertQuery(asked.request.query.pairs, workspace, now: now)
    guard query.problem.utf8.isEmpty else { throw .invalid(query.problem) }
    let closed = try closedAlerts(query, workspace, now)
    let view = try AlertView(
      store, asked.visitor, open: query.including(try store.alerts.openAlerts(of: workspace.id)),
      others: closed)
    let hold = try hold(of: workspace.id, at: now)
    var writer = JSONWriter(reserving: (view.open.count + closed.count) * 320 + 256)
    writer.object { root in
      root.member("at", now)
      root.member("held_until", hold?.until)
      root.array("alerts") { list in
        for alert in view.open + closed { list.alert(alert, of: view) }
      }
    }
    guard let span = query.span else {
      return try web.exports.named(.json(writer.bytes), "alerts", asked.visitor, at: now)
    }
    return try web.exports.named(.json(writer.bytes), "alerts", asked.visitor, in: span)
  }

  /// Those of the time that is asked for, or of the last days.
  private func closedAlerts(
    _ query: AlertQuery, _ workspace: Workspace, _ now: Timestamp
  ) throws(StoreError) -> [Alert] {
    try store.alerts.closedAlerts(
      of: workspace.id, since: query.span?.from ?? now.advanced(by: -Self.closedShown),
      openedBefore: query.span?.to)
  }

  /// Why and until when alerts wait: we were away, and people get time to report.
  private func hold(of workspace: Workspace.ID, at now: Timestamp) throws(StoreError) -> AlertsPage.Hold? {
    let since = store.liveness.observingSince
    let rules = try store.alerts.alertRules(of: workspace)
    guard let end = rules.heldUntil(.highOfflineRate, observingSince: since), now < end,
      let away = try store.liveness.absences(
        in: TimeSpan(from: since.advanced(by: -1), to: since.advanced(by: 1))
      )
      .last
    else { return nil }
    return AlertsPage.Hold(away: (away.from, away.to), until: end)
  }
}
