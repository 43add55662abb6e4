/// An incident to which people are ranked.
package struct PlainQuestion: Sendable {
  package var kind = "incident"
  /// Which of the places of ``PlainPerson/distances``.
  package var place: Int
  package var needs: PlainPlaces
  /// The skills of those who have a place.
  package var placed: [Set<String>] = []
  /// Who declined it, gave it back or was sent away.
  package var refused: Set<Int64> = []
  /// Who has it, or holds an offer of it.
  package var here: Set<Int64> = []
  /// Seconds after which nobody who hears of it is asked.
  package var hearingLimit = 120.0

  package init(place: Int, needs: PlainPlaces) { (self.place, self.needs) = (place, needs) }
}

extension PlainQuestion {
  /// Why somebody is not asked automatically; `nil` = they are a candidate.
  package func obstacle(of person: PlainPerson, at now: Double) -> String? {
    if here.contains(person.id) {
      return person.hasIncident ? "assigned here" : "asked here"
    }
    if !person.kinds.contains(kind) { return "profile" }
    if !needs.fits(person.keys(at: now), beside: placed) { return "skills" }
    if person.duty == "off_duty" || person.status == "off_duty" { return "off duty" }
    if person.duty == "on_mission" || person.hasIncident { return "mission" }
    if person.holdsOffer { return "offer" }
    if person.status != "online" { return person.status }
    if person.distances == nil { return "position" }
    guard let hears = person.hears(at: now), hears <= hearingLimit else { return "late" }
    return refused.contains(person.id) ? "refused" : nil
  }

  /// The candidates in the order in which they are asked.
  package func ranked(_ people: [PlainPerson], at now: Double) -> [PlainPerson] {
    people.filter { obstacle(of: $0, at: now) == nil }.sorted { isAsked($0, before: $1, at: now) }
  }

  /// Whether somebody comes before somebody else, if both can be asked.
  package func isAsked(_ left: PlainPerson, before right: PlainPerson, at now: Double) -> Bool {
    let (isDoubted, other) = (left.isDoubted(at: now), right.isDoubted(at: now))
    if isDoubted != other { return other }
    let (reach, later) = (left.reach(place: place, at: now), right.reach(place: place, at: now))
    if reach != later { return reach ?? .infinity < later ?? .infinity }
    if left.lastOfferAt != right.lastOfferAt {
      return left.lastOfferAt ?? -.infinity < right.lastOfferAt ?? -.infinity
    }
    return left.id < right.id
  }
}
