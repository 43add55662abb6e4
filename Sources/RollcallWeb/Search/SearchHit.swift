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

  /// A site: a new incident there, or for readers who may not open one its place.
  init(site outlet: Outlet, _ visitor: Visitor) {
    var query = URLQuery()
    query.add("outlet", "\(outlet.id.rawValue)")
    let mayOpen = visitor.role.allows(.manageIncidents)
    self.init(
      kind: .site, label: outlet.name,
      detail: mayOpen ? Words.Search.newIncidentThere : Words.coordinates(outlet.position),
      href: mayOpen ? query.link(PagePath.newIncident(visitor.workspace.slug)) : Words.geo(outlet.position))
  }
}
