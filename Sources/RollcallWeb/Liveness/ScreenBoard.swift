import HTTPServer
import Rollcall
import RollcallStore

/// What a wall shows, from its address.
struct WallFilter: FieldValues {
  var region = ""
  /// Which page of people, from 1; beyond the last one begins again.
  var page = 1

  static let fields: [Field<WallFilter>] = [.text("region", \.region), .page(\.page)]
}

extension LivenessWeb {
  /// `GET /w/{ws}/board`: large and without links on a wall screen, as usual for others.
  @Sendable func boardOrWall(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard asked.visitor.isScreen else { return try board(asked) }
    let workspace = asked.visitor.workspace
    let filter = WallFilter(asked.request.query.pairs)
    let people = BoardFilter().with { ($0.region, $0.page) = (filter.region, filter.page) }
    let poll = BoardPoll(self, asked, people)
    if let same = poll.unchanged() { return same }
    let view = try boardView(asked, people)
    let clock = Zone.pageClock(workspace.timeZone, now: view.now)
    let alerts = try web.alertNotices(asked.visitor, clock).map { (notice: $0.notice, since: $0.since) }
    let incidents = try running(in: workspace.id, region: filter.region)
    // Those who are well or off duty are in the counts.
    let worst = view.items.filter { ![.online, .offDuty].contains($0.live.status) }
    // Of the region alone.
    var counts = BoardCounts()
    for item in view.items { counts[item.live.status] += 1 }
    var facts = boardFacts(asked.visitor, view, of: worst, clock)
    facts.add(filter.query.link(""))
    for alert in alerts { facts.add("\(alert.notice) \(alert.since.milliseconds)") }
    for one in incidents { facts.add("\(one.incident.id.rawValue) \(one.incident.state.rawValue)") }
    poll.hold(facts, view, hasNotices: !alerts.isEmpty)
    return try web.live.polled(of: facts, asked.request, version: \ScreenPage.version) {
      () throws(StoreError) in
      ScreenPage(
        ScreenPage.Content(
          workspace: workspace.name, screen: asked.visitor.name, filter: filter, regions: view.regions,
          counts: counts, alerts: alerts, incidents: incidents.map { WallIncident($0, clock: clock) },
          worst: worst.map { WallRow(row: BoardRow($0, clock: clock), region: $0.entry.person.region ?? "") },
          asOf: view.now), clock: clock)
    }
  }

  /// The incidents that are not over, the neediest first.
  private func running(
    in workspace: Workspace.ID, region: String
  ) throws(StoreError) -> [IncidentSummary] {
    try store.dispatch.incidents(of: workspace, limit: Self.runningLimit).incidents.filter { one in
      !one.incident.state.isClosed && (region.utf8.isEmpty || one.incident.details.region == region)
    }
  }

  private static let runningLimit = 200
}
