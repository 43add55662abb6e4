import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension MapWeb {
  /// How many markers of a kind a browser draws without getting slow.
  static let mapLimit = 2_000
  /// How many running incidents a map shows.
  private static let runningLimit = 200

  /// `GET /w/{ws}/map`; with `fragment=1` the part that an open page polls; with `at` for a past moment.
  @Sendable func liveMap(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let filter = BoardFilter(asked.request.query.pairs)
    let view = try mapView(asked, filter)
    let clock = Zone.pageClock(visitor.workspace.timeZone, now: view.now, isTicking: filter.at.utf8.isEmpty)
    web.members.recordView(visitor, page: "map", subject: "everybody")
    let slug = visitor.workspace.slug
    let list = shown(view, filter)
    let pager = LiveMapPage.pager(
      shown: list.count, of: view.people.count, filter, path: Shell.Section.map.path(slug))
    let version = LiveMapPage.version(
      view.version, csrf: visitor.csrf ?? "", pager, filter, path: Shell.Section.map.path(slug))
    return try web.live.polled(version: version, asked.request) { () throws(StoreError) in
      var page = LiveMapPage(
        shell: web.shell(.map, visitor), slug: slug, filter: filter, counts: view.counts,
        choices: view.choices, rows: list.map { Self.row($0, visitor, clock) },
        matching: view.people.count, placeless: view.placeless,
        incidents: view.incidents.map { MapIncident($0, slug: slug, clock: clock) },
        regions: view.regions.map(RegionLine.init),
        files: web.mapAddresses(slug), version: view.version,
        zone: visitor.workspace.timeZone, clock: clock)
      page.sites = visitor.role.allows(.manageWorkspace) ? "\(OutletsPage.path(slug))?edit=" : ""
      return page
    }
  }

  /// `GET /w/{ws}/map.json`: complete, with the page's filter. Its `ETag` changes with the content, not with
  /// time.
  @Sendable func liveMapJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let view = try mapView(asked, BoardFilter(asked.request.query.pairs))
    web.members.recordView(asked.visitor, page: "map", subject: "everybody")
    let tag = ETag(version: view.version)
    guard !tag.isHeld(by: asked.request) else { return Response.json([]).tagged(tag, for: asked.request) }
    var writer = JSONWriter(reserving: view.people.count * 300 + 4_096)
    writer.liveMap(view)
    return try web.exports.named(
      Response.json(writer.bytes).tagged(tag, for: asked.request), "map", asked.visitor, at: view.now)
  }

  /// `GET /w/{ws}/map/ground.json`: regions and outlets.
  @Sendable func mapGroundJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace.id
    let (regions, outlets) = (
      try store.fleet.mappedRegions(of: workspace), try store.visits.outlets(of: workspace)
    )
    var writer = JSONWriter(reserving: 4_096 + 200 * min(outlets.count, Self.mapLimit))
    writer.object { root in
      root.ground(regions, outlets.prefix(Self.mapLimit))
      root.member("outlets_in_all", outlets.count)
    }
    return Response.json(writer.bytes).tagged(ETag(of: writer.bytes), for: asked.request)
  }

  /// The URL's filter at this moment: trails do not show the past, which needs another permission.
  static func liveFilter(_ asked: ConsoleRequest) -> BoardFilter {
    BoardFilter(asked.request.query.pairs.filter { $0.name != "at" })
  }

  private func mapView(_ asked: ConsoleRequest, _ filter: BoardFilter) throws(StoreError) -> MapView {
    let visitor = asked.visitor
    let board = try web.liveness.boardView(asked, filter)
    let isPast = !filter.at.utf8.isEmpty
    let everybody =
      isPast
      ? try web.liveness.boardView(asked, filter.widened).items.map(\.entry)
      : store.liveness.board(of: visitor.workspace.id)
    // What is known of incidents is their present state.
    let mayKnow = !isPast && visitor.role.allows(.viewIncidents)
    let running =
      mayKnow
      ? try store.dispatch.incidents(of: visitor.workspace.id, limit: Self.runningLimit).incidents : []
    return MapView(
      board, canBeSent: isPast ? nil : try store.dispatch.canBeSent(in: visitor.workspace.id, at: board.now),
      everybody: everybody,
      judgedAt: isPast ? board.now : store.liveness.vouched(at: board.now),
      incidents: running.filter { !$0.incident.state.isClosed },
      mapped: try store.fleet.mappedRegions(of: visitor.workspace.id),
      outlets: try store.visits.outlets(of: visitor.workspace.id))
  }

  /// The part of the list that the page shows.
  private func shown(_ view: MapView, _ filter: BoardFilter) -> ArraySlice<BoardView.Item> {
    view.people.dropFirst((filter.page - 1) * BoardFilter.pageSize).prefix(BoardFilter.pageSize)
  }

  private static func row(_ item: BoardView.Item, _ visitor: Visitor, _ clock: PageClock) -> LiveMapRow {
    let entry = item.entry
    let slug = visitor.workspace.slug
    let errand = entry.errand(at: clock.now)
    return LiveMapRow(
      key: "r\(entry.id.rawValue)", status: StatusPill(item.live.status),
      since: clock.span(since: item.live.since), name: entry.person.name,
      href: visitor.role.allows(.viewHistory) ? PagePath.person(slug, entry.id) : "",
      about: [item.dutyLabel, entry.person.region].compactMap { $0 }.joined(separator: " · "),
      fix: clock.age(of: entry.place == nil ? nil : entry.fixAt),
      place: entry.place.map(Words.coordinates) ?? "", geo: entry.place.map { Words.geo($0) } ?? "",
      accuracy: entry.place == nil ? "" : Words.accuracy(entry.accuracy),
      flags: item.flags.map { FlagMark($0) }, assignment: Words.errand(errand),
      assignmentHref: errand.map { IncidentWeb.path(of: $0, visitor) } ?? "")
  }
}
