import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension ConnectWeb {
  /// `GET /w/{ws}/connect`: the people for whom cards can be made.
  @Sendable func cards(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let query = asked.request.query
    let filter = CardsPage.Filter(
      search: query["q"] ?? "", profile: query["profile"] ?? "", region: query["region"] ?? "",
      onlyNew: query["new"] != nil)
    return try cardsPage(asked, filter: filter)
  }

  /// `POST /w/{ws}/connect`: a device for each, all or none; the answer is the sheet, once.
  @Sendable func makeCards(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    if form["do"] == "choose" {
      return try cardsPage(asked, picked: Set(try web.people.selected(form, asked)))
    }
    let typed = CardsTyped(form)
    var (app, intervals, problems) = typed.form.read()
    if let chosen = app, chosen.isCode { problems.append(FieldProblem("app", Words.Connect.chooseApp)) }
    var listed: [NewResponder] = []
    do { listed = try typed.listed() } catch {
      problems.append(FieldProblem("list", "\(error.description)."))
    }
    if typed.picks.isEmpty, listed.isEmpty, problems.isEmpty {
      problems.append(FieldProblem("list", Words.Connect.chooseSomebodyPasteList))
    }
    if typed.picks.count + listed.count > CardsPage.limit {
      problems.append(FieldProblem("list", Words.Connect.mostCardsTime(CardsPage.limit)))
    }
    guard problems.isEmpty, let app, let intervals else {
      return try cardsPage(asked, typed: typed, problems: problems)
    }
    do throws(StoreError) {
      let (known, new) = try everybody(typed.picks, listed, asked)
      return try sheet(asked, app, intervals, known, adding: new)
    } catch {
      switch error {
      case .invalid(let text), .conflict(let text):
        return try cardsPage(asked, typed: typed, problems: [FieldProblem("list", "\(text).")])
      default: throw error
      }
    }
  }

  /// The people ticked and those on the list, each once, and the entries of the list that are not known yet.
  private func everybody(
    _ picks: [Responder.ID], _ listed: [NewResponder], _ asked: ConsoleRequest
  ) throws(StoreError) -> (known: [Responder.ID], new: [NewResponder]) {
    let known = try store.fleet.roster(of: asked.visitor.workspace.id).map(\.responder)
    let ids = Set(known.map(\.id))
    let country = Country(asked.visitor.workspace.country)
    guard picks.allSatisfy(ids.contains) else { throw .notFound("responder") }
    var found: [Responder.ID] = picks
    var new: [NewResponder] = []
    for person in listed {
      let number = person.phone.map { PhoneNumber($0, in: country)?.text ?? $0 }
      let same = known.first { old in
        person.externalID.map { $0 == old.externalID } ?? number.map { $0 == old.phone } ?? false
      }
      if let same { found.append(same.id) } else { new.append(person) }
    }
    var seen: Set<Responder.ID> = []
    return (found.filter { seen.insert($0).inserted }, new)
  }

  private func sheet(
    _ asked: ConsoleRequest, _ app: PhoneApp, _ intervals: ReportIntervals, _ people: [Responder.ID],
    adding new: [NewResponder]
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let issued = try store.phones.issueAdapterDevices(
      app.adapter,
      AdapterDeviceSettings(
        name: app.shortName, intervals: intervals, takesCommands: app.adapter.intervalControl == .whereAllowed
      ),
      for: people, adding: new, in: asked.visitor.scope)
    let steps = app.steps.map(TextLine.init)
    let cards = issued.map { made in
      PhoneCard(
        name: store.boards.entry(of: made.device.responder, in: workspace.id)?.person.name ?? "",
        workspace: workspace.name, app: app.name,
        drawing: CodeDrawing(
          enrolment(of: app, made.secret.text, intervals, asked.request).scanned,
          label: Words.Connect.codeSetsUp(app.name)), steps: steps)
    }
    let page = CardSheetPage(
      shell: web.shell(.responders, asked.visitor, title: "Cards"), slug: workspace.slug, app: app,
      cards: cards, lost: try ServerWeb(web: web).unreachableNotice(asked))
    return web.html(pages.render(page))
  }

  private func cardsPage(
    _ asked: ConsoleRequest, filter: CardsPage.Filter = CardsPage.Filter(), picked: Set<Responder.ID>? = nil,
    typed: CardsTyped? = nil, problems: [FieldProblem] = []
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let roster = try store.fleet.roster(of: workspace.id)
    let profiles = try store.fleet.profiles(slug: workspace.slug)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let picked = typed.map { Set($0.picks) } ?? picked
    let people = roster.filter { $0.responder.isActive && filter.includes($0.responder, $0.lastContact) }.map
    {
      PickRow(
        $0.responder, lastContact: clock.age(of: $0.lastContact),
        isPicked: picked?.contains($0.responder.id) ?? filter.isNarrow)
    }
    let page = CardsPage(
      shell: web.shell(.responders, asked.visitor, title: "Cards"), slug: workspace.slug, filter: filter,
      people: people, profiles: profiles.map(\.name).sorted(),
      regions: Set(roster.compactMap(\.responder.region)).sorted(),
      form: typed?.form ?? ConnectForm(Self.intervals(profiles.first { $0.name == filter.profile })),
      list: typed?.list ?? "", lost: try ServerWeb(web: web).unreachableNotice(asked), problems: problems)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}

/// The posted form for cards.
private struct CardsTyped {
  let form: ConnectForm
  let list: String
  let picks: [Responder.ID]

  init(_ fields: FormFields) {
    form = ConnectForm { fields[$0] }
    list = fields["list"] ?? ""
    picks = fields.all("pick").compactMap { Int64($0) }.map { Responder.ID($0) }
  }

  /// The people of the pasted list.
  func listed() throws(CSVError) -> [NewResponder] {
    guard list.utf8.contains(where: { $0 > UInt8(ascii: " ") }) else { return [] }
    return try ListedPerson.read(Array(list.utf8)).map { person in
      NewResponder(
        name: person.name, phone: person.phone, profile: person.profile ?? "responder",
        region: person.region, externalID: person.externalID, skills: person.skills ?? "")
    }
  }
}

extension CardsPage.Filter {
  /// Whether the filter asks for anything: then everyone who matches is meant.
  fileprivate var isNarrow: Bool {
    !search.utf8.isEmpty || !profile.utf8.isEmpty || !region.utf8.isEmpty || onlyNew
  }

  fileprivate func includes(_ person: Responder, _ lastContact: Timestamp?) -> Bool {
    (profile.utf8.isEmpty || person.profile == profile) && (region.utf8.isEmpty || person.region == region)
      && (!onlyNew || lastContact == nil) && RosterEntry.matches(person, search, numbers: true)
  }
}
