import Rollcall
import RollcallStore
import RollcallWire

extension IncidentSummary {
  /// The columns of an incident's line in a list, besides those of the incident itself.
  static let table = Table<IncidentSummary> {
    Column("state") { $0.incident.state.rawValue }.oneOf(Incident.State.allCases.map(\.rawValue))
    Column("place", "As people say it, such as an outlet's name.") {
      $0.place.utf8.isEmpty ? nil : $0.place
    }
    Column("region") { $0.incident.details.region }
    Column("opened_at") { $0.incident.openedAt }
    Column("opened_by") { $0.incident.openedBy }
    Column("closed_at") { $0.closedAt }
    Column("assignee") {
      Structure($0.holders.first { $0.offer.state == .accepted }, of: NamedOffer.personTable)
    }
    Column("offering_to") { Structure($0.holders.filter(\.offer.state.isOpen), of: NamedOffer.personTable) }
  }
}

extension IncidentFile {
  /// The columns of an incident's file, besides its line in the list.
  static let table = Table<IncidentFile> {
    Column("state_since") { $0.dispatch.stateSince }
    Column("asking") { Structure($0.dispatch, of: DispatchCase.askingTable) }
    Column("missing", "Where a place is open.") { file in
      Structure(
        file.dispatch.missing.map { MissingLine(line: $0.line, count: $0.count) }, of: MissingLine.table)
    }
    Column("assignment", "The earliest in force.") { file in
      Structure(
        file.dispatch.assignment.map {
          AssignmentLine(assignment: $0, arrivedAt: file.assigned(to: $0.responder)?.arrivedAt)
        },
        of: AssignmentLine.table)
    }
    Column("assignees", "Who has it, the earliest first.") { file in
      Structure(
        file.dispatch.assignees.map { AssigneeLine(assignment: $0, file: file.assigned(to: $0.responder)) },
        of: AssigneeLine.table)
    }
    Column("former_assignees", "Who had it, the earliest first.") { file in
      Structure(file.former, of: FormerAssignee.table)
    }
    Column("wake_at") { $0.dispatch.wakeAt }
    Column("offers", "The newest first.") { Structure($0.offers, of: NamedOffer.table) }
    Column("log", "The newest first.") { Structure($0.log, of: IncidentStep.table) }
  }
}

extension DispatchCase {
  static let askingTable = Table<DispatchCase> {
    Column("mode") { $0.asking.mode.rawValue }.oneOf(Asking.Mode.allCases.map(\.rawValue))
    Column("round", "Which asking it is; 0 before the first.") { $0.round }
    Column("answer_s", "How long each has to answer.") { Seconds($0.asking.answerWithin) }
    Column("picks") { file in
      Structure { json in json.array { list in for pick in file.asking.picks { list.value(pick.rawValue) } } }
    }
  }
}

/// The assignee of an incident.
struct AssignmentLine: Sendable {
  let assignment: Assignment
  let arrivedAt: Timestamp?

  static let table = Table<AssignmentLine> {
    Column("responder_id") { $0.assignment.responder }
    Column("offer_id") { $0.assignment.offer }
    Column("since") { $0.assignment.since }
    Column("arrived_at") { $0.arrivedAt }
    Column("grace_at", "When others are asked unless the assignee is heard before.") { $0.assignment.graceAt }
    Column("lost_at", "Since when others are asked; until one accepts it is still theirs.") {
      $0.assignment.lostAt
    }
  }
}

/// A line of the needs with open places.
struct MissingLine: Sendable {
  let line, count: Int

  static let table = Table<MissingLine> {
    Column("line", "Its place among the needs, from 0.") { $0.line }
    Column("count") { $0.count }
  }
}

/// One of those who have an incident.
struct AssigneeLine: Sendable {
  let assignment: Assignment
  let file: AssignedIncident?

  static let table = Table<AssigneeLine> {
    Column("responder_id") { $0.assignment.responder }
    Column("line", "The line of the needs in which they fill a place, from 0.") { $0.assignment.line }
    Column("offer_id", "null = taken by voice without an offer.") { $0.assignment.offer }
    Column("by", "Who wrote it down: their own app, or a dispatcher after a call.") {
      $0.assignment.by.rawValue
    }.oneOf(Assignment.Way.allCases.map(\.rawValue))
    Column("accepted_at") { $0.assignment.since }
    Column("on_the_way_at") { $0.file?.onWayAt }
    Column("arrived_at") { $0.file?.arrivedAt }
    Column("leaving", "Why others are asked meanwhile.") { $0.assignment.leaving?.rawValue }
      .oneOf(Assignment.Leaving.allCases.map(\.rawValue))
  }
}

extension HelpersPart.Helper {
  /// - Parameter place: the incident's.
  static func table(around place: Position?) -> Table<HelpersPart.Helper> {
    Table {
      Column("responder_id") { $0.id }
      Column("fix_at", "When the position was taken on which distance and arrival rest.") { $0.fixAt }
      Column("distance_m", "Now, in a straight line.") { $0.distance(to: place).map(Words.tenths) }
      Column("arrives_within_s", "In a straight line at their profile's speed; 0 once they have arrived.") {
        $0.arrivesWithin(of: place).map(Words.tenths)
      }
    }
  }

  private func distance(to place: Position?) -> Double? {
    place.flatMap { position?.distance(to: $0) }
  }

  /// In how many seconds they can be there; `nil` = unknown.
  private func arrivesWithin(of place: Position?) -> Double? {
    if hasArrived { return 0 }
    guard let distance = distance(to: place), speed > 0, distance / speed < 1e9 else { return nil }
    return distance / speed
  }
}

extension FormerAssignee {
  static let table = Table<FormerAssignee> {
    Column("responder_id") { $0.responder }
    Column("offer_id", "null = taken by voice without an offer.") { $0.offer }
    Column("by", "Who wrote it down: their own app, or a dispatcher after a call.") { $0.way.rawValue }
      .oneOf(Assignment.Way.allCases.map(\.rawValue))
    Column("accepted_at") { $0.since }
    Column("on_the_way_at") { $0.onWayAt }
    Column("arrived_at") { $0.arrivedAt }
    Column("ended_at") { $0.endedAt }
    Column("reason", "Why it ended.") { $0.reason }
  }
}

extension NamedOffer {
  static let personTable = Table<NamedOffer> {
    Column("id") { $0.offer.responder }
    Column("name") { $0.name }
  }

  static let table = Table<NamedOffer> {
    Column("id") { $0.offer.id }
    Column("responder_id") { $0.offer.responder }
    Column("responder") { $0.name }
    Column("state") { $0.offer.state.rawValue }.oneOf(Offer.State.allCases.map(\.rawValue))
    Column("distance_m") { $0.offer.distance.map(Words.tenths) }
    Column("queued_at") { $0.offer.queuedAt }
    Column("sent_at") { $0.offer.sentAt }
    Column("delivered_at") { $0.offer.deliveredAt }
    Column("seen_at") { $0.offer.seenAt }
    Column("ended_at") { $0.offer.endedAt }
    Column("expires_at") { $0.offer.expiresAt }
    Column("reason") { $0.offer.reason }
    Column("round") { $0.offer.round }
    Column("answer") { $0.offer.answer?.rawValue }.oneOf(["accepted", "declined"])
    Column("answered_at") { $0.offer.answeredAt }
  }
}

extension IncidentStep {
  static let table = Table<IncidentStep> {
    Column("at") { $0.at }
    Column("actor") { $0.actor }
    Column("step") { $0.kind.rawValue }.oneOf(IncidentStep.Kind.allCases.map(\.rawValue))
    Column("responder_id") { $0.responder }
    Column("detail") { $0.detail }
    Column("phone_at") { $0.phoneAt }
  }
}

extension Candidates {
  static let table = Table<Candidate> {
    Column("responder_id") { $0.person.id }
    Column("hears_within_s", "How soon they are expected to hear of an offer; null = never.") {
      $0.person.hearsWithin.map { Seconds($0) }
    }
    Column("reach_s", "How soon they can be there, with what counts against them.") {
      $0.reach.map(Words.tenths)
    }
    Column("distance_m") { Words.tenths($0.distance) }
    Column("doubt") { candidate in
      let doubts = candidate.person.doubts.names.joined(separator: ", ")
      return doubts.utf8.isEmpty ? nil : doubts
    }
  }

  static func leftOutTable(at now: Timestamp) -> Table<LeftOut> {
    Table {
      Column("responder_id") { $0.person.id }
      Column("reason") { $0.reason(at: now) }
      Column("distance_m", "From the latest position; null when it is not known.") {
        $0.distance.map(Words.tenths)
      }
    }
  }
}

extension Errand {
  /// A person's errand.
  static let table = Table<Errand> {
    Column("incident_id") { $0.incident }
    Column("title") { $0.title }
    Column("offer_id") { $0.offer }
    Column("state") { $0.state.rawValue }.oneOf(Offer.State.allCases.map(\.rawValue))
    Column("arrived_at") { $0.arrivedAt }
    Column("drill") { $0.isDrill }
  }
}

extension JSONWriter {
  /// The members of an incident in a list.
  mutating func incident(_ summary: IncidentSummary) {
    incident(summary.incident.id, summary.incident.details)
    IncidentSummary.table.members(of: summary, to: &self)
  }

  /// Everything about an incident as the next value.
  ///
  /// - Parameter helpers: `nil` for readers who may not know where people are.
  mutating func incident(_ file: IncidentFile, _ helpers: [HelpersPart.Helper]?) {
    object { root in
      root.incident(file.summary)
      IncidentFile.table.members(of: file, to: &root)
      if let helpers {
        root.array(
          "helpers", helpers, of: HelpersPart.Helper.table(around: file.summary.incident.details.position))
      } else {
        root.member("helpers", String?.none)
      }
    }
  }

  /// The people who can be asked to take an incident, and those who cannot, as the next value.
  mutating func candidates(_ candidates: Candidates, at now: Timestamp) {
    object { root in
      root.member("at", now)
      root.array("candidates", candidates.ranked, of: Candidates.table)
      root.array("left_out", candidates.leftOut, of: Candidates.leftOutTable(at: now))
    }
  }
}
