import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// The list of people, with how each is connected and how they are now.
struct PeopleListWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    [
      door.console(.get, "/w/{ws}/responders", .viewPeople, responders),
      door.console(.get, "/w/{ws}/responders.json", .viewPeople, respondersJSON),
    ]
  }

  /// `GET /w/{ws}/responders`
  @Sendable func responders(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (workspace, role) = (asked.visitor.workspace, asked.visitor.role)
    let filter = ResponderFilter(asked.request.query.pairs)
    let people = try matching(filter, for: asked.visitor)
    let first = min((filter.page - 1) * filter.size, people.count)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let mayFollow = role.allows(.viewHistory)
    let maySelect = role.allows(.setDuty) || role.allows(.manageResponders)
    let hasStatus = role.allows(.viewLiveMap)
    let hasNumbers = web.door.mayShowNumbers("people", to: asked.visitor)
    let rows = people[first...].prefix(filter.size).map { person in
      ResponderRow(
        person, href: mayFollow ? PagePath.person(workspace.slug, person.entry.responder.id) : "",
        hasStatus: hasStatus, hasNumbers: hasNumbers, isSelectable: maySelect,
        lastContact: clock.age(of: person.entry.lastContact))
    }
    let profiles = try store.fleet.profiles(slug: workspace.slug).map(\.name)
    let regions = try store.fleet.regionNames(of: workspace.id).values.sorted()
    let mayManage = role.allows(.manageResponders)
    let head = ListHead(
      RosterEntry.listing(workspace.slug), web.shell(.responders, asked.visitor),
      at: Shell.Section.responders.path(workspace.slug), filter,
      .page(filter.page, shown: rows.count, size: filter.size, matching: people.count),
      options: [
        "profile": profiles.map { ($0, Words.capitalized($0)) }, "region": regions.map { ($0, $0) },
      ],
      columns: ListColumns(
        all: RespondersPage.columns(hasStatus: hasStatus, hasNumbers: hasNumbers),
        before: maySelect ? 2 : 1, usual: Pager.longPage, shape: filter.shape), mayExport: mayManage,
      clock: clock)
    let columns = filter.heads(
      RespondersPage.heads(hasStatus: hasStatus, hasNumbers: hasNumbers), by: \.order, at: head.path)
    let page = RespondersPage(
      head: head, search: filter.search, manage: mayManage ? ManageLinks(workspace.slug) : nil,
      hasNumbers: hasNumbers, hasTicks: maySelect,
      notice: try notice(asked, mayManage: mayManage), columns: columns,
      many: maySelect && !rows.isEmpty
        ? ManyPart(
          workspace.slug, filter, matching: people.count, profiles: profiles, regions: regions,
          mayManage: mayManage)
        : nil,
      rows: Rows(rows))
    return web.html(pages.render(page))
  }

  /// `GET /w/{ws}/responders.json`: complete, with the page's filter.
  @Sendable func respondersJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let people = try matching(ResponderFilter(asked.request.query.pairs), for: asked.visitor)
    let hasNumbers = web.door.mayShowNumbers("people", to: asked.visitor)
    let shown = people.lazy.map { hasNumbers ? $0.entry : $0.entry.withoutNumber }
    var writer = JSONWriter(reserving: people.count * 200 + 256)
    writer.object { $0.array("responders", shown, of: RosterEntry.table) }
    return try web.exports.named(.json(writer.bytes), "responders", asked.visitor, at: store.clock())
  }

  /// Numbers are searched only for readers who may see them: a search would reveal them digit by digit.
  func matching(_ filter: ResponderFilter, for visitor: Visitor) throws(StoreError) -> [RosterPerson] {
    let numbers = visitor.role.allows(.viewContacts)
    let people = try everybody(for: visitor).filter { filter.includes($0, numbers: numbers) }
    return filter.sorted(people, numbers: numbers)
  }

  /// Everybody by name, with how they are connected, and how they are for readers who may see it. Blocks.
  private func everybody(for visitor: Visitor) throws(StoreError) -> [RosterPerson] {
    let workspace = visitor.workspace.id
    let statuses = visitor.role.allows(.viewLiveMap) ? statuses(in: workspace) : [:]
    let devices = Dictionary(grouping: try store.phones.adapterDevices(in: workspace), by: \.responder)
    let pushed = try store.push.pushable(in: workspace)
    let hasTexts =
      try store.push.sendsTexts ? store.dispatch.dispatchSettings(of: workspace).offersByText : false
    return try store.fleet.roster(of: workspace).map { entry in
      let (id, phone) = (entry.responder.id, entry.responder.phone)
      return RosterPerson(
        entry: entry, status: statuses[id].map { (pill: StatusPill($0), rank: Self.rank(of: $0)) },
        apps: Self.apps(entry, devices[id] ?? []), hasPush: pushed.contains(id),
        hasText: hasTexts && phone != nil)
    }
  }

  /// The status of everybody on the board, at one instant. Does not block.
  private func statuses(in workspace: Workspace.ID) -> [Responder.ID: Status] {
    let board = store.liveness.board(of: workspace)
    // Read after the rows: no row is newer than the instant shown.
    let judgedAt = store.liveness.vouchedUntil
    return Dictionary(
      board.map { ($0.id, $0.live.standing(at: judgedAt).status) }, uniquingKeysWith: { first, _ in first })
  }

  private static func rank(of status: Status) -> Int {
    Status.worstFirst.firstIndex(of: status) ?? Status.worstFirst.endIndex
  }

  /// The names of the apps through which a person is connected, each once.
  private static func apps(_ entry: RosterEntry, _ devices: [AdapterDevice]) -> [String] {
    let own = entry.deviceID == nil ? [] : [Words.Fleet.ownApp]
    return devices.map(\.app.shortName).reduce(into: own) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The people ticked in a form, or everybody who matches its filter.
  func selected(_ form: FormFields, _ asked: ConsoleRequest) throws(StoreError) -> [Responder.ID] {
    if form["all"] != nil {
      return try matching(ResponderFilter(form.pairs), for: asked.visitor).map(\.entry.responder.id)
    }
    let picks = form.all("pick").compactMap { Int64($0) }.map { Responder.ID($0) }
    guard picks.allSatisfy({ store.boards.entry(of: $0, in: asked.visitor.workspace.id) != nil }) else {
      throw .notFound("responder")
    }
    return picks
  }

  /// What a form has done, from the address it led to.
  private func notice(_ asked: ConsoleRequest, mayManage: Bool) throws(StoreError) -> ActionNotice? {
    let (query, workspace) = (asked.request.query, asked.visitor.workspace)
    let number = { (name: String) in max(0, min(Int(query[name] ?? "") ?? 0, 1_000_000)) }
    switch query["done"] {
    case "nobody": return ActionNotice(.warning, Words.People.nobody, detail: Words.People.nobodyAdvice)
    case "profile": return ActionNotice(.warning, Words.People.chooseProfile)
    case "changed": return ActionNotice(.calm, Words.People.changed(number("n")))
    case "rule":
      return ActionNotice(.calm, Words.Duty.ruleSaved(for: number("n")), detail: Words.Duty.ruleHolds)
    case "import":
      return ActionNotice(
        .calm, Words.People.imported(number("n"), number("of")),
        action: mayManage
          ? Link(label: Words.People.printCodes, href: "\(PagePath.cards(workspace.slug))?new=1") : nil)
    case "on", "off":
      let busy = query.all("busy").compactMap { Int64($0) }.compactMap {
        store.boards.entry(of: Responder.ID($0), in: workspace.id)?.person.name
      }
      return ActionNotice(
        busy.isEmpty ? .calm : .warning, Words.People.switched(number("n"), on: query["done"] == "on"),
        detail: busy.isEmpty ? "" : Words.People.busy(busy.joined(separator: ", ")))
    default: return nil
    }
  }
}

extension Web {
  var people: PeopleListWeb { PeopleListWeb(web: self) }
}
