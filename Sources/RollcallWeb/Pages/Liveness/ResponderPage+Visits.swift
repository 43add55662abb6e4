import Rollcall

extension ResponderPage {
  /// Their visits of today; `nil` when there are none.
  static func visitCard(_ visits: [Visit], slug: String, of id: Responder.ID, clock: PageClock) -> FactCard? {
    guard !visits.isEmpty else { return nil }
    let facts = visits.map { visit in
      Fact(visit.outlet.name, words(visit, clock), level: visit.checkIn?.verdict.word.level ?? "")
    }
    var card = FactCard(title: "Visits today", key: "visits", facts: facts)
    let all = Link(label: "All", href: VisitFilter().with(\.responder, id.rawValue).link(slug))
    card.facts[card.facts.count - 1].links = [all]
    return card
  }

  private static func words(_ visit: Visit, _ clock: PageClock) -> String {
    let state = StatePill.visit(visit.state(at: clock.now)).word
    guard let come = visit.checkIn else { return "\(state), \(clock.minute(visit.planned.from).text)" }
    return
      "\(state), \(clock.minute(come.at).text), \(StatePill.verdict(come.verdict.word).word.lowercased())"
  }
}

extension VisitVerdict.Word {
  /// The level of a fact.
  fileprivate var level: String {
    switch self {
    case .verified: ""
    case .doubtful: "warning"
    case .rejected: "danger"
    }
  }
}
