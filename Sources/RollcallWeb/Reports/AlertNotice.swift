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

  /// The lines for the open alerts of a view, worst first. Those who come and go share one line, because a bad network
  /// makes many of them at once.
  static func all(_ view: AlertView, clock: PageClock) -> [AlertNotice] {
    let flapping = view.open.filter { $0.topic.kind == .responderFlapping }
    return view.open.compactMap { one($0, view, clock) } + several(flapping, view, clock)
  }

  private static func one(_ alert: Alert, _ view: AlertView, _ clock: PageClock) -> AlertNotice? {
    let figures = view.rules.figures(of: alert.topic)
    let since = "since \(clock.minute(alert.openedAt).text)"
    let (title, detail): (String, String)
    switch alert.topic {
    case .responderFlapping: return nil
    case .highOfflineRate:
      title = "Many are offline at once"
      detail = "\(view.detail(of: alert)), \(since)"
    case .noOnlineResponders(let region):
      title = "No one reachable in \(region)"
      detail = view.isStanding(alert) ? "\(figures.onlineShare), \(since) · \(figures.breakdown)" : since
    }
    return AlertNotice(
      level: alert.topic.kind.isCritical ? "danger" : "warning", title: title, detail: detail,
      since: alert.openedAt, href: view.href(of: alert))
  }

  private static func several(_ alerts: [Alert], _ view: AlertView, _ clock: PageClock) -> [AlertNotice] {
    guard let first = alerts.min(by: { $0.openedAt < $1.openedAt }) else { return [] }
    let since = "since \(clock.minute(first.openedAt).text)"
    let isAlone = alerts.count == 1
    return [
      AlertNotice(
        level: "warning",
        title: isAlone
          ? "\(view.subject(of: first)) comes and goes"
          : "\(Words.grouped(Int64(alerts.count))) people come and go",
        detail: isAlone ? "\(view.detail(of: first)), \(since)" : "the first \(since)", since: first.openedAt,
        href: isAlone ? view.href(of: first) : Shell.Section.alerts.path(view.workspace.slug))
    ]
  }
}
