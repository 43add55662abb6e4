import HTTPServer
import Rollcall
import RollcallStore

extension AskPart.Draft {
  init(_ form: FormFields) {
    self.init(
      within: form["within"] ?? "", reason: form["reason"] ?? "", picks: Asking.picks(form),
      isReassigning: form["from"] != nil)
  }
}

extension IncidentWeb {
  /// The page of an incident, with the ranking when people need to be asked; a poll does not rank again.
  ///
  /// - Parameters:
  ///   - notice: the outcome, if the request was not carried out.
  ///   - note: a note that was refused, as typed.
  ///   - call: a call that was refused, as typed.
  ///   - needs: needs that were refused, as typed.
  ///   - edit: a change that was refused, as typed.
  func incidentPage(
    _ file: IncidentFile, _ asked: ConsoleRequest, notice: ActionNotice? = nil, note: String = "",
    draft: AskPart.Draft = AskPart.Draft(), call: CallForm.Typed = CallForm.Typed(),
    needs: NeedsInput? = nil, edit: EditForm.Typed? = nil, problems: [FieldProblem] = []
  ) throws(StoreError) -> IncidentPage {
    let visitor = asked.visitor
    let clock = Zone.pageClock(visitor.workspace.timeZone, now: store.clock())
    let incident = file.summary.incident
    let people = Set(file.offers.map(\.offer.responder) + file.assignments.map(\.responder))
    let calls = calls(to: people, visitor)
    var beside = IncidentPage.Beside(
      finding: finding(file, visitor, clock),
      assignees: file.assignments.compactMap { assigneePart($0, file, visitor, calls, clock) },
      helpers: helpers(file, visitor, clock), calls: calls, numbers: numbers(visitor),
      pastBoard: LivenessWeb.pastBoard(at: incident.openedAt, BoardFilter(), visitor),
      mayHold: visitor.role.allows(.viewAudit), mapLink: visitor.workspace.mapLink,
      mayAct: visitor.role.allows(.manageIncidents), notice: notice,
      note: note, call: call, needs: needs, edit: edit, problems: problems)
    beside.map = web.mapAddresses(visitor.workspace.slug)
    beside.members = try AuditNames(store, visitor.workspace.id).named
    // A poll exchanges neither.
    if asked.request.query["fragment"] == nil {
      beside.ask = try ask(file, asked, draft, problems, clock)
      beside.callable = callable(visitor)
    }
    return IncidentPage(
      file, beside, shell: web.shell(.incidents, visitor, title: Words.incident(incident.id)),
      slug: visitor.workspace.slug, person: { path(of: $0, visitor) }, clock: clock)
  }

  /// The part that asks people, when the incident needs a responder or its assignee is to be replaced.
  private func ask(
    _ file: IncidentFile, _ asked: ConsoleRequest, _ draft: AskPart.Draft, _ problems: [FieldProblem],
    _ clock: PageClock
  ) throws(StoreError) -> AskPart? {
    let held = file.assignments.count == 1 ? file.dispatch.assignment : nil
    let isReassigning = draft.isReassigning || asked.request.query["reassign"] != nil
    let needsSomebody = file.dispatch.sought > 0
    let mayAct = asked.visitor.role.allows(.manageIncidents)
    guard mayAct, !file.summary.incident.state.isClosed, needsSomebody || isReassigning else { return nil }
    let details = file.summary.incident.details
    let candidates = try ranking(for: file.summary.incident.id, asked.visitor, clock).ticking(draft.picks)
    return AskPart(
      candidates,
      assignee: isReassigning
        ? held.map { held in
          let done = file.assigned(to: held.responder).map { DoneSoFar($0, clock: clock) }
          return (held.offer, name(of: held.responder, file, asked.visitor), done)
        } : nil,
      isAgain: file.dispatch.asking.mode == .automatic,
      settings: try store.dispatch.dispatchSettings(of: asked.visitor.workspace.id),
      severity: details.severity, draft: draft, problems: problems)
  }

  /// Everybody with a number, by name, for readers who may see it.
  private func callable(_ visitor: Visitor) -> [(id: Int64, name: String)] {
    guard visitor.role.allows(.viewContacts) else { return [] }
    return store.liveness.board(of: visitor.workspace.id).map(\.person).filter { $0.phone != nil }
      .sorted { ($0.name, $0.id.rawValue) < ($1.name, $1.id.rawValue) }
      .map { (id: $0.id.rawValue, name: $0.name) }
  }

  private func finding(_ file: IncidentFile, _ visitor: Visitor, _ clock: PageClock) -> Finding {
    Finding(
      file.dispatch, names: { name(of: $0, file, visitor) },
      offlineSince: { person in
        guard seesNow(visitor), let entry = entry(of: person, visitor) else { return nil }
        let live = entry.live.settled(at: store.liveness.vouchedUntil)
        return live.status == .offline ? live.since : nil
      }, clock: clock)
  }

  /// Whether a reader may know how people are now.
  private func seesNow(_ visitor: Visitor) -> Bool { visitor.role.allows(.viewLiveMap) }

  private func name(of id: Responder.ID, _ file: IncidentFile, _ visitor: Visitor) -> String {
    file.offers.first { $0.offer.responder == id }?.name
      ?? store.liveness.boardEntry(of: id, in: visitor.workspace.id)?.person.name
      ?? "responder \(id.rawValue)"
  }

  func entry(of person: Responder.ID, _ visitor: Visitor) -> BoardEntry? {
    store.liveness.boardEntry(of: person, in: visitor.workspace.id)
  }

  private func helpers(_ file: IncidentFile, _ visitor: Visitor, _ clock: PageClock) -> HelpersPart? {
    helperPeople(file, visitor).flatMap {
      HelpersPart($0, around: file.summary.incident.details.position, clock: clock)
    }
  }

  /// Those who have it and those who are asked, where they are now: that counts as a look at them. `nil` when it is closed,
  /// or the reader may not know.
  func helperPeople(_ file: IncidentFile, _ visitor: Visitor) -> [HelpersPart.Helper]? {
    guard seesNow(visitor), !file.summary.incident.state.isClosed else { return nil }
    let asked = file.offers.filter(\.offer.state.isOpen).map(\.offer.responder)
    return (file.assignments.map(\.responder) + asked.reversed()).compactMap { person in
      entry(of: person, visitor).map { entry in
        web.members.recordView(visitor, page: "helpers", subject: "responder \(person.rawValue)")
        let held = file.assigned(to: person)
        return HelpersPart.Helper(
          id: person, name: entry.person.name, position: entry.live.duty.isWatched ? entry.place : nil,
          fixAt: entry.fixAt, speed: entry.speed, isAssigned: held != nil,
          hasArrived: held?.arrivedAt != nil)
      }
    }
  }

  private func assigneePart(
    _ assignment: AssignedIncident, _ file: IncidentFile, _ visitor: Visitor,
    _ calls: [Responder.ID: CallLink], _ clock: PageClock
  ) -> Assignee? {
    guard let entry = entry(of: assignment.responder, visitor) else { return nil }
    let live = seesNow(visitor) ? entry.live.settled(at: store.liveness.vouchedUntil) : nil
    return Assignee(
      id: String(entry.id.rawValue), name: entry.person.name, href: path(of: entry.id, visitor),
      call: calls[entry.id],
      status: live.map { StatusPill($0.status) },
      since: live.map { clock.span(since: $0.since) }, accepted: clock.time(assignment.since),
      onTheWay: assignment.onWayAt.map { clock.time($0) },
      arrived: assignment.arrivedAt.map { clock.time($0) },
      distance: Words.distance(file.offers.first { $0.offer.id == assignment.offer }?.offer.distance))
  }
}

extension IncidentFile {
  /// The file without how far people with an open offer are from the place.
  var withoutPresentPlaces: IncidentFile {
    var file = self
    let asked = Set(offers.filter(\.offer.state.isOpen).map(\.offer.responder))
    for index in file.offers.indices where file.offers[index].offer.state.isOpen {
      file.offers[index].offer.distance = nil
    }
    for index in file.summary.holders.indices where file.summary.holders[index].offer.state.isOpen {
      file.summary.holders[index].offer.distance = nil
    }
    for index in file.log.indices where file.log[index].kind == .offered {
      if let person = file.log[index].responder, asked.contains(person) { file.log[index].detail = "" }
    }
    return file
  }
}

extension DispatchCase {
  /// Changes with the content of the page that is not in its log.
  var version: String {
    let picks = asking.picks.map { "\($0.rawValue)" }.joined(separator: ",")
    return "\(round)\(asking.mode.rawValue)\(asking.answerWithin)w\(wakeAt?.milliseconds ?? 0)p\(picks)"
  }
}
