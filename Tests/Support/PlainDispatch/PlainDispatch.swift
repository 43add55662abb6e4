/// A control room's incidents and people, and who is asked for what. Everything happens so soon after another that no
/// offer ends by itself and no pause is over.
package struct PlainDispatch: Sendable {
  package var now = 0.0
  package var people: [PlainPerson]
  /// The oldest first.
  package var incidents: [PlainIncident] = []
  /// Whether text messages about offers are sent.
  package var sendsTexts = false
  /// Who was asked for which incident since the start, in order, and what they were sent: `app`, `text`.
  package private(set) var asks: [(person: Int64, incident: Int64, messages: Set<String>)] = []
  /// How often somebody was asked beyond the places.
  package private(set) var extras = 0

  package init(people: [PlainPerson]) { self.people = people }

  /// Gives everybody to incidents who can be given: the most severe place first, then the oldest. People beyond the
  /// places of a critical incident count as high.
  package mutating func settle() {
    while askSomebody() {}
    for index in incidents.indices where incidents[index].open > 0 && incidents[index].asked.isEmpty {
      incidents[index].isInVain = true
    }
  }

  private mutating func askSomebody() -> Bool {
    var wishes: [(severity: Int, index: Int)] = []
    for index in incidents.indices {
      if isPlaceUnasked(index) {
        wishes.append((incidents[index].severity, index))
      } else if incidents[index].open > 0,
        incidents[index].asked.count < incidents[index].open + incidents[index].extras
      {
        wishes.append((min(incidents[index].severity, 2), index))
      }
    }
    wishes.sort { ($1.severity, $0.index) < ($0.severity, $1.index) }
    return wishes.contains { isPlaceUnasked($0.index) ? fillPlace($0.index) : askBeyond($0.index) }
  }

  /// Whether not every place would be filled if everybody who is asked accepted.
  private func isPlaceUnasked(_ index: Int) -> Bool {
    let incident = incidents[index]
    return incident.question.needs.filled(by: keys(incident.holders + incident.asked))
      < incident.question.needs.count
  }

  private mutating func fillPlace(_ index: Int) -> Bool {
    let incident = incidents[index]
    let question = asking(incident, beside: incident.holders + incident.asked)
    let ranked = question.ranked(present, at: now)
    let best =
      ranked.first { !incident.round.contains($0.id) } ?? ranked.first { incident.gone.contains($0.id) }
    if let best {
      ask(best.id, index)
      return true
    }
    return incident.severity == 3 && take(for: index, question)
  }

  private mutating func askBeyond(_ index: Int) -> Bool {
    let incident = incidents[index]
    let question = asking(incident, beside: incident.holders)
    guard let best = question.ranked(present, at: now).first(where: { !incident.round.contains($0.id) })
    else { return false }
    extras += 1
    ask(best.id, index)
    return true
  }

  /// Takes the best of those whose offer is the least severe and not seen yet.
  private mutating func take(for index: Int, _ question: PlainQuestion) -> Bool {
    for severity in 0...2 {
      var offers: [(victim: Int, person: PlainPerson)] = []
      for victim in incidents.indices where victim != index {
        let takeable =
          incidents[victim].severity == 3
          ? (severity == 2 ? beyondPlaces(victim) : [])
          : (severity == incidents[victim].severity ? incidents[victim].asked : [])
        for id in takeable
        where !incidents[victim].seen.contains(id) && !incidents[index].round.contains(id) {
          var person = person(id)
          person.holdsOffer = false
          if question.obstacle(of: person, at: now) == nil { offers.append((victim, person)) }
        }
      }
      let best = offers.min { question.isAsked($0.person, before: $1.person, at: now) }
      guard let best else { continue }
      end(best.victim, best.person.id, "withdrawn")
      // Who is taken from an incident does not count as asked for it.
      incidents[best.victim].hasNotHadTurn(best.person.id)
      ask(best.person.id, index)
      return true
    }
    return false
  }

  /// Of those who are asked for a critical incident the last by order, who would find no place beside the others.
  private func beyondPlaces(_ index: Int) -> [Int64] {
    let incident = incidents[index]
    let order = incident.asked.map { person($0) }
      .sorted { incident.question.isAsked($0, before: $1, at: now) }
    var placed = incident.holders
    return order.map(\.id).filter { id in
      let fits = incident.question.needs.fits(keys(of: id), beside: keys(placed))
      if fits { placed.append(id) }
      return !fits
    }
  }

  private mutating func ask(_ id: Int64, _ index: Int) {
    incidents[index].asked.append(id)
    incidents[index].round.insert(id)
    incidents[index].gone.remove(id)
    let person = person(id)
    var messages: Set<String> = person.hasAddress ? ["app"] : []
    // Whoever is woken anyway costs no text.
    if sendsTexts, person.hasNumber, !person.isWoken(at: now) { messages.insert("text") }
    asks.append((id, incidents[index].id, messages))
    change(id) { person, now in
      person.lastOfferAt = now
      if messages.contains("app") { person.pushes.append(.init(at: now)) }
      if messages.contains("text") { person.texts.append(.init(at: now)) }
    }
  }
}

extension PlainDispatch {
  /// Somebody as they are now.
  package func person(_ id: Int64) -> PlainPerson { present.first { $0.id == id } ?? PlainPerson(id: id) }

  /// Everybody, with what they hold.
  package var present: [PlainPerson] {
    people.map { person in
      var person = person
      person.hasIncident = incidents.contains { $0.holders.contains(person.id) }
      person.holdsOffer = incidents.contains { $0.asked.contains(person.id) }
      return person
    }
  }

  package mutating func change(_ id: Int64, _ change: (inout PlainPerson, Double) -> Void) {
    for index in people.indices where people[index].id == id { change(&people[index], now) }
  }

  func keys(_ ids: [Int64]) -> [Set<String>] { ids.map { keys(of: $0) } }

  func keys(of id: Int64) -> Set<String> { people.first { $0.id == id }?.keys(at: now) ?? [] }

  private func asking(_ incident: PlainIncident, beside others: [Int64]) -> PlainQuestion {
    var question = incident.question
    question.placed = keys(others)
    return question
  }
}
