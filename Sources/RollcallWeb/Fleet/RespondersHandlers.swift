import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension FleetWeb {
  /// `GET /w/{ws}/responders`
  @Sendable func responders(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let search = asked.request.query["q"] ?? ""
    let number = max(1, min(Int(asked.request.query["page"] ?? "") ?? 1, 1_000_000))
    let people = try matching(search, in: workspace)
    let first = min((number - 1) * Pager.longPage, people.count)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let mayFollow = asked.visitor.role.allows(.viewHistory)
    let rows = people[first...].prefix(Pager.longPage).map { entry in
      ResponderRow(
        entry.responder,
        href: mayFollow ? PagePath.person(workspace.slug, entry.responder.id) : "",
        device: entry.deviceID, lastContact: clock.age(of: entry.lastContact))
    }
    let page = RespondersPage(
      shell: web.shell(.responders, asked.visitor), slug: workspace.slug, search: search, page: number,
      rows: rows,
      matching: people.count, mayConnect: asked.visitor.role.allows(.manageResponders))
    return web.html(pages.render(page))
  }

  /// `GET /w/{ws}/responders.json`: complete, with the page's search.
  @Sendable func respondersJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let people = try matching(asked.request.query["q"] ?? "", in: asked.visitor.workspace)
    var writer = JSONWriter(reserving: people.count * 200 + 256)
    writer.object { root in
      root.array("responders") { list in
        for entry in people {
          list.object {
            $0.member("id", entry.responder.id)
            $0.member("name", entry.responder.name)
            $0.member("profile", entry.responder.profile)
            $0.member("region", entry.responder.region)
            $0.member("external_id", entry.responder.externalID)
            $0.member("active", entry.responder.isActive)
            $0.member("device_id", entry.deviceID)
            $0.member("last_contact_at", entry.lastContact)
          }
        }
      }
    }
    return .json(writer.bytes)
  }

  private func matching(_ search: String, in workspace: Workspace) throws(StoreError) -> [RosterEntry] {
    try store.fleet.roster(of: workspace.id).filter { RosterEntry.matches($0.responder, search) }
  }
}

extension RosterEntry {
  /// Whether somebody's name, number or id has a text in it; everybody's has the empty one.
  static func matches(_ person: Responder, _ search: String) -> Bool {
    let words = search.lowercased()
    return words.isEmpty || person.name.lowercased().contains(words) || (person.phone ?? "").contains(words)
      || (person.externalID ?? "").lowercased().contains(words)
  }
}
