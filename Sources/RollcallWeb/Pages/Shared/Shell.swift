import Rollcall
import RollcallStore

/// The frame of every page of the console: the place, the navigation, the reader.
struct Shell: PagePart {
  var title: String
  var workspace: String
  /// The workspaces to which this member may switch; empty when there is only this one.
  var workspaces: [Link]
  /// The pages that this member may see.
  var pages: [Link]
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

  enum Section: String, CaseIterable, Sendable {
    case board, map, incidents, responders, visits, events, history
    case flags, reports, alerts, audit, requests, settings

    var permission: Permission {
      switch self {
      case .board, .map: .viewLiveMap
      case .responders: .viewPeople
      case .incidents: .viewIncidents
      case .alerts: .viewAlerts
      case .history, .visits, .events: .viewHistory
      case .flags: .reviewFlags
      case .reports: .exportHistory
      case .audit: .viewAudit
      case .requests: .manageResponders
      case .settings: .manageWorkspace
      }
    }

    /// Whether a control room watches this page: while it is visible, its member counts as present.
    var isWatched: Bool { [.board, .map, .incidents, .alerts].contains(self) }

    var label: String {
      switch self {
      case .flags: "Suspicious"
      case .responders: "People"
      default: Words.capitalized(rawValue)
      }
    }

    /// Its path in the workspace `slug`.
    func path(_ slug: String) -> String { "/w/\(slug)/\(rawValue)" }
  }

  /// The shell of `section` for a member with `role`.
  ///
  /// - Parameters:
  ///   - others: the slug and name of every workspace of the member, including this one.
  ///   - openAlerts: the number of open alerts, shown beside their page unless it is 0.
  init(
    section: Section, title: String? = nil, slug: String, workspace: String,
    others: [(slug: String, name: String)] = [], member: String, role: Role, csrf: String,
    openAlerts: Int = 0, loginEnds: Timestamp? = nil, watchingCounts: Bool = false
  ) {
    (self.title, self.workspace, self.member) = (title ?? section.label, workspace, member)
    (self.csrf, print) = (csrf, "/w/\(slug)/print.css")
    let links = others.map { Link(label: $0.name, href: "/w/\($0.slug)", isCurrent: $0.slug == slug) }
    workspaces = links.count < 2 ? [] : links
    pages = Section.allCases.filter { role.allows($0.permission) }.map {
      Link(
        label: $0 == .alerts && openAlerts > 0 ? "\($0.label) \(openAlerts)" : $0.label,
        href: $0.path(slug), isCurrent: $0 == section)
    }
    let seesAlerts = role.allows(Section.alerts.permission)
    alerts = seesAlerts ? "\(Section.alerts.path(slug)).json" : nil
    self.loginEnds = loginEnds?.rfc3339
    isWatched = watchingCounts && role.allows(.viewLiveMap) && section.isWatched
  }
}
