import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// One search over people, incidents, sites, pages and actions.
struct SearchWeb: WebPart {
  let web: Web

  /// Its part of the table of contents. Every role may search; what is found depends on the role.
  var routes: [Route] {
    [
      door.console(.get, "/w/{ws}/search", .viewPeople, search),
      door.console(.get, "/w/{ws}/search.json", .viewPeople, searchJSON),
    ]
  }

  /// `GET /w/{ws}/search?q=`
  @Sendable func search(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let typed = asked.request.query["q"] ?? ""
    let page = SearchPage(
      typed: typed, found: try found(typed, asked.visitor),
      shell: web.shell(nil, asked.visitor, title: Words.Search.title), slug: asked.visitor.workspace.slug)
    return web.html(pages.render(page))
  }

  /// `GET /w/{ws}/search.json?q=`
  @Sendable func searchJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let found = try found(asked.request.query["q"] ?? "", asked.visitor)
    var writer = JSONWriter(reserving: 4_096)
    writer.object { root in
      root.array("results") { list in
        for one in found {
          list.object {
            $0.member("kind", one.kind.rawValue)
            $0.member("label", one.label)
            $0.member("detail", one.detail)
            $0.member("href", one.href)
          }
        }
      }
    }
    return .json(writer.bytes)
  }

  /// What a text names, the best first within each kind. Without a text: the actions and the menu.
  private func found(_ typed: String, _ visitor: Visitor) throws(StoreError) -> [SearchHit] {
    guard let sought = SearchText(typed) else {
      return SearchHit.actions(visitor) + SearchHit.menu(visitor, now: store.clock())
    }
    let (role, workspace) = (visitor.role, visitor.workspace)
    var ranked = people(sought, visitor)
    if role.allows(.viewIncidents) {
      ranked += try store.dispatch.titles(of: workspace.id, limit: Self.incidentsSearched).compactMap {
        incident in
        sought.rank(incident, of: workspace.slug)
      }
    }
    if role.allows(.viewLiveMap) || role.allows(.viewIncidents) {
      for outlet in try store.visits.outlets(of: workspace.id) {
        guard let rank = sought.rank("\(outlet.name) \(outlet.externalID ?? "")") else { continue }
        ranked += SearchHit.site(outlet, visitor).map { (rank: rank, hit: $0) }
      }
    }
    let ownsServer = try ServerWeb(web: web).isOpen(to: visitor.account)
    let fixed =
      SearchHit.actions(visitor) + SearchHit.menu(visitor, now: store.clock())
      + SearchHit.behindMenu(visitor, ownsServer: ownsServer)
    for hit in fixed {
      if let rank = hit.rank(sought) { ranked.append((rank: rank, hit: hit)) }
    }
    return SearchHit.best(ranked)
  }

  private func people(_ sought: SearchText, _ visitor: Visitor) -> [(rank: Int, hit: SearchHit)] {
    let numbers = visitor.role.allows(.viewContacts)
    let now = store.liveness.vouchedUntil
    return store.liveness.board(of: visitor.workspace.id).compactMap { entry in
      let person = entry.person
      let byName = sought.rank("\(person.name) \(person.externalID ?? "")")
      guard let rank = byName ?? (numbers && sought.isNumber(person.phone) ? 1 : nil) else { return nil }
      let status = StatusPill(entry.live.settled(at: now).status).word
      return (rank, SearchHit(person: person, status: status, visitor))
    }
  }

  /// Titles are searched in the newest incidents; an older one is found by its number.
  static let incidentsSearched = 2_000
}
