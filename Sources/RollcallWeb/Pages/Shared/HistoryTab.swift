import Rollcall

/// The pages about the past: positions, reachability, the board.
enum HistoryTab: CaseIterable {
  case positions, lanes, board

  private var label: String {
    switch self {
    case .positions: "Positions"
    case .lanes: Words.Lists.dayOverview
    case .board: Words.Lists.pastBoard
    }
  }

  /// Links to them; the past board is that of an hour ago.
  static func links(_ slug: String, current: HistoryTab, clock: PageClock) -> [Link] {
    allCases.map { tab in Link(label: tab.label, href: tab.href(slug, clock), isCurrent: tab == current) }
  }

  private func href(_ slug: String, _ clock: PageClock) -> String {
    switch self {
    case .positions: return Shell.Section.history.path(slug)
    case .lanes: return LanesPage.path(slug)
    case .board:
      var filter = BoardFilter()
      filter.at = LocalTime.iso(clock.now.advanced(by: -3_600_000).ceiling(to: 60_000))
      return filter.query.link(Shell.Section.board.path(slug))
    }
  }
}
