import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension LivenessWeb {
  /// `GET /w/{ws}/responders/{id}`; with `fragment=1` the part that an open page polls.
  @Sendable func responder(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let now = store.clock()
    var facts = web.live.facts(asked, at: now)
    let entry = try person(of: asked)
    web.members.recordView(asked.visitor, page: "responder", subject: "responder \(entry.id.rawValue)")
    let filter = TimelineFilter(asked.request.query.pairs)
    let zone = Zone(asked.visitor.workspace.timeZone)
    guard let span = filter.span(now: now, end: zone.end, read: zone.instant) else {
      return web.html(pages.render(try page(of: entry, filter, nil, asked, now)), status: .badRequest)
    }
    web.live.add(entry, to: &facts, at: now)
    return try web.live.polled(of: facts, asked.request, version: \ResponderPage.version) {
      () throws(StoreError) in
      try page(of: entry, filter, span, asked, now)
    }
  }

  private func page(
    of entry: BoardEntry, _ filter: TimelineFilter, _ span: TimeSpan?,
    _ asked: ConsoleRequest, _ now: Timestamp
  ) throws(StoreError) -> ResponderPage {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: now)
    let range = span ?? TimeSpan(from: now, to: now)
    let profile = try store.fleet.profiles(slug: workspace.slug).first { $0.name == entry.person.profile }
    let view = TimelineView(
      found: try store.liveness.timeline(of: entry.id, in: workspace, range), now: now, profile: profile)
    let crossings = try store.liveness.crossings(
      of: workspace, in: range, responder: entry.id, limit: Self.mostCrossings)
    let isErased = try store.fleet.isErased(entry.id, in: workspace.id)
    let (role, slug) = (asked.visitor.role, workspace.slug)
    let rights = ResponderPage.Rights(
      now: role.allows(.viewLiveMap), export: role.allows(.exportHistory),
      manage: !isErased && role.allows(.manageResponders),
      erase: !isErased && role.allows(.eraseData), hold: !isErased && role.allows(.viewAudit),
      duty: !isErased && entry.person.isActive && role.allows(.setDuty))
    let facts = try store.liveness.facts(of: entry.id, in: workspace.id, range)
    let push = try PushFacts(of: entry.id, in: workspace.id, store)
    var person = Self.present(entry, profile, asked.visitor, judgedAt: store.liveness.vouched(at: now), now)
    person.cause = try store.liveness.openCauses(of: [entry], at: store.liveness.vouched(at: now))[entry.id]
    person.skills = Words.skills(entry.person.skills, on: clock.local(store.lapsingTime).date)
    let merges = try store.phones.merges(of: entry.id, in: workspace.id)
    let record = { (id: Responder.ID) in
      Link(
        label: store.boards.entry(of: id, in: workspace.id)?.person.name ?? "",
        href: PagePath.person(slug, id))
    }
    let call = call(entry, asked.visitor)
    let content = ResponderPage.Content(
      filter: filter, span: span,
      person: person,
      timeline: view.input(crossings, clock), silences: view.silences,
      transitions: view.found.timeline.transitions,
      cards: try cards(of: entry, facts, push, view.found.timeline, crossings, asked.visitor, rights, clock),
      access: rights.manage ? PhoneAccessForms(entry, facts, workspace) : nil,
      canTestPush: push.isReachable, rights: rights,
      call: call, help: person.cause.map { _ in Self.help(entry, person.status, call, slug: slug) },
      mergedInto: merges.into.map(record), records: merges.from.map(record),
      purged: PurgedNotice(
        from: range.from, before: view.found.reportsFrom, person: view.found.purged, clock: clock),
      asOf: now)
    return ResponderPage(
      content, shell: web.shell(.responders, asked.visitor, title: entry.person.name), slug: slug,
      clock: clock)
  }

  private static func help(
    _ entry: BoardEntry, _ status: Status, _ call: CallLink?, slug: String
  ) -> PersonHelp {
    let others = entry.person.region.map { region in
      let filter = BoardFilter().with { ($0.region, $0.status) = (region, .online) }
      return Link(
        label: Words.Help.others(region), href: filter.query.link(Shell.Section.board.path(slug)))
    }
    return PersonHelp(
      PhoneTrouble.found(status: status, phone: entry.phone, lastContact: entry.live.lastContact), call: call,
      others: others)
  }

  /// Their number for readers who may call them; an audit entry says that it was shown.
  private func call(_ entry: BoardEntry, _ visitor: Visitor) -> CallLink? {
    guard let link = CallLink(entry.person) else { return nil }
    let subject = "responder \(entry.id.rawValue)"
    return web.door.mayShowNumbers("person", to: visitor, of: subject) ? link : nil
  }

  /// How many of their other apps are shown.
  private static let appLimit = 4

  private func cards(
    of entry: BoardEntry, _ facts: PersonFacts, _ push: PushFacts, _ timeline: Timeline,
    _ crossings: [CrossingEntry], _ visitor: Visitor, _ rights: ResponderPage.Rights, _ clock: PageClock
  ) throws(StoreError) -> [FactCard] {
    let workspace = visitor.workspace
    let report = LatestReport(
      position: entry.position, accuracy: entry.accuracy, takenAt: entry.fixAt,
      confirmedAt: entry.confirmedAt, receivedAt: facts.latestReceivedAt, phone: entry.phone,
      queueDepth: entry.queueDepth, mapLink: workspace.mapLink)
    let apps = try store.phones.adapterDevices(of: entry.id, in: workspace.id).map(DeviceFacts.init)
    let origin = rights.manage ? facts.address.map { (address: $0, network: web.addresses.words($0)) } : nil
    let phone = facts.phoneCard(heardAt: entry.live.lastContact, origin: origin, clock)
    // A person who reports with other apps alone has no session, and needs none.
    let phones = facts.session == nil && !apps.isEmpty ? [] : [phone]
    let today = [
      FactCard.visits(
        try web.visits.visitsToday(of: entry.id, workspace, clock), slug: workspace.slug, of: entry.id,
        clock: clock),
      FactCard.crossings(crossings, clock: clock),
    ].compactMap(\.self)
    let doubts = try web.doubts.doubtFacts(of: entry.id, visitor, clock)
    return (rights.now ? [report.card(clock)] : []) + phones
      + apps.prefix(Self.appLimit).map { $0.card(clock) } + [
        FactCard.doubts(timeline.flags, beside: doubts), facts.uploads.card, push.card(clock),
      ] + today
  }

  /// `GET /w/{ws}/responders/{id}/timeline.json`
  @Sendable func timelineJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let entry = try person(of: asked)
    let filter = TimelineFilter(asked.request.query.pairs)
    let now = store.clock()
    // Half-open: one past now, to include changes of this very millisecond.
    let zone = Zone(workspace.timeZone)
    var span = filter.span(now: now, end: zone.end, read: zone.instant)
    if !filter.isFixed {
      let end = now.advanced(by: 1)
      span = TimeSpan(from: end.advanced(by: -filter.length.milliseconds), to: end)
    }
    guard let range = span else { throw .invalid("“from” must be a day or an instant before “to”") }
    let found = try store.liveness.timeline(of: entry.id, in: workspace, range)
    let crossings = try store.liveness.crossings(
      of: workspace, in: range, responder: entry.id, limit: Self.mostCrossings)
    web.members.recordView(asked.visitor, page: "responder", subject: "responder \(entry.id.rawValue)")
    var writer = JSONWriter(reserving: 65_536)
    writer.timeline(
      found.timeline, crossings, purged: found.purged,
      before: found.purged.erasedAt ?? web.retention.purgedBefore(range.from, workspace))
    return try web.exports.named(
      .json(writer.bytes), "timeline", of: entry.person.name, asked.visitor, in: range)
  }

  /// No readable range has more crossings; the report has all.
  private static let mostCrossings = 10_000

  /// The responder of the path.
  private func person(of asked: ConsoleRequest) throws(StoreError) -> BoardEntry {
    let text = asked.request.parameters["id"] ?? ""
    // One person has one address: +7 and 07 are rejected.
    guard let id = Int64(text), "\(id)".utf8.elementsEqual(text.utf8),
      let entry = store.liveness.boardEntry(of: Responder.ID(id), in: asked.visitor.workspace.id)
    else { throw .notFound("responder") }
    return entry
  }

  private static func present(
    _ entry: BoardEntry, _ profile: Profile?, _ visitor: Visitor, judgedAt: Timestamp, _ now: Timestamp
  ) -> ResponderNow {
    let live = entry.live.settled(at: judgedAt)
    return ResponderNow(
      id: entry.id, name: entry.person.name, profile: entry.person.profile, region: entry.person.region,
      duty: BoardView.dutyLabel(entry, profile), status: live.status, since: live.since, rule: live.reason,
      lastContact: live.lastContact, latestFix: entry.fixAt, confirmed: entry.confirmedAt,
      flags: BoardView.flags(entry, now),
      // A link that would be refused is left out.
      assignment: visitor.role.allows(.viewIncidents)
        ? entry.errand(at: now).map {
          Link(label: Words.errand($0), href: IncidentWeb.path(of: $0, visitor))
        } : nil)
  }
}
