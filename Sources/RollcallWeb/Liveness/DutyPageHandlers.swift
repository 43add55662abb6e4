import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension DutyWeb {
  /// `GET /w/{ws}/responders/{id}/duty`
  @Sendable func page(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let notice: ActionNotice? =
      switch asked.request.query["saved"] {
      case "duty": ActionNotice(.calm, Words.Duty.switched)
      case "rule": ActionNotice(.calm, Words.Duty.ruleSaved, detail: Words.Duty.ruleHolds)
      default: nil
      }
    return try dutyPage(asked, try person(of: asked), notice: notice)
  }

  /// `POST /w/{ws}/responders/{id}/duty`: `duty` is the board's button, `state` and `order` are the page's form.
  @Sendable func switchByForm(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let entry = try person(of: asked)
    let typed = (state: form["state"] ?? "", order: form["order"] ?? "")
    let words: [String: DutyState] = ["on": .onDuty, "off": .offDuty]
    var problems: [FieldProblem] = []
    let state = words[form["duty"] ?? ""] ?? DutyState(rawValue: typed.state)
    if state == nil { problems.append(FieldProblem("state", Words.Duty.chooseState)) }
    if typed.order.utf8.count > 64 || typed.order.hasControlCharacters {
      problems.append(FieldProblem("order", Words.Duty.longOrder))
    } else if !typed.order.utf8.isEmpty, let state, state != .onMission {
      problems.append(FieldProblem("order", Words.Duty.orderAlone))
    }
    guard problems.isEmpty, let state else {
      return try dutyPage(asked, entry, typed: typed, problems: problems)
    }
    do throws(StoreError) {
      try store.liveness.switchDuty(
        state, order: typed.order.utf8.isEmpty ? nil : typed.order, of: entry.id, in: asked.visitor.scope)
    } catch {
      guard case .conflict = error else { throw error }
      let typed = (state: state.rawValue, order: typed.order)
      return try dutyPage(
        asked, entry, typed: typed, problems: [FieldProblem("state", Words.Duty.hasIncident)])
    }
    return .redirect(to: place(after: asked, entry.id))
  }

  /// Back to the board as it was filtered, at the person's row, or to the page that connects their phone; else the page of
  /// their duty.
  private func place(after asked: ConsoleRequest, _ id: Responder.ID) -> String {
    let slug = asked.visitor.workspace.slug
    let board = Shell.Section.board.path(slug)
    let from = FormGuard.ownReferrer(of: asked.request) ?? ""
    if from == board || from.hasPrefix("\(board)?") { return "\(from)#r\(id.rawValue)" }
    let connect = PagePath.connect(slug, id)
    return from == connect ? connect : "\(PagePath.duty(slug, id))?saved=duty"
  }

  private func dutyPage(
    _ asked: ConsoleRequest, _ entry: BoardEntry, typed: (state: String, order: String)? = nil,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let profile = try store.fleet.profiles(slug: workspace.slug).first { $0.name == entry.person.profile }
    let own = try store.liveness.dutyRule(of: entry.id, in: workspace.id)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let content = DutyPage.Content(
      id: entry.id, name: entry.person.name, duty: entry.live.duty, order: entry.order,
      isActive: entry.person.isActive, own: own, profile: profile,
      ahead: Self.ahead((own ?? profile?.dutyRule)?.timetable, workspace.timeZone, clock),
      mayChangeRule: asked.visitor.role.allows(.manageResponders))
    let page = DutyPage(
      content, shell: web.shell(.responders, asked.visitor, title: "Duty"), slug: workspace.slug,
      typed: typed,
      problems: problems, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }

  /// The hours that run at the clock's instant, or come next.
  private static func ahead(_ timetable: Timetable?, _ timeZone: String, _ clock: PageClock) -> String {
    guard let timetable else { return "" }
    let offset: Timetable.Offset = { clock.offset(at: $0) }
    if let hours = timetable.hours(at: clock.now, offset: offset) {
      return Words.Duty.until(clock.minute(hours.to).text)
    }
    return timetable.nextChange(after: clock.now, offset: offset)
      .map { Words.Duty.next(clock.minute($0).text) } ?? Words.Duty.noneAhead
  }

  /// The person in the path, who was not erased.
  func person(of asked: ConsoleRequest) throws(StoreError) -> BoardEntry {
    let workspace = asked.visitor.workspace.id
    guard let entry = store.boards.entry(of: try asked.responder(), in: workspace), entry.person.isActive,
      try !store.fleet.isErased(entry.id, in: workspace)
    else { throw .notFound("responder") }
    return entry
  }
}

// A rule for one person, or copied to many.
extension DutyWeb {
  /// `GET /w/{ws}/duty-rule`: filled in with the rule of the first person asked for.
  @Sendable func ruleForm(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let picks = asked.request.query.all("pick").compactMap { Int64($0) }.map { Responder.ID($0) }
    return try rulePage(asked, try form(of: picks, asked))
  }

  /// `POST /w/{ws}/duty-rule`: the same rule for everybody selected, all or none.
  @Sendable func saveRule(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    var typed = DutyRuleForm(form.pairs)
    if form["do"] == "choose" {
      return try rulePage(asked, try self.form(of: try web.people.selected(form, asked), asked))
    }
    guard form["do"] != "more" else {
      typed.addRoom()
      return try rulePage(asked, typed)
    }
    let (rule, problems) = typed.read()
    guard problems.isEmpty else { return try rulePage(asked, typed, problems: problems) }
    try store.liveness.setDutyRule(rule, of: typed.picks, in: asked.visitor.scope)
    let slug = asked.visitor.workspace.slug
    return .redirect(
      to: typed.picks.count == 1
        ? "\(PagePath.duty(slug, typed.picks[0]))?saved=rule"
        : "\(Shell.Section.responders.path(slug))?done=rule&n=\(typed.picks.count)")
  }

  private func form(of picks: [Responder.ID], _ asked: ConsoleRequest) throws(StoreError) -> DutyRuleForm {
    let workspace = asked.visitor.workspace.id
    guard picks.allSatisfy({ store.boards.entry(of: $0, in: workspace) != nil }) else {
      throw .notFound("responder")
    }
    let rule: DutyRule? =
      if let first = picks.first { try store.liveness.dutyRule(of: first, in: workspace) } else { nil }
    return DutyRuleForm(rule, picks: picks)
  }

  private func rulePage(
    _ asked: ConsoleRequest, _ form: DutyRuleForm, problems: [FieldProblem] = []
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    var shown = form
    if !problems.isEmpty { shown.addRoom() }
    let page = DutyRulePage(
      shell: web.shell(.responders, asked.visitor, title: Words.Duty.title), slug: workspace.slug,
      form: shown,
      people: try store.fleet.activePeople(of: workspace.id).sorted { $0.name < $1.name }, problems: problems)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
