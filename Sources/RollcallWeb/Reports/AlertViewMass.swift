import Rollcall
import RollcallStore

extension AlertView {
  /// `between 03:10:04 and 03:11:40, 9 of 14 still silent`.
  func massWords(of alert: Alert, _ clock: PageClock) -> String {
    let members = silenced(by: alert)
    guard let first = members.map(\.fellAt).min(), let last = members.map(\.fellAt).max() else { return "" }
    let silent = alert.closedAt == nil ? members.count(where: \.isSilent) : nil
    return Words.Alerts.mass(
      from: clock.time(first).text, to: clock.time(last).text, silent: silent, of: members.count)
  }

  /// The people of a mass silence; empty for other alerts, and while it is open for readers who may not know
  /// who is silent now.
  func silenced(by alert: Alert) -> [MassSilenceMember] {
    seesNow || alert.closedAt != nil ? silenced[alert.id] ?? [] : []
  }

  /// `Ana, Bo, Cene and 11 more`; empty for alerts that are not about many.
  func people(of alert: Alert) -> String {
    let silent = silenced(by: alert).filter(\.isSilent)
    let shown = silent.prefix(8).map { name(of: $0.id) }
    guard !shown.isEmpty else { return "" }
    return Words.Alerts.people(shown, more: silent.count - shown.count)
  }

  /// The same, as rows.
  func personRows(of alert: Alert, _ clock: PageClock) -> [AlertPersonRow] {
    silenced(by: alert).map { member in
      AlertPersonRow(
        id: member.id, name: name(of: member.id), href: personPath(member.id), fell: member.fellAt,
        back: member.backAt, isCarried: member.carriedAt != nil, clock: clock)
    }
  }
}
