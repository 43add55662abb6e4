import Rollcall

/// One visit in the table.
struct VisitRow: PagePart {
  struct Check: PagePart {
    var at: Moment
    var verdict: StatePill
    var reason: String

    init(_ check: Visit.Check, _ clock: PageClock) {
      at = clock.time(check.at)
      (verdict, reason) = (.verdict(check.verdict.word), check.verdict.reason)
    }
  }

  var key, name, href: String
  /// The outlet, and its code in the operator's own system, which may be empty.
  var outlet, code: String
  var from, to: Moment
  /// `all day`, `Fri 20 Nov, all day`; empty when it is planned for hours.
  var allDay: String
  var state: StatePill
  /// The check-in and the check-out, if there are any.
  var come, leave: Check?
  /// The way from the previous visit: `2.4 km in 18 min`, and the length of the stay; each may be empty.
  var way, stay: String
  /// The target of the form that withdraws it; empty when it stays.
  var remove: String
  /// The day of the list, to come back to.
  var day: String

  init(
    _ visit: Visit, by leg: VisitLeg? = nil, in time: AskedDays, slug: String, mayPlan: Bool, clock: PageClock
  ) {
    (key, name) = ("v\(visit.id.rawValue)", visit.name)
    href = PagePath.person(slug, visit.responder)
    (outlet, code) = (visit.outlet.name, visit.outlet.externalID ?? "")
    (from, to) = (clock.minute(visit.planned.from), clock.minute(visit.planned.to))
    let begins = clock.local(visit.planned.from)
    let isAllDay = visit.planned == AskedDays.whole(begins.date, clock)
    let named = begins.day(today: clock.local(clock.now).date)
    allDay = !isAllDay ? "" : time.isDay ? Words.Visits.allDay : Words.Visits.allDay(named)
    (day, state) = (time.day.isoDay, .visit(visit.state(at: clock.now)))
    (come, leave) = (visit.checkIn.map { Check($0, clock) }, visit.checkOut.map { Check($0, clock) })
    (way, stay) = (leg.map(Words.way) ?? "", visit.stay.map(Words.duration) ?? "")
    remove =
      mayPlan && visit.isRemovable(at: clock.now)
      ? "\(Shell.Section.visits.path(slug))/\(visit.id.rawValue)/remove" : ""
  }
}

/// Totals of one person's way from visit to visit.
struct RouteRow: PagePart {
  var name, href: String
  var visits, stay: String
  /// The time of the way, its length, and the straight distance; `—` when unknown.
  var time, distance, straight: String
  /// Says that not every leg is known; may be empty.
  var note: String

  init(_ route: VisitRoute, slug: String) {
    (name, href) = (route.name, PagePath.person(slug, route.responder))
    visits = Words.grouped(route.visits)
    stay = route.stay > 0 ? Words.duration(route.stay) : Words.none
    time = route.time.map(Words.duration) ?? Words.none
    (distance, straight) = (Words.distance(route.distance), Words.distance(route.straight))
    note = route.known < route.legs.count ? Words.Visits.knownWays(route.known, route.legs.count) : ""
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
  static func verdict(_ word: VisitVerdict.Word) -> StatePill {
    switch word {
    case .verified: StatePill("good", "Verified", .check)
    case .doubtful: StatePill("wait", "Doubtful", .half)
    case .rejected: StatePill("bad", "Rejected", .cross)
    }
  }

  static func visit(_ state: Visit.State) -> StatePill {
    switch state {
    case .planned: StatePill("idle", "Planned", .ring)
    case .there: StatePill("idle", Words.Visits.checkedIn, .disc)
    case .done: StatePill("idle", "Done", .check)
    case .missed: StatePill("bad", "Missed", .triangle)
    }
  }
}
