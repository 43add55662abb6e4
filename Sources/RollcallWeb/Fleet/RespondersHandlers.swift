import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension FleetWeb {
  /// `GET /w/{ws}/responders`
  @Sendable func responders(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let filter = ResponderFilter(asked.request.query.pairs)
    let people = try matching(filter.search, in: workspace)
    let first = min((filter.page - 1) * Pager.longPage, people.count)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let mayFollow = asked.visitor.role.allows(.viewHistory)
    let rows = people[first...].prefix(Pager.longPage).map { entry in
      ResponderRow(
        entry.responder, href: mayFollow ? PagePath.person(workspace.slug, entry.responder.id) : "",
        device: entry.deviceID, lastContact: clock.age(of: entry.lastContact))
    }
    let head = ListHead(
      RosterEntry.listing(workspace.slug), web.shell(.responders, asked.visitor),
      at: Shell.Section.responders.path(workspace.slug), filter,
      .page(filter.page, shown: rows.count, size: Pager.longPage, matching: people.count), clock: clock)
    let mayConnect = asked.visitor.role.allows(.manageResponders)
    let page = RespondersPage(
      head: head, search: filter.search, cards: mayConnect ? PagePath.cards(workspace.slug) : "",
      rows: Rows(rows))
    return web.html(pages.render(page))
  }

  /// `GET /w/{ws}/responders.json`: complete, with the page's search.
  @Sendable func respondersJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let people = try matching(asked.request.query["q"] ?? "", in: asked.visitor.workspace)
    var writer = JSONWriter(reserving: people.count * 200 + 256)
    writer.object { $0.array("responders", people, of: RosterEntry.table) }
    return .json(writer.bytes)
  }

  private func matching(_ search: String, in workspace: Workspace) throws(StoreError) -> [RosterEntry] {
    try store.fleet.roster(of: workspace.id).filter { RosterEntry.matches($0.responder, search) }
  }
}

extension RosterEntry {
  /// Everyone, for programs.
  static let table = Table<RosterEntry> {
    Column("id") { $0.responder.id }
    Column("name", "Who.") { $0.responder.name }
    Column("profile") { $0.responder.profile }
    Column("region", "Their profile and region.") { $0.responder.region }
    Column("external_id", "Their id in another system.") { $0.responder.externalID }
    Column("skills", "What they can do.") { entry in
      Structure(entry.responder.skills.skills, of: Skill.table)
    }
    Column("active", "Whether their phone may report.") { $0.responder.isActive }
    Column("device_id", "The installation that is logged in for them.") { $0.deviceID }
    Column("last_contact_at", "When it was last heard.") { $0.lastContact }
  }

  /// Whether a person's name, number or id contains a text; an empty text matches everyone.
  static func matches(_ person: Responder, _ search: String) -> Bool {
    let words = search.lowercased()
    return words.isEmpty || person.name.lowercased().contains(words) || (person.phone ?? "").contains(words)
      || (person.externalID ?? "").lowercased().contains(words)
  }
}
