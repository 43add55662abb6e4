import HTTPServer
import Rollcall
import RollcallStore

/// What was typed into the part of an incident's page that asks people.
struct AskDraft {
  /// Seconds.
  var within = ""
  var reason = ""
  var picks: Set<Responder.ID> = []
  /// Whether it was to be taken from somebody.
  var isReassigning = false

  init() {}

  init(_ form: FormFields) {
    within = form["within"] ?? ""
    reason = form["reason"] ?? ""
    picks = Asking.picks(form)
    isReassigning = form["from"] != nil
  }
}

extension IncidentWeb {
  /// The page of an incident, with the ranking when somebody needs to be asked; a poll does not rank again.
  ///
  /// - Parameters:
  ///   - notice: what happened instead of what was asked for.
  ///   - note: a note that was refused, as typed.
  ///   - draft: what was typed to ask people.
  func incidentPage(
    _ file: IncidentFile, _ asked: ConsoleRequest, notice: ActionNotice? = nil, note: String = "",
    draft: AskDraft = AskDraft(), problems: [FieldProblem] = []
  ) throws(StoreError) -> IncidentPage {
    let visitor = asked.visitor
    let clock = Zone.pageClock(visitor.workspace.timeZone, now: store.clock())
    let incident = file.summary.incident
    var ask: AskPart?
    if asked.request.query["fragment"] == nil { ask = try self.ask(file, asked, draft, problems, clock) }
    var facts = IncidentFacts(incident, place: file.summary.place)
    facts.openedBy = Words.actor(incident.openedBy)
    return IncidentPage(
      shell: web.shell(.incidents, visitor, title: Words.incident(incident.id)), slug: visitor.workspace.slug,
      incident: facts, assignee: assigneePart(file, visitor, clock),
      openOffers: file.summary.holders.filter { $0.offer.state.isOpen }.map {
        OpenOffer($0.offer, name: $0.name, clock: clock)
      },
      offers: file.offers.map {
        OfferRow($0.offer, name: $0.name, href: path(of: $0.offer.responder, visitor), clock: clock)
      },
      log: file.log.map { LogRow($0, clock: clock) }, finding: finding(file, visitor, clock), ask: ask,
      isDrill: file.dispatch.isDrill,
      pastBoard: LivenessWeb.pastBoard(at: incident.openedAt, BoardFilter(), visitor),
      mayHold: visitor.role.allows(.viewAudit),
      notice: notice, note: note, problems: problems, clock: clock)
  }

  /// Whom to ask, when somebody must be found, or is to be found instead of whoever has it.
  private func ask(
    _ file: IncidentFile, _ asked: ConsoleRequest, _ draft: AskDraft, _ problems: [FieldProblem],
    _ clock: PageClock
  ) throws(StoreError) -> AskPart? {
    let held = file.dispatch.assignment
    let isReassigning = draft.isReassigning || asked.request.query["reassign"] != nil
    let needsSomebody = held == nil || held?.lostAt != nil
    guard !file.summary.incident.state.isClosed, needsSomebody || isReassigning else { return nil }
    let details = file.summary.incident.details
    let candidates = try ranking(for: file.summary.incident.id, asked.visitor, clock).ticking(draft.picks)
    return AskPart(
      candidates,
      assignee: isReassigning ? held.map { ($0.offer, name(of: $0.responder, file, asked.visitor)) } : nil,
      isAgain: file.dispatch.asking.mode == .automatic,
      settings: try store.dispatch.dispatchSettings(of: asked.visitor.workspace.id),
      severity: details.severity,
      within: draft.within, reason: draft.reason, problems: problems)
  }

  private func finding(_ file: IncidentFile, _ visitor: Visitor, _ clock: PageClock) -> Finding {
    let live = assignee(file, visitor)?.live.settled(at: store.liveness.vouchedUntil)
    return Finding(
      file.dispatch, names: { name(of: $0, file, visitor) },
      offlineSince: live?.status == .offline ? live?.since : nil, clock: clock)
  }

  private func name(of id: Responder.ID, _ file: IncidentFile, _ visitor: Visitor) -> String {
    file.offers.first { $0.offer.responder == id }?.name
      ?? store.liveness.boardEntry(of: id, in: visitor.workspace.id)?.person.name
      ?? "responder \(id.rawValue)"
  }

  func assignee(_ file: IncidentFile, _ visitor: Visitor) -> BoardEntry? {
    file.assignment.flatMap { store.liveness.boardEntry(of: $0.responder, in: visitor.workspace.id) }
  }

  private func assigneePart(_ file: IncidentFile, _ visitor: Visitor, _ clock: PageClock) -> Assignee? {
    guard let assignment = file.assignment, let entry = assignee(file, visitor) else { return nil }
    let live = entry.live.settled(at: store.liveness.vouchedUntil)
    return Assignee(
      name: entry.person.name, href: path(of: entry.id, visitor), status: live.status, since: live.since,
      acceptedAt: assignment.since, arrivedAt: assignment.arrivedAt,
      distance: file.offers.first { $0.offer.id == assignment.offer }?.offer.distance, clock: clock)
  }
}

extension DispatchCase {
  /// Changes with what the page says of it and its log does not.
  var version: String {
    let picks = asking.picks.map { "\($0.rawValue)" }.joined(separator: ",")
    return "\(round)\(asking.mode.rawValue)\(asking.answerWithin)w\(wakeAt?.milliseconds ?? 0)p\(picks)"
  }
}
