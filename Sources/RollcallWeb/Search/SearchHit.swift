import Rollcall
import RollcallStore

/// One thing found.
struct SearchHit: Sendable {
  /// What it is, in the order of display.
  enum Kind: String, CaseIterable, Sendable { case person, incident, site, action, page }

  var kind: Kind
  var label: String
  /// What tells it apart: a status, a state, a place; may be empty.
  var detail: String
  var href: String

  private static let mostOfAKind = 8

  /// The best of each kind.
  static func best(_ ranked: [(rank: Int, hit: SearchHit)]) -> [SearchHit] {
    let order = ranked.enumerated().sorted { left, right in
      left.element.rank != right.element.rank
        ? left.element.rank < right.element.rank : left.offset < right.offset
    }
    return Kind.allCases.flatMap { kind in
      order.lazy.map(\.element.hit).filter { $0.kind == kind }.prefix(mostOfAKind)
    }
  }

  init(kind: Kind, label: String, detail: String = "", href: String) {
    (self.kind, self.label, self.detail, self.href) = (kind, label, detail, href)
  }

  /// A person: their page, or for readers who may not open it the board or the list with them alone.
  init(person: Responder, status: String, _ visitor: Visitor) {
    let slug = visitor.workspace.slug
    var query = URLQuery()
    query.add("q", person.name)
    let list: Shell.Section = visitor.role.allows(.viewLiveMap) ? .board : .responders
    let mayOpen = visitor.role.allows(.viewHistory)
    self.init(
      kind: .person, label: person.name,
      detail: [status, person.region, person.externalID].compactMap { $0 }.joined(separator: " · "),
      href: mayOpen ? PagePath.person(slug, person.id) : query.link(list.path(slug)))
  }

  init(incident: IncidentTitle, _ slug: String) {
    self.init(
      kind: .incident, label: "\(Words.incident(incident.id)) \(incident.title)",
      detail: [StatePill.incident(incident.state).word, incident.place].filter { !$0.utf8.isEmpty }
        .joined(separator: " · "),
      href: "\(Shell.Section.incidents.path(slug))/\(incident.id.rawValue)")
  }

  /// A site: a new incident there; for readers who may not open one its visits, or the map around it. Those who may change
  /// sites get its page, too.
  static func site(_ outlet: Outlet, _ visitor: Visitor) -> [SearchHit] {
    let (slug, role) = (visitor.workspace.slug, visitor.role)
    let (use, href) =
      if role.allows(.manageIncidents) {
        (Words.Search.newIncidentThere, newIncident(at: outlet, slug))
      } else if role.allows(.viewHistory) {
        (Words.Search.visitsThere, VisitFilter().with(\.outlet, outlet.id.rawValue).link(slug))
      } else {
        (Words.Search.onTheMap, "\(Shell.Section.map.path(slug))#site-\(outlet.id.rawValue)")
      }
    let first = SearchHit(kind: .site, label: outlet.name, detail: use, href: href)
    guard role.allows(.manageWorkspace) else { return [first] }
    let page = "\(OutletsPage.path(slug))?edit=\(outlet.id.rawValue)#site"
    return [first, SearchHit(kind: .site, label: outlet.name, detail: Words.Search.changeSite, href: page)]
  }

  private static func newIncident(at outlet: Outlet, _ slug: String) -> String {
    var query = URLQuery()
    query.add("outlet", "\(outlet.id.rawValue)")
    return query.link(PagePath.newIncident(slug))
  }
}
