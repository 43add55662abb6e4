import Rollcall

extension Shell {
  /// A page of the menu, or a group of pages of which it is the first.
  enum Section: String, CaseIterable, Sendable {
    case board, map, incidents, responders, alerts
    case visits, events
    case lanes, past, history, reports, audit, holds, requests
    case suspicious = "suspicious-positions"
    case settings

    /// The daily work, in the order of the menu.
    static let work: [Section] = [.board, .map, .incidents, .responders, .alerts]

    /// The pages that look back, in the order of the menu.
    static let lookingBack: [Section] = [
      .lanes, .past, .history, .suspicious, .reports, .audit, .holds, .requests,
    ]

    /// The pages about reachability and positions of a time that has passed.
    static let times: [Section] = [.history, .lanes, .past]

    var permission: Permission {
      switch self {
      case .board, .map: .viewLiveMap
      case .responders: .viewPeople
      case .incidents: .viewIncidents
      case .alerts: .viewAlerts
      case .lanes, .past, .history, .visits, .events: .viewHistory
      case .suspicious: .reviewFlags
      case .reports: .exportHistory
      case .audit, .holds: .viewAudit
      case .requests: .manageResponders
      case .settings: .manageWorkspace
      }
    }

    /// Whether a control room watches this page: while it is visible, its member counts as present.
    var isWatched: Bool { [.board, .map, .incidents, .alerts].contains(self) }

    var label: String {
      switch self {
      case .suspicious: Words.Lists.suspiciousPositions
      case .responders: "People"
      case .lanes: Words.Lists.dayOverview
      case .past: Words.Lists.pastBoard
      case .history: "Positions"
      case .holds: Words.Holds.legalHolds
      default: Words.capitalized(rawValue)
      }
    }

    /// Its path in the workspace `slug`; that of the past is the board's.
    func path(_ slug: String) -> String { "/w/\(slug)/\(self == .past ? Section.board.rawValue : rawValue)" }

    /// Where the menu leads: the past board is that of an hour ago.
    func href(_ slug: String, now: Timestamp) -> String {
      guard self == .past else { return path(slug) }
      let moment = LocalTime.iso(now.advanced(by: -3_600_000).ceiling(to: 60_000))
      return BoardFilter().with(\.at, moment).query.link(path(slug))
    }

    /// Links to the pages about times that have passed, for their heads.
    static func tabs(_ slug: String, current: Section, clock: PageClock) -> [Link] {
      times.map { Link(label: $0.label, href: $0.href(slug, now: clock.now), isCurrent: $0 == current) }
    }
  }
}
