import Rollcall
import RollcallStore

/// The frame of every page of the console: the place, the menu, the reader.
struct Shell: PagePart {
  var title: String
  var workspace: String
  /// The zone of all times on the page, `Ljubljana, UTC+01:00`, and its whole name; empty outside a workspace.
  var zone: String
  var zoneName: String
  /// The workspaces to which this member may switch; empty when there is only this one.
  var workspaces: [Link]
  /// The pages of the daily work that this member may see; on a phone the bar at the bottom.
  var pages: [MenuEntry]
  /// Visits and events, where the workspace uses them.
  var more: [Link]
  /// The pages that look back; `nil` when the member may see none of them.
  var review: MenuGroup?
  /// The settings, and what the workspace does not use yet, for who may change that.
  var settings: [Link]
  /// The search; empty without a workspace.
  var search: String
  /// The form of a new incident; empty for members who may not open one.
  var newIncident: String
  var member: String
  var csrf: String
  /// The style sheet of its printed pages.
  var print: String
  /// The page of open alerts, for members who may see them.
  var alerts: String?
  /// After how many seconds without use the login ends.
  var idle = Int(AccountStore.idleLimit / 1_000)
  /// When the login ends at the latest, RFC 3339; absent when there is none.
  var loginEnds: String?
  /// Whether the page counts as used while it is visible.
  var isWatched: Bool

  /// The shell of `section` for a member with `role`; `nil` = the page is not in the menu.
  ///
  /// - Parameters:
  ///   - others: the slug and name of every workspace of the member, including this one.
  ///   - uses: the parts of the product that the workspace uses.
  ///   - openAlerts: the number of open alerts, shown beside their page unless it is 0.
  init(
    section: Section?, title: String? = nil, slug: String, workspace: String,
    others: [(slug: String, name: String)] = [], member: String, role: Role, csrf: String,
    uses: WorkspaceUses = WorkspaceUses(), openAlerts: Int = 0, loginEnds: Timestamp? = nil,
    watchingCounts: Bool = false, timeZone: String = "", now: Timestamp
  ) {
    (self.title, self.workspace, self.member) = (title ?? section?.label ?? "", workspace, member)
    (self.csrf, print) = (csrf, "/w/\(slug)/print.css")
    zoneName = timeZone
    zone = timeZone.isEmpty ? "" : Words.zone(timeZone, LocalTime(in: timeZone, now).zone)
    let links = others.map { Link(label: $0.name, href: "/w/\($0.slug)", isCurrent: $0.slug == slug) }
    workspaces = links.count < 2 ? [] : links
    let allowed = { (sections: [Section]) in sections.filter { role.allows($0.permission) } }
    let link = { (one: Section) in
      Link(label: one.label, href: one.href(slug, now: now), isCurrent: one == section)
    }
    pages = allowed(Section.work).map {
      MenuEntry(
        label: $0.label, href: $0.path(slug), icon: $0.rawValue, isCurrent: $0 == section,
        count: $0 == .alerts && openAlerts > 0 ? "\(openAlerts)" : "")
    }
    let used = allowed([.visits, .events]).filter { $0 == .visits ? uses.visits : uses.events }
    more = used.map(link)
    review = MenuGroup(
      allowed(Section.lookingBack).map(link),
      isCurrent: section.map { Section.lookingBack.contains($0) } ?? false)
    let unused = allowed([.visits, .events]).filter { !used.contains($0) }
    settings = role.allows(.manageWorkspace) ? ([.settings] + unused).map(link) : []
    search = PagePath.search(slug)
    newIncident = role.allows(.manageIncidents) ? PagePath.newIncident(slug) : ""
    let seesAlerts = role.allows(Section.alerts.permission)
    alerts = seesAlerts ? "\(Section.alerts.path(slug)).json" : nil
    self.loginEnds = loginEnds?.rfc3339
    isWatched = watchingCounts && role.allows(.viewLiveMap) && section?.isWatched == true
  }
}

/// A page of the daily work in the menu.
struct MenuEntry: PagePart {
  var label: String
  var href: String
  /// The name of its drawing in `icons.svg`.
  var icon: String
  var isCurrent: Bool
  /// How many things wait there; empty for none.
  var count: String
}

/// Pages that unfold from one entry of the menu.
struct MenuGroup: PagePart {
  var links: [Link]
  /// Whether the current page is one of them.
  var isCurrent: Bool

  /// `nil` without links.
  init?(_ links: [Link], isCurrent: Bool) {
    guard !links.isEmpty else { return nil }
    (self.links, self.isCurrent) = (links, isCurrent)
  }
}
