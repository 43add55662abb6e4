// What happens to incidents and people, and who is asked then.

extension PlainDispatch {
  /// A new incident.
  package mutating func open(_ incident: PlainIncident) {
    incidents.append(incident)
    settle()
  }

  /// Somebody's phone learns of the offer by the answer to an upload.
  package mutating func hear(_ id: Int64) {
    for index in incidents.indices where incidents[index].asked.contains(id) {
      incidents[index].reached.insert(id)
      change(id) { person, _ in
        if let last = person.newestPush, person.pushes[last].answeredAt == nil {
          person.pushes[last].wasTold = true
        }
      }
    }
  }

  /// Somebody's phone shows the offer.
  package mutating func see(_ id: Int64) {
    for index in incidents.indices where incidents[index].asked.contains(id) {
      incidents[index].seen.insert(id)
      answer(index, id)
    }
  }

  /// Their app answers the offer, and so its message.
  private mutating func answer(_ index: Int, _ id: Int64) {
    incidents[index].reached.insert(id)
    change(id) { person, now in
      if let last = person.newestPush, person.pushes[last].answeredAt == nil {
        person.pushes[last].answeredAt = now
      }
    }
  }

  /// Somebody who holds an offer declines it, or who has a place gives it back.
  package mutating func decline(_ id: Int64) {
    for index in incidents.indices {
      if incidents[index].asked.contains(id) {
        answer(index, id)
        end(index, id, "declined")
      } else if incidents[index].holders.contains(id) {
        incidents[index].holders.removeAll { $0 == id }
        change(id) { person, _ in
          if let last = person.past.lastIndex(where: { $0.end == "accepted" }) {
            person.past[last].end = "declined"
          }
        }
      } else {
        continue
      }
      incidents[index].question.refused.insert(id)
    }
    settle()
  }

  /// Somebody who holds an offer accepts it: whoever finds no place any more is told that it is over.
  package mutating func accept(_ id: Int64) {
    for index in incidents.indices where incidents[index].asked.contains(id) {
      answer(index, id)
      end(index, id, "accepted")
      incidents[index].holders.append(id)
      let (needs, held) = (incidents[index].question.needs, keys(incidents[index].holders))
      for other in incidents[index].asked where !needs.fits(keys(of: other), beside: held) {
        end(index, other, "withdrawn")
        // Who lost the race has not had their turn.
        incidents[index].hasNotHadTurn(other)
      }
      if incidents[index].open == 0 { incidents[index].isInVain = false }
    }
    settle()
  }

  /// Somebody goes off duty, and loses what they hold.
  package mutating func goOffDuty(_ id: Int64) {
    change(id) { person, _ in (person.duty, person.status) = ("off_duty", "off_duty") }
    for index in incidents.indices
    where incidents[index].asked.contains(id) || incidents[index].holders.contains(id) {
      incidents[index].gone.insert(id)
      incidents[index].wereGone.insert(id)
      incidents[index].asked.removeAll { $0 == id }
      incidents[index].holders.removeAll { $0 == id }
      incidents[index].reached.remove(id)
      incidents[index].seen.remove(id)
    }
    settle()
  }

  mutating func end(_ index: Int, _ id: Int64, _ word: String) {
    let isDelivered = incidents[index].reached.contains(id)
    incidents[index].asked.removeAll { $0 == id }
    incidents[index].reached.remove(id)
    incidents[index].seen.remove(id)
    change(id) { person, now in
      person.past.append(.init(at: now, end: word, isDelivered: isDelivered))
      guard word == "withdrawn" else { return }
      if let last = person.newestPush { person.pushes[last].withdrawnAt = now }
      if let last = person.newestText { person.texts[last].withdrawnAt = now }
    }
  }
}

extension PlainPerson {
  /// The messages about their last offer, if there are any.
  fileprivate var newestPush: Int? { pushes.lastIndex { $0.at == lastOfferAt } }
  fileprivate var newestText: Int? { texts.lastIndex { $0.at == lastOfferAt } }
}
