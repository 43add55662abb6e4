import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension FleetWeb {
  /// `GET /w/{ws}/responders`
  @Sendable func responders(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let filter = ResponderFilter(asked.request.query.pairs)
    let people = try matching(filter.search, for: asked.visitor)
    let first = min((filter.page - 1) * Pager.longPage, people.count)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let mayFollow = asked.visitor.role.allows(.viewHistory)
    let hasNumbers = web.door.mayShowNumbers("people", to: asked.visitor)
    let rows = people[first...].prefix(Pager.longPage).map { entry in
      ResponderRow(
        entry.responder, href: mayFollow ? PagePath.person(workspace.slug, entry.responder.id) : "",
        hasNumbers: hasNumbers,
        device: entry.deviceID, lastContact: clock.age(of: entry.lastContact))
    }
    let head = ListHead(
      RosterEntry.listing(workspace.slug), web.shell(.responders, asked.visitor),
      at: Shell.Section.responders.path(workspace.slug), filter,
      .page(filter.page, shown: rows.count, size: Pager.longPage, matching: people.count), clock: clock)
    let mayConnect = asked.visitor.role.allows(.manageResponders)
    let page = RespondersPage(
      head: head, search: filter.search, cards: mayConnect ? PagePath.cards(workspace.slug) : "",
      hasNumbers: hasNumbers, rows: Rows(rows))
    return web.html(pages.render(page))
  }

  /// `GET /w/{ws}/responders.json`: complete, with the page's search.
  @Sendable func respondersJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let people = try matching(asked.request.query["q"] ?? "", for: asked.visitor)
    let hasNumbers = web.door.mayShowNumbers("people", to: asked.visitor)
    let shown = people.lazy.map { hasNumbers ? $0 : $0.withoutNumber }
    var writer = JSONWriter(reserving: people.count * 200 + 256)
    writer.object { $0.array("responders", shown, of: RosterEntry.table) }
    return .json(writer.bytes)
  }

  /// Numbers are searched only for readers who may see them: a search would reveal them digit by digit.
  private func matching(_ search: String, for visitor: Visitor) throws(StoreError) -> [RosterEntry] {
    let numbers = visitor.role.allows(.viewContacts)
    return try store.fleet.roster(of: visitor.workspace.id).filter {
      RosterEntry.matches($0.responder, search, numbers: numbers)
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

  /// The same without the telephone number.
  fileprivate var withoutNumber: RosterEntry {
    var entry = self
    entry.responder.phone = nil
    return entry
  }

  /// Whether a person's name or id, or their number if `numbers`, contains a text; an empty text matches
  /// everyone.
  static func matches(_ person: Responder, _ search: String, numbers: Bool) -> Bool {
    let words = search.lowercased()
    return words.isEmpty || person.name.lowercased().contains(words)
      || numbers && (person.phone ?? "").contains(words)
      || (person.externalID ?? "").lowercased().contains(words)
  }
}
