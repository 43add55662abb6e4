import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// Tracks of the past on a drawing with a slider.
struct ReplayWeb: WebPart {
  let web: Web

  var routes: [Route] {
    [
      door.console(.get, "/w/{ws}/responders/{id}/replay", .viewHistory, lane: .slow, person),
      door.console(.get, "/w/{ws}/incidents/{id}/replay", .viewHistory, lane: .slow, incident),
    ]
  }

  /// The longest time of a person that is shown.
  private static let most = AskedDays.Most.hours(25)
  /// How many positions of a track are drawn, and are read at once.
  private static let drawn = 2_000
  private static let pageSize = 5_000
  /// The most people of an incident.
  private static let people = 20

  /// `GET /w/{ws}/responders/{id}/replay`
  @Sendable func person(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (workspace, slug) = (asked.visitor.workspace, asked.visitor.workspace.slug)
    let id = try asked.responder()
    guard let name = try store.fleet.names(of: workspace.id)[id] else { throw .notFound("responder") }
    let now = store.clock()
    let clock = Zone.pageClock(workspace.timeZone, now: now, isTicking: false)
    let today = clock.local(now).date
    let query = asked.request.query
    let time = AskedDays(
      day: query["day"] ?? "", from: query["from"] ?? "", to: query["to"] ?? "", in: workspace, clock,
      most: Self.most)
    let span = TimeSpan(
      from: time.span.from, to: max(time.span.from, min(time.span.to, now.advanced(by: 1))))
    let own = PagePath.person(slug, id)
    let link = { (day: CivilDate) in PagePath.replay(slug, id, day: day.isoDay) }
    web.members.recordView(asked.visitor, page: "history", subject: "responder \(id.rawValue)")
    var page = try self.page(
      asked, [(id, name)], span, heading: Words.Replay.of(name), path: own + "/replay",
      back: Link(label: name, href: own), section: .responders, clock)
    (page.times, page.previous) = (SpanField.both(time.span, clock), link(time.day.previous))
    page.next = time.day.daysSince1970 < today.daysSince1970 ? link(time.day.next) : ""
    page.error = time.problem
    page.lanes = try lane(of: id, "", span, workspace, clock).map { [$0] } ?? []
    return web.html(pages.render(page), status: time.problem.utf8.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/incidents/{id}/replay`: everybody who was offered it or had it, from its opening to its end.
  @Sendable func incident(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (workspace, slug) = (asked.visitor.workspace, asked.visitor.workspace.slug)
    guard asked.visitor.role.allows(.viewIncidents), let number = asked.request.pathID else {
      throw .notFound("incident")
    }
    let file = try store.dispatch.incident(Incident.ID(number), in: workspace.id)
    let now = store.clock()
    let clock = Zone.pageClock(workspace.timeZone, now: now, isTicking: false)
    let opened = file.summary.incident.openedAt
    let span = TimeSpan(from: opened.advanced(by: -600_000), to: file.summary.closedAt ?? now)
    let names = try store.fleet.names(of: workspace.id)
    let ids = Set(file.offers.map(\.offer.responder) + file.assignments.map(\.responder))
    let people = ids.sorted { $0.rawValue < $1.rawValue }.prefix(Self.people).map { ($0, names[$0] ?? "") }
    for (id, _) in people {
      web.members.recordView(asked.visitor, page: "history", subject: "responder \(id.rawValue)")
    }
    let (own, reference) = ("\(Shell.Section.incidents.path(slug))/\(number)", "INC-\(number)")
    var page = try page(
      asked, Array(people), span, scene: (file.summary.incident.details.position, reference),
      heading: Words.Replay.of(reference), path: own + "/replay", back: Link(label: reference, href: own),
      section: .incidents, clock)
    for (id, name) in people {
      if let lane = try lane(of: id, name, span, workspace, clock) { page.lanes.append(lane) }
    }
    if ids.count > people.count {
      page.notes.append(TextLine(Words.Replay.more(people.count, of: ids.count)))
    }
    return web.html(pages.render(page))
  }

  /// What was known of a person in the same time; `nil` where that is nothing.
  private func lane(
    of id: Responder.ID, _ name: String, _ span: TimeSpan, _ workspace: Workspace, _ clock: PageClock
  ) throws(StoreError) -> ReplayLane? {
    let found = try store.liveness.timeline(of: id, in: workspace, span)
    let view = TimelineView(found: found, now: clock.now, profile: nil)
    let input = view.input([], clock).naming(view.silences, clock: clock)
    return input.isBlank
      ? nil : ReplayLane(name: name, drawing: TimelineDrawing(input, in: span, clock: clock))
  }

  /// A person's positions in a span, thinned to what can be drawn.
  private func track(
    of id: Responder.ID, _ span: TimeSpan, _ workspace: Workspace
  ) throws(StoreError) -> ThinnedTrack {
    let filter = PingFilter(from: span.from, to: span.to, responder: id)
    var (track, cursor): (ThinnedTrack, HistoryCursor?) = (ThinnedTrack(most: Self.drawn), nil)
    while true {
      let page = try store.tracking.history(of: workspace, filter, after: cursor, limit: Self.pageSize)
      for ping in page
      where !ping.isRepeated && !ping.flags.contains(.invalidFix) && ping.timeSource != .server {
        track.add(ping)
      }
      guard page.count == Self.pageSize, let last = page.last else { return track }
      cursor = HistoryCursor(effective: last.effective, id: last.id)
    }
  }

  private func page(
    _ asked: ConsoleRequest, _ people: [(id: Responder.ID, name: String)], _ span: TimeSpan,
    scene: (position: Position, name: String)? = nil, heading: String, path: String, back: Link,
    section: Shell.Section, _ clock: PageClock
  ) throws(StoreError) -> ReplayPage {
    let (visitor, workspace) = (asked.visitor, asked.visitor.workspace)
    let asking = asked.request.query["at"].flatMap { Zone(workspace.timeZone).instant($0) }
    let moment = min(max(asking ?? span.from, span.from), max(span.from, span.to.advanced(by: -1)))
    var (tracks, isThinned): ([(Responder.ID, String, [HistoryPing])], Bool) = ([], false)
    for (id, name) in people {
      let track = try track(of: id, span, workspace)
      isThinned = isThinned || track.isThinned
      tracks.append((id, name, track.pings))
    }
    let frame = TrackFrame(
      tracks.flatMap { $0.2.map(\.ping.position) } + [scene?.position].compactMap(\.self),
      width: ReplayTrack.width, height: ReplayTrack.height,
      margin: 16)
    let mayBoard = visitor.role.allows(.viewHistory) && moment <= LivenessWeb.latestPast(store.clock())
    var page = ReplayPage(
      shell: web.shell(section, visitor, title: heading), heading: heading, path: path, back: back, times: [],
      previous: "", next: "", error: "", first: "\(span.from.milliseconds)", last: "\(span.to.milliseconds)",
      at: "\(moment.milliseconds)", atField: clock.local(moment).field,
      clocks: ReplayClocks.text(in: span, clock),
      moment: clock.local(moment).second,
      tracks: frame.map { frame in
        tracks.enumerated().filter { !$0.element.2.isEmpty }.map { place, track in
          ReplayTrack(
            track.1, PagePath.person(workspace.slug, track.0), track.2, place: place, in: frame, at: moment,
            clock: clock)
        }
      } ?? [], across: frame.map { Words.distance($0.metresAcross) } ?? "",
      scene: frame.flatMap { frame in
        scene.map { ReplayScene($0.position, of: $0.name, in: frame) }
      },
      share: TimelineLabels.percent(
        Double(moment.since(span.from)) / Double(max(1, span.to.since(span.from)))),
      board: mayBoard ? LivenessWeb.pastBoard(at: moment, BoardFilter(), visitor) : "",
      notes: isThinned ? [TextLine(Words.Replay.thinned(Self.drawn))] : [],
      empty: frame == nil ? EmptyState(title: Words.Replay.none, advice: Words.Replay.noneAdvice) : nil)
    if let ground = TrackGround(web, workspace.slug), let frame {
      (page.attribution, page.ground) = (ground.attribution, ground.replay(frame))
    }
    return page
  }
}
