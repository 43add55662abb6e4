import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension PrivacyWeb {
  /// The board's row of the person who opened their own page.
  func ownEntry(_ visitor: OwnVisitor) throws(StoreError) -> BoardEntry {
    let found = store.liveness.boardEntry(of: visitor.responder.id, in: visitor.workspace.id)
    guard let found else { throw .notFound("responder") }
    return found
  }

  /// A person's own page at this moment.
  func ownPage(
    _ visitor: OwnVisitor, _ entry: BoardEntry, _ request: Request, _ now: Timestamp
  ) throws(StoreError) -> OwnPage {
    let workspace = visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: now)
    let path = PagePath.own(request.parameters["token"] ?? "")
    let profile = try web.connecting.profile(of: entry.person, in: workspace)
    let live = entry.live.settled(at: store.liveness.vouched(at: now))
    let asked = try store.privacy.ownRequests(of: visitor)
    let parts = OwnPage.Parts(
      person: ResponderNow(
        id: entry.id, name: entry.person.name, profile: entry.person.profile, region: entry.person.region,
        duty: BoardView.dutyLabel(entry, profile), status: live.status, since: live.since, rule: live.reason,
        lastContact: live.lastContact, latestFix: entry.fixAt),
      workspace: workspace.name, offer: try ownOffer(visitor, path, clock),
      troubles: PhoneTrouble.found(
        status: live.status, phone: entry.phone, lastContact: live.lastContact),
      system: Self.phoneSystem(request),
      report: LatestReport(
        position: nil, accuracy: entry.accuracy, takenAt: entry.fixAt, phone: entry.phone,
        queueDepth: entry.queueDepth),
      devices: try store.phones.adapterDevices(of: entry.id, in: workspace.id).map(DeviceFacts.init),
      duty: try web.connecting.dutySwitch(
        of: ConnectedPerson(person: entry.person, duty: entry.live.duty, version: entry.version), profile,
        path: "\(path)/duty",
        in: workspace),
      asked: (asked.contains(.export), asked.contains(.erase)), retentionDays: workspace.retentionDays)
    return OwnPage(parts, path: path, notice: Self.ownNotice(request.query["done"]), clock: clock)
  }

  private func ownOffer(
    _ visitor: OwnVisitor, _ path: String, _ clock: PageClock
  ) throws(StoreError) -> OwnOfferPart? {
    guard let found = try store.privacy.ownOffer(of: visitor), let offer = found.offer,
      found.standing == .open || found.standing == .theirs
    else { return nil }
    let assignment = try store.privacy.ownAssignment(of: visitor)
    let page = OfferLinkPage(found, path: path, clock: clock)
    return OwnOfferPart(
      page, id: offer.id.rawValue, expiresAt: offer.expiresAt,
      assignment: assignment.map { ($0.id.rawValue, $0.arrivedAt != nil) }, path: path, clock: clock)
  }

  private static func ownNotice(_ done: String?) -> ActionNotice? {
    switch done {
    case "duty": ActionNotice(.calm, Words.OwnPage.dutyChanged)
    case "taken": ActionNotice(.calm, Words.OwnPage.itIsYours)
    case "declined":
      ActionNotice(.calm, Words.OwnPage.youHaveDeclined, detail: Words.OwnPage.somebodyElseAsked)
    case "late": ActionNotice(.warning, Words.OwnPage.tooLate, detail: Words.OwnPage.nothingDo)
    case "arrived": ActionNotice(.calm, Words.OwnPage.youHaveArrived, detail: Words.OwnPage.controlRoomSees)
    case "complete": ActionNotice(.calm, Words.OwnPage.itIsDone, detail: Words.OwnPage.controlRoomSees)
    case "asked": ActionNotice(.calm, Words.OwnPage.youHaveAsked, detail: Words.OwnPage.somebodyDeals)
    case "mission":
      ActionNotice(.warning, Words.OwnPage.nothingChanged, detail: Words.OwnPage.finishWhatTakenFirst)
    default: nil
    }
  }

  /// The phone system of the requesting browser; `nil` for another machine.
  static func phoneSystem(_ request: Request) -> PhoneApp.System? {
    let bytes = Array((request.headers[.userAgent] ?? "").utf8.prefix(1_000))
    func says(_ word: String) -> Bool { bytes.firstRange(of: Array(word.utf8)) != nil }
    if says("iPhone") || says("iPad") { return .iphone }
    return says("Android") ? .android : nil
  }

  /// The person's positions of one day; recorded as a look of their own.
  func ownHistory(_ visitor: OwnVisitor, _ request: Request) throws(StoreError) -> Response {
    let workspace = visitor.workspace
    let now = store.clock()
    let clock = Zone.pageClock(workspace.timeZone, now: now)
    let path = "\(PagePath.own(request.parameters["token"] ?? ""))/history"
    let today = clock.local(now).isoDay
    let day =
      request.query["day"].flatMap { Zone(workspace.timeZone).start(ofDay: $0) == nil ? nil : $0 } ?? today
    guard let start = Zone(workspace.timeZone).start(ofDay: day) else { throw .invalid("no such day") }
    // 36 hours after its start is within the next day, even when a day has 23 or 25 hours.
    let next = clock.local(start.advanced(by: 36 * 3_600_000)).isoDay
    let end = Zone(workspace.timeZone).start(ofDay: next) ?? start.advanced(by: 86_400_000)
    let filter = PingFilter(from: start, to: end, responder: visitor.responder.id)
    let found = try store.tracking.history(
      of: workspace, filter, after: HistoryQuery.cursor(request.query["cursor"] ?? ""),
      limit: OwnHistoryPage.limit + 1)
    web.members.recordView(
      Self.ownScope(visitor, request).actor, page: "own-history",
      subject: "responder \(visitor.responder.id.rawValue)",
      in: workspace.id)
    let shown = found.prefix(OwnHistoryPage.limit)
    var more = ""
    if found.count > shown.count, let last = shown.last {
      let cursor = HistoryQuery.text(HistoryCursor(effective: last.effective, id: last.id))
      more = "\(path)?day=\(day)&cursor=\(cursor)"
    }
    let oldest = now.advanced(by: -Milliseconds(workspace.retentionDays) * 86_400_000)
    let page = OwnHistoryPage(
      name: visitor.responder.name, back: PagePath.own(request.parameters["token"] ?? ""), path: path,
      day: day,
      firstDay: clock.local(oldest).isoDay, lastDay: today,
      note: shown.isEmpty ? Words.OwnPage.nothingKeptDay : "",
      rows: shown.map { OwnHistoryPage.Row($0, clock) }, next: more)
    return web.html(pages.render(page))
  }
}

extension OwnHistoryPage.Row {
  fileprivate init(_ found: HistoryPing, _ clock: PageClock) {
    let isLate = found.receivedAt.since(found.effective) >= 180_000
    self.init(
      taken: clock.time(found.effective), received: isLate ? clock.minute(found.receivedAt) : nil,
      place: Link(
        label: Words.coordinates(found.ping.position),
        href: Words.geo(found.ping.position, accuracy: found.ping.accuracy)),
      about: [Words.accuracy(found.ping.accuracy), Words.share(found.ping.batteryLevel)]
        .filter { $0 != Words.none }.joined(separator: ", "))
  }
}
