import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension FleetWeb {
  /// `GET /w/{ws}/responders`
  @Sendable func responders(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (workspace, role) = (asked.visitor.workspace, asked.visitor.role)
    let filter = ResponderFilter(asked.request.query.pairs)
    let people = try matching(filter, for: asked.visitor)
    let first = min((filter.page - 1) * filter.size, people.count)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let mayFollow = role.allows(.viewHistory)
    let maySelect = role.allows(.setDuty) || role.allows(.manageResponders)
    let hasNumbers = web.door.mayShowNumbers("people", to: asked.visitor)
    let rows = people[first...].prefix(filter.size).map { entry in
      ResponderRow(
        entry.responder, href: mayFollow ? PagePath.person(workspace.slug, entry.responder.id) : "",
        hasNumbers: hasNumbers, isSelectable: maySelect,
        device: entry.deviceID, lastContact: clock.age(of: entry.lastContact))
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
        all: RespondersPage.columns(hasNumbers: hasNumbers), before: maySelect ? 2 : 1,
        usual: Pager.longPage, shape: filter.shape), mayExport: mayManage, clock: clock)
    let columns = filter.heads(RespondersPage.heads(hasNumbers: hasNumbers), by: \.order, at: head.path)
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
    let shown = people.lazy.map { hasNumbers ? $0 : $0.withoutNumber }
    var writer = JSONWriter(reserving: people.count * 200 + 256)
    writer.object { $0.array("responders", shown, of: RosterEntry.table) }
    return try web.exports.named(.json(writer.bytes), "responders", asked.visitor, at: store.clock())
  }

  /// Numbers are searched only for readers who may see them: a search would reveal them digit by digit.
  func matching(_ filter: ResponderFilter, for visitor: Visitor) throws(StoreError) -> [RosterEntry] {
    let numbers = visitor.role.allows(.viewContacts)
    let people = try store.fleet.roster(of: visitor.workspace.id).filter {
      filter.includes($0, numbers: numbers)
    }
    return filter.sorted(people, numbers: numbers)
  }

  /// The people ticked in a form, or everybody who matches its filter.
  func selected(_ form: FormFields, _ asked: ConsoleRequest) throws(StoreError) -> [Responder.ID] {
    if form["all"] != nil {
      return try matching(ResponderFilter(form.pairs), for: asked.visitor).map(\.responder.id)
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

extension RosterEntry {
  /// Everyone, for programs.
  static let table = Table<RosterEntry> {
    Column("id") { $0.responder.id }
    Column("name", "Who.") { $0.responder.name }
    Column("profile") { $0.responder.profile }
    Column("region", "Their profile and region.") { $0.responder.region }
    Column("phone", "Their telephone number, for readers with `contact:view`.") { $0.responder.phone }
    Column("external_id", "Their id in another system.") { $0.responder.externalID }
    Column("skills", "What they can do.") { entry in
      Structure(entry.responder.skills.skills, of: Skill.table)
    }
    Column("active", "Whether their phone may report.") { $0.responder.isActive }
    Column("device_id", "The installation that is logged in for them.") { $0.deviceID }
    Column("last_contact_at", "When it was last heard.") { $0.lastContact }
  }

  /// The file of people: what a list that is imported may have.
  static let sheet = Table<RosterEntry> {
    Column("name", "Who.") { $0.responder.name }
    Column("phone", "Their telephone number.") { $0.responder.phone }
    Column("profile") { $0.responder.profile }
    Column("region", "Their profile and region.") { $0.responder.region }
    Column("external_id", "Their id in another system.") { $0.responder.externalID }
    Column("skills", "What they can do.") { $0.responder.skills.text }
  }

  /// The same without the telephone number.
  fileprivate var withoutNumber: RosterEntry {
    var entry = self
    entry.responder.phone = nil
    return entry
  }

  /// Whether a person's name or id, or their number if `numbers`, contains a text; an empty text matches
  /// everyone.
  static func matches(_ person: Responder, _ search: String, numbers: Bool) -> Bool {
    let spellings = Folding.spellings(search)
    let (name, id) = (Folding.fold(person.name), Folding.fold(person.externalID ?? ""))
    return spellings.isEmpty || spellings.contains { name.contains($0) || id.contains($0) }
      || numbers && (Folding.number(search).map { (person.phone ?? "").contains($0) } ?? false)
  }
}

extension ResponderFilter {
  /// People who come by name, in the order asked for; the same in the order of names.
  func sorted(_ people: [RosterEntry], numbers: Bool) -> [RosterEntry] {
    if order.column == .name || order.column == .phone && !numbers {
      return order.isReversed ? people.reversed() : people
    }
    return people.sorted(isFalling: order.isReversed) { entry in
      switch order.column {
      case .name: .words(entry.responder.name)
      case .phone: .words(entry.responder.phone ?? "")
      case .profile: .words(entry.responder.profile)
      case .region: .words(entry.responder.region ?? "")
      case .state: .number(entry.responder.isActive ? 0 : 1)
      case .device: .words(entry.deviceID ?? "")
      // Who was never heard has been silent the longest.
      case .contact: .time(entry.lastContact ?? .distantPast)
      }
    }
  }

  /// Whether a person matches.
  func includes(_ entry: RosterEntry, numbers: Bool) -> Bool {
    let person = entry.responder
    guard profile.utf8.isEmpty || person.profile == profile, region.utf8.isEmpty || person.region == region
    else {
      return false
    }
    switch state {
    case nil: break
    case .active: guard person.isActive else { return false }
    case .inactive: guard !person.isActive else { return false }
    case .unheard: guard person.isActive, entry.lastContact == nil else { return false }
    }
    return RosterEntry.matches(person, search, numbers: numbers)
  }
}
