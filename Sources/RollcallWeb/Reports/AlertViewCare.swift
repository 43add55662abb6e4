import Rollcall
import RollcallStore

extension AlertView {
  /// People's actions on an alert.
  func care(of alert: Alert) -> AlertCare { care[alert.id] ?? .none }

  /// Those that are open and not snoozed.
  var awake: [Alert] { open.filter { !care(of: $0).isSnoozed } }

  /// Those that are open and snoozed.
  var asleep: [Alert] { open.filter { care(of: $0).isSnoozed } }

  /// Its own page.
  func page(of alert: Alert) -> String { "\(Shell.Section.alerts.path(workspace.slug))/\(alert.id)" }

  /// The name of the member who sees to it; `nil` = none.
  func helper(of alert: Alert) -> String? {
    care(of: alert).acknowledged.map { actors?.actor($0.actor) ?? Words.actor($0.actor) }
  }

  /// The member who sees to it, for its page.
  func seenTo(_ alert: Alert, _ clock: PageClock) -> AlertSeenTo? {
    guard let act = care(of: alert).acknowledged, let who = helper(of: alert) else { return nil }
    return AlertSeenTo(who: who, since: act.at, note: act.note, clock: clock)
  }

  /// Its snooze, for its page.
  func snoozed(_ alert: Alert, _ clock: PageClock) -> AlertSnoozed? {
    guard alert.closedAt == nil, let act = care(of: alert).snooze else { return nil }
    return AlertSnoozed(
      who: actors?.actor(act.actor) ?? Words.actor(act.actor), until: act.until, note: act.note, clock: clock)
  }

  /// The reader's forms; `nil` when it has closed, and for readers who may not act.
  func forms(
    of alert: Alert, typed: (note: String, reason: String)? = nil, problems: [FieldProblem] = []
  ) -> AlertForms? {
    guard mayDispatch, alert.closedAt == nil else { return nil }
    return AlertForms(path: page(of: alert), care: care(of: alert), typed: typed, problems: problems)
  }
}
