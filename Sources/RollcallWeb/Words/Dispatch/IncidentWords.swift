import Rollcall

extension StatePill {
  static func incident(_ state: Incident.State) -> StatePill {
    switch state {
    case .open: StatePill("wait", "Open", .ring)
    case .offering: StatePill("wait", "Offering", .half)
    case .assigned: StatePill("good", "Assigned", .disc)
    case .unassigned: StatePill("bad", "Unassigned", .triangle)
    case .resolved: StatePill("idle", "Resolved", .check)
    case .cancelled: StatePill("idle", "Cancelled", .cross)
    }
  }

  static func offer(_ state: Offer.State) -> StatePill {
    switch state {
    case .queued: StatePill("wait", "Queued", .ring)
    case .sent: StatePill("wait", "Sent", .ring)
    case .delivered: StatePill("wait", "Delivered", .half)
    case .seen: StatePill("wait", "Seen", .half)
    case .accepted: StatePill("good", "Accepted", .disc)
    case .declined: StatePill("bad", "Declined", .cross)
    case .expired: StatePill("bad", "Expired", .triangle)
    case .undelivered: StatePill("idle", "Not delivered", .ring)
    case .unreachable: StatePill("bad", "Unreachable", .triangle)
    case .withdrawn: StatePill("idle", "Withdrawn", .dash)
    }
  }

  /// The pill of a severity: one to four bars.
  static func severity(_ severity: Incident.Severity) -> StatePill {
    switch severity {
    case .low: StatePill("idle", "Low", .oneBar)
    case .normal: StatePill("idle", "Normal", .twoBars)
    case .high: StatePill("wait", "High", .threeBars)
    case .critical: StatePill("bad", "Critical", .fourBars)
    }
  }

  /// The pill of a person's outcome in a drill.
  static func drill(_ outcome: DrillResult.Outcome) -> StatePill {
    switch outcome {
    case .notReached: StatePill("bad", "Not reached", .triangle)
    case .noAnswer: StatePill("bad", "No answer", .ring)
    case .notAsked: StatePill("idle", "Not asked", .dash)
    case .waiting: StatePill("wait", "Waiting", .half)
    case .withdrawn: StatePill("idle", "Withdrawn", .dash)
    case .declined: StatePill("bad", "Declined", .cross)
    case .accepted: StatePill("good", "Accepted", .disc)
    }
  }

  static func drill(isOver: Bool) -> StatePill {
    isOver ? StatePill("idle", "Over", .check) : StatePill("wait", "Running", .half)
  }
}

extension Incident.State {
  /// The most urgent states first.
  static let neediestFirst: [Self] = [.unassigned, .open, .offering, .assigned, .resolved, .cancelled]
}

extension Incident.Kind {
  var label: String {
    switch self {
    case .incident: "Incident"
    case .order: "Order"
    }
  }
}

extension Words {
  /// An incident's name on pages: `INC-214`.
  static func incident(_ id: Incident.ID) -> String { "INC-\(id.rawValue)" }

  enum Incidents {
    static let noneYet = "No incidents yet."
    static let noneAdvice =
      "Open one when somebody is needed at a place: Rollcall ranks who can really be reached."
    static func none(_ state: Incident.State) -> String {
      "No incident is \(StatePill.incident(state).word.lowercased())."
    }
    static let noneOfState = "Choose another state, or look at all of them."
    static let noneOpened = "No such incident was opened in this time."
    static let otherTime = "Choose another time, or look at all of them."
    static let showAll = "Show all"
    static let anyState = "Any state"
    static func unassigned(_ count: Int) -> String {
      count == 1 ? "One incident is unassigned" : "\(grouped(count)) incidents are unassigned"
    }
    static let unassignedDetail = "Nobody who was asked has accepted."
    static let offeringTo = "offering to "
    static let addNote = "Add a note to the log"
    static let noteLength = "A note is \(NameLimits.words(1...2_000))."
    static let nothingDone = "Nothing was done."
    static let nothingSent = "Nothing was sent."
  }
}

extension PageClock {
  /// `12 s`, counting down: how long until `instant`.
  func left(until instant: Timestamp) -> Moment {
    var moment = time(instant)
    moment.text = Words.duration(instant.since(now))
    moment.ticks = "left"
    (moment.before, moment.after) = ("", "")
    return moment
  }
}
