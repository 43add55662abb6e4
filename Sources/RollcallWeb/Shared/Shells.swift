import Rollcall
import RollcallStore

extension Web {
  /// The surroundings of a page for a visitor; `nil` = the page is not in the menu.
  func shell(_ section: Shell.Section?, _ visitor: Visitor, title: String? = nil) -> Shell {
    Shell(
      section: section, title: title, slug: visitor.workspace.slug, workspace: visitor.workspace.name,
      others: visitor.memberships.map { (slug: $0.workspace.slug, name: $0.workspace.name) },
      member: visitor.name, role: visitor.role, csrf: visitor.csrf ?? "",
      uses: polls.uses.of(visitor.workspace.id, store), openAlerts: openAlerts(visitor),
      loginEnds: visitor.loginEnds, watchingCounts: visitor.workspace.watchingCounts,
      timeZone: visitor.workspace.timeZone, now: store.clock())
  }

  /// The number of alerts in the top bar. A page is rather shown without the number than not at all.
  private func openAlerts(_ visitor: Visitor) -> Int {
    guard visitor.role.allows(Shell.Section.alerts.permission) else { return 0 }
    let counts = try? store.alerts.openAlertCounts(of: visitor.workspace.id)
    return (counts ?? [:]).values.reduce(0, +)
  }

  /// The board's lines about the open alerts, worst first; empty when there are none.
  func alertNotices(_ visitor: Visitor, _ clock: PageClock) throws(StoreError) -> [AlertNotice] {
    let open = try store.alerts.openAlerts(of: visitor.workspace.id)
    return open.isEmpty ? [] : AlertNotice.all(try AlertView(store, visitor, open: open), clock: clock)
  }
}
