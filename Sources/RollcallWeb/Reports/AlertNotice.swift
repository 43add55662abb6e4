import Rollcall

/// An open alert on the board: the problem in one line.
struct AlertNotice: Equatable, Sendable {
  /// `danger` for urgent alerts, else `warning`; one step less when a member sees to it, `calm` when snoozed.
  let level: String
  /// The answer in a few words.
  let title: String
  /// The figures behind it.
  let detail: String
  /// When its oldest alert was opened.
  let since: Timestamp
  /// The page with more about it; may be empty.
  let href: String

  /// The line at the top of the board.
  var notice: Notice {
    Notice(
      level: level, pill: pill, title: title, detail: detail, href: href)
  }

  private var pill: StatusPill {
    switch level {
    case "danger": StatusPill(.offline)
    case "warning": StatusPill(.degraded)
    default: StatusPill(.offDuty)
    }
  }

  /// The lines for the open alerts of a view, worst first. Those about one person or one incident share a
  /// line, because a bad network makes many of them at once. Snoozed alerts are counted in one line at the
  /// end; urgent ones keep a quiet line of their own.
  static func all(_ view: AlertView, clock: PageClock) -> [AlertNotice] {
    let asleep = view.asleep
    let quiet = lines(asleep.filter(\.topic.isCritical), view, clock).map(\.snoozed)
    return lines(view.awake, view, clock) + quiet
      + snoozed(asleep.filter { !$0.topic.isCritical }, view)
  }

  private static func lines(_ alerts: [Alert], _ view: AlertView, _ clock: PageClock) -> [AlertNotice] {
    let critical = [Group.incidents, .replacements, .assignees].compactMap {
      several($0, alerts, view, clock)
    }
    let others = [Group.noShows, .offline, .flapping].compactMap { several($0, alerts, view, clock) }
    return critical + alerts.compactMap { one($0, view, clock) } + others
  }

  /// `2 snoozed`.
  private static func snoozed(_ alerts: [Alert], _ view: AlertView) -> [AlertNotice] {
    guard let first = alerts.map(\.openedAt).min() else { return [] }
    return [
      AlertNotice(
        level: "calm", title: "\(Words.grouped(alerts.count)) snoozed", detail: "", since: first,
        href: Shell.Section.alerts.path(view.workspace.slug))
    ]
  }

  /// The same, as a quiet line.
  private var snoozed: AlertNotice {
    AlertNotice(level: "calm", title: "Snoozed: \(title)", detail: detail, since: since, href: href)
  }

  /// The level of several alerts together: lower when each has a member who sees to it.
  private static func level(_ alerts: [Alert], _ view: AlertView) -> String {
    let isSeenTo = alerts.allSatisfy { view.helper(of: $0) != nil }
    let isCritical = alerts.contains(where: \.topic.isCritical)
    return isCritical ? (isSeenTo ? "warning" : "danger") : (isSeenTo ? "calm" : "warning")
  }

  /// ` · ana@example.org acknowledged it`, ` · acknowledged`, ` · 2 acknowledged`; empty when no one did.
  private static func helpers(_ alerts: [Alert], _ view: AlertView) -> String {
    let names = alerts.compactMap { view.helper(of: $0) }
    guard let first = names.first else { return "" }
    guard alerts.count == 1 else { return " · \(Words.grouped(names.count)) acknowledged" }
    return view.namesMembers ? Words.AlertNotices.acknowledgedIt(first) : " · acknowledged"
  }

  /// Alerts that share a line.
  private enum Group {
    case incidents, replacements, assignees, noShows, offline, flapping

    init?(_ topic: AlertTopic) {
      switch topic {
      case .incidentUnassigned: self = .incidents
      case .replacementNotFound: self = .replacements
      case .responderOffline(_, let incident): self = incident == nil ? .offline : .assignees
      case .noShow: self = .noShows
      case .responderFlapping: self = .flapping
      case .highOfflineRate, .noOnlineResponders, .massSilence, .machine: return nil
      }
    }

    /// The line's title for one of these.
    func title(_ subject: String) -> String {
      switch self {
      case .incidents: Words.AlertNotices.isUnassigned(subject)
      case .replacements: Words.AlertNotices.nobodyReplaces(subject)
      case .assignees, .offline: Words.AlertNotices.isOffline(subject)
      case .noShows: Words.AlertNotices.doesNotShow(subject)
      case .flapping: Words.AlertNotices.comesGoes(subject)
      }
    }

    /// The line's title for several.
    func title(_ count: Int) -> String {
      let count = Words.grouped(count)
      return switch self {
      case .incidents: Words.AlertNotices.incidentsUnassigned(count)
      case .replacements: Words.AlertNotices.incidentsWithoutReplacement(count)
      case .assignees: Words.AlertNotices.peopleIncidentOffline(count)
      case .offline: Words.AlertNotices.peopleOffline(count)
      case .noShows: Words.AlertNotices.peopleDoNotShow(count)
      case .flapping: Words.AlertNotices.peopleComeGo(count)
      }
    }
  }

  private static func one(_ alert: Alert, _ view: AlertView, _ clock: PageClock) -> AlertNotice? {
    let figures = view.rules.figures(of: alert.topic)
    let since = "since \(clock.minute(alert.openedAt).text)"
    let (title, detail): (String, String)
    switch alert.topic {
    case .responderFlapping, .responderOffline, .incidentUnassigned, .replacementNotFound, .noShow: return nil
    case .highOfflineRate:
      title = Words.AlertNotices.highOfflineRate
      detail = "\(view.detail(of: alert)), \(since)"
    case .noOnlineResponders(let region):
      title = Words.AlertNotices.noOneReachable(region)
      detail = view.isStanding(alert) ? "\(figures.onlineShare), \(since) · \(figures.breakdown)" : since
    case .massSilence(let scope):
      title = Words.AlertNotices.massOutage(scope.words)
      detail = "\(alert.detail)\(view.massWords(of: alert, clock))"
    case .machine(let trouble):
      title = AlertWords(trouble.rawValue).title
      detail = "\(alert.detail), \(since)"
    }
    return AlertNotice(
      level: level([alert], view), title: title, detail: detail + helpers([alert], view),
      since: alert.openedAt, href: view.href(of: alert))
  }

  private static func several(
    _ group: Group, _ open: [Alert], _ view: AlertView, _ clock: PageClock
  ) -> AlertNotice? {
    let alerts = open.filter { Group($0.topic) == group }
    guard let first = alerts.min(by: { $0.openedAt < $1.openedAt }) else { return nil }
    let since = "since \(clock.minute(first.openedAt).text)"
    let isAlone = alerts.count == 1
    return AlertNotice(
      level: level(alerts, view),
      title: isAlone ? group.title(view.subject(of: first)) : group.title(alerts.count),
      detail: (isAlone ? "\(view.detail(of: first)), \(since)" : Words.AlertNotices.first(since))
        + helpers(alerts, view), since: first.openedAt,
      href: isAlone ? view.href(of: first) : Shell.Section.alerts.path(view.workspace.slug))
  }
}
