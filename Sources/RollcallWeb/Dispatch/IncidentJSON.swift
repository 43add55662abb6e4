import Rollcall
import RollcallStore
import RollcallWire

extension JSONWriter {
  /// The members of an incident in a list.
  mutating func incident(_ summary: IncidentSummary) {
    let incident = summary.incident
    self.incident(incident.id, incident.details)
    member("state", incident.state.rawValue)
    member("place", summary.place.utf8.isEmpty ? nil : summary.place)
    member("region", incident.details.region)
    member("opened_at", incident.openedAt)
    member("opened_by", incident.openedBy)
    member("closed_at", summary.closedAt)
    let assignee = summary.holders.first { $0.offer.state == .accepted }
    key("assignee")
    if let assignee { person(assignee.offer.responder, assignee.name) } else { null() }
    array("offering_to") { list in
      for holder in summary.holders where holder.offer.state.isOpen {
        list.person(holder.offer.responder, holder.name)
      }
    }
  }

  /// Everything about an incident as the next value.
  mutating func incident(_ file: IncidentFile) {
    object { root in
      root.incident(file.summary)
      root.member("state_since", file.dispatch.stateSince)
      root.asking(file.dispatch)
      root.assignment(file.dispatch.assignment, arrivedAt: file.assignment?.arrivedAt)
      root.member("wake_at", file.dispatch.wakeAt)
      root.array("offers") { list in for offer in file.offers { list.offer(offer) } }
      root.array("log") { list in for step in file.log { list.step(step) } }
    }
  }

  private mutating func asking(_ file: DispatchCase) {
    object("asking") { asking in
      asking.member("mode", file.asking.mode.rawValue)
      asking.member("round", file.round)
      asking.member("answer_s", Double(file.asking.answerWithin) / 1_000)
      asking.array("picks") { list in for pick in file.asking.picks { list.value(pick.rawValue) } }
    }
  }

  private mutating func assignment(_ assignment: Assignment?, arrivedAt: Timestamp?) {
    key("assignment")
    guard let assignment else { return null() }
    object {
      $0.member("responder_id", assignment.responder)
      $0.member("offer_id", assignment.offer)
      $0.member("since", assignment.since)
      $0.member("arrived_at", arrivedAt)
      $0.member("grace_at", assignment.graceAt)
      $0.member("lost_at", assignment.lostAt)
    }
  }

  private mutating func offer(_ named: NamedOffer) {
    let offer = named.offer
    object {
      $0.member("id", offer.id)
      $0.member("responder_id", offer.responder)
      $0.member("responder", named.name)
      $0.member("state", offer.state.rawValue)
      $0.member("distance_m", offer.distance.map { ($0 * 10).rounded() / 10 })
      $0.member("queued_at", offer.queuedAt)
      $0.member("sent_at", offer.sentAt)
      $0.member("delivered_at", offer.deliveredAt)
      $0.member("seen_at", offer.seenAt)
      $0.member("ended_at", offer.endedAt)
      $0.member("expires_at", offer.expiresAt)
      $0.member("reason", offer.reason)
      $0.member("round", offer.round)
      $0.member("answer", offer.answer?.rawValue)
      $0.member("answered_at", offer.answeredAt)
    }
  }

  private mutating func step(_ step: IncidentStep) {
    object {
      $0.member("at", step.at)
      $0.member("actor", step.actor)
      $0.member("step", step.kind.rawValue)
      $0.member("responder_id", step.responder)
      $0.member("detail", step.detail)
      $0.member("phone_at", step.phoneAt)
    }
  }

  private mutating func person(_ id: Responder.ID, _ name: String) {
    object {
      $0.member("id", id)
      $0.member("name", name)
    }
  }

  /// Who can be asked to take an incident, and who not, as the next value.
  mutating func candidates(_ candidates: Candidates, at now: Timestamp) {
    object { root in
      root.member("at", now)
      root.array("candidates") { list in
        for candidate in candidates.ranked {
          list.object {
            $0.member("responder_id", candidate.person.id)
            $0.member("distance_m", (candidate.distance * 10).rounded() / 10)
            let doubts = candidate.person.doubts.names.joined(separator: ", ")
            $0.member("doubt", doubts.utf8.isEmpty ? nil : doubts)
          }
        }
      }
      root.array("left_out") { list in
        for person in candidates.leftOut {
          list.object {
            $0.member("responder_id", person.person.id)
            $0.member("reason", person.reasons(at: now).joined(separator: ", "))
          }
        }
      }
    }
  }

  /// The board's `assignment` as the next value: what a person is asked to do, or does.
  mutating func assignment(_ errand: Errand?) {
    guard let errand else { return null() }
    object {
      $0.member("incident_id", errand.incident)
      $0.member("title", errand.title)
      $0.member("offer_id", errand.offer)
      $0.member("state", errand.state.rawValue)
      $0.member("arrived_at", errand.arrivedAt)
      $0.member("drill", errand.isDrill)
    }
  }
}
