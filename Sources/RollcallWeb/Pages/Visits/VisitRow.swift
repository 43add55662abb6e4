import Rollcall

/// One visit in the table.
struct VisitRow: PagePart {
  /// A check-in or check-out.
  struct Check: PagePart {
    var at: Moment
    /// What it proves.
    var verdict: StatePill
    var reason: String

    init(_ check: Visit.Check, _ clock: PageClock) {
      at = clock.time(check.at)
      verdict = .verdict(check.verdict.word)
      reason = check.verdict.reason
    }
  }

  /// The row's name in the page, `v` and the visit's id.
  var key: String
  var name: String
  var href: String
  /// The outlet.
  var outlet: String
  /// What the operator's own system calls it; may be empty.
  var code: String
  /// When it is planned.
  var from: Moment
  /// Until when.
  var to: Moment
  /// How far it is.
  var state: StatePill
  /// The check-in, if there is one.
  var come: Check?
  /// The check-out, if there is one.
  var leave: Check?
  /// How they came from the visit before: `2.4 km in 18 min`; may be empty.
  var way: String
  /// How long they were there; may be empty.
  var stay: String
  /// Where the form that takes it back leads; empty when it stays.
  var remove: String
  /// The day that is shown, to come back to.
  var day: String

  init(
    _ visit: Visit, by leg: VisitLeg? = nil, on day: CivilDate, slug: String, mayPlan: Bool, clock: PageClock
  ) {
    key = "v\(visit.id.rawValue)"
    name = visit.name
    href = PagePath.person(slug, visit.responder)
    outlet = visit.outlet.name
    code = visit.outlet.externalID ?? ""
    from = clock.minute(visit.planned.from)
    to = clock.minute(visit.planned.to)
    self.day = day.isoDay
    state = .visit(visit.state(at: clock.now))
    come = visit.checkIn.map { Check($0, clock) }
    leave = visit.checkOut.map { Check($0, clock) }
    stay = visit.stay.map(Words.duration) ?? ""
    way = leg.map(Words.way) ?? ""
    remove =
      mayPlan && visit.isRemovable(at: clock.now)
      ? "\(Shell.Section.visits.path(slug))/\(visit.id.rawValue)/remove" : ""
  }
}

extension Words {
  /// A leg of a route: `2.4 km in 18 min`, `2.1 km straight`.
  static func way(_ leg: VisitLeg) -> String {
    let way = leg.travelled.map { distance($0) } ?? "\(distance(leg.straight)) straight"
    return leg.span.map { "\(way) in \(duration($0.length))" } ?? way
  }
}

extension StatePill {
  /// The pill of a verdict.
  static func verdict(_ word: VisitVerdict.Word) -> StatePill {
    switch word {
    case .verified: StatePill("good", "Verified", .check)
    case .doubtful: StatePill("wait", "Doubtful", .half)
    case .rejected: StatePill("bad", "Rejected", .cross)
    }
  }

  /// The pill of how far a visit is.
  static func visit(_ state: Visit.State) -> StatePill {
    switch state {
    case .planned: StatePill("idle", "Planned", .ring)
    case .there: StatePill("idle", "Checked in", .disc)
    case .done: StatePill("idle", "Done", .check)
    case .missed: StatePill("bad", "Missed", .triangle)
    }
  }
}
