import Rollcall

/// An open alert as the board says it: what is wrong now, in one line.
struct AlertNotice: Equatable, Sendable {
  /// `danger` for what cannot wait, else `warning`.
  let level: String
  /// The answer in a few words.
  let title: String
  /// The figures behind it.
  let detail: String
  /// When the oldest alert it tells of was opened.
  let since: Timestamp
  /// Where more is told; may be empty.
  let href: String

  /// The line at the top of the board.
  var notice: Notice {
    Notice(
      level: level, pill: StatusPill(level == "danger" ? .offline : .degraded), title: title, detail: detail,
      href: href)
  }

  /// The lines for the open alerts of a view, worst first. Those about one person or one incident share a line, because
  /// a bad network makes many of them at once.
  static func all(_ view: AlertView, clock: PageClock) -> [AlertNotice] {
    let critical = [Group.incidents, .assignees].compactMap { several($0, view, clock) }
    let others = [Group.offline, .flapping].compactMap { several($0, view, clock) }
    return critical + view.open.compactMap { one($0, view, clock) } + others
  }

  /// What shares a line.
  private enum Group {
    case incidents, assignees, offline, flapping

    init?(_ topic: AlertTopic) {
      switch topic {
      case .incidentUnassigned: self = .incidents
      case .responderOffline(_, let incident): self = incident == nil ? .offline : .assignees
      case .responderFlapping: self = .flapping
      case .highOfflineRate, .noOnlineResponders: return nil
      }
    }

    /// The line's title for one of these.
    func title(_ subject: String) -> String {
      switch self {
      case .incidents: "\(subject) has nobody"
      case .assignees, .offline: "\(subject) is offline"
      case .flapping: "\(subject) comes and goes"
      }
    }

    /// The line's title for several.
    func title(_ count: Int) -> String {
      let count = Words.grouped(Int64(count))
      return switch self {
      case .incidents: "\(count) incidents have nobody"
      case .assignees: "\(count) people who have an incident are offline"
      case .offline: "\(count) people are offline"
      case .flapping: "\(count) people come and go"
      }
    }
  }

  private static func one(_ alert: Alert, _ view: AlertView, _ clock: PageClock) -> AlertNotice? {
    let figures = view.rules.figures(of: alert.topic)
    let since = "since \(clock.minute(alert.openedAt).text)"
    let (title, detail): (String, String)
    switch alert.topic {
    case .responderFlapping, .responderOffline, .incidentUnassigned: return nil
    case .highOfflineRate:
      title = "Many are offline at once"
      detail = "\(view.detail(of: alert)), \(since)"
    case .noOnlineResponders(let region):
      title = "No one reachable in \(region)"
      detail = view.isStanding(alert) ? "\(figures.onlineShare), \(since) · \(figures.breakdown)" : since
    }
    return AlertNotice(
      level: alert.topic.isCritical ? "danger" : "warning", title: title, detail: detail,
      since: alert.openedAt, href: view.href(of: alert))
  }

  private static func several(_ group: Group, _ view: AlertView, _ clock: PageClock) -> AlertNotice? {
    let alerts = view.open.filter { Group($0.topic) == group }
    guard let first = alerts.min(by: { $0.openedAt < $1.openedAt }) else { return nil }
    let since = "since \(clock.minute(first.openedAt).text)"
    let isAlone = alerts.count == 1
    return AlertNotice(
      level: first.topic.isCritical ? "danger" : "warning",
      title: isAlone ? group.title(view.subject(of: first)) : group.title(alerts.count),
      detail: isAlone ? "\(view.detail(of: first)), \(since)" : "the first \(since)", since: first.openedAt,
      href: isAlone ? view.href(of: first) : Shell.Section.alerts.path(view.workspace.slug))
  }
}
