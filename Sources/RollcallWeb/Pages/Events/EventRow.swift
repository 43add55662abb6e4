import Rollcall

/// One participant in the table of an event.
struct EventRow: PageRow {
  static let template = "Events/EventRow"

  var key, name, href: String
  var phase: StatePill
  var status: StatusPill
  /// What they lack, in words; may be empty.
  var missing: String
  /// When they started and stopped, and their newest position of the event.
  var started, stopped, lastFix: Moment
  var positions: String
}

extension EventRow {
  init(_ person: EventParticipant, in event: Event, slug: String, clock: PageClock) {
    let time = { (instant: Timestamp?) in instant.map { clock.time($0) } ?? .none }
    let missing = person.missing(in: event, at: clock.now).map { Words.missing($0, clock) }
    self.init(
      key: "p\(person.id.rawValue)", name: person.name, href: PagePath.person(slug, person.id),
      phase: .participant(person.phase), status: StatusPill(person.status),
      missing: missing.joined(separator: ", "), started: time(person.startedAt),
      stopped: time(person.stoppedAt), lastFix: time(person.lastFix),
      positions: Words.grouped(person.positions))
  }
}

extension StatePill {
  static func participant(_ phase: EventParticipant.Phase) -> StatePill {
    switch phase {
    case .notStarted: StatePill("idle", Words.Events.notStarted, .ring)
    case .underWay: StatePill("good", Words.Events.underWay, .disc)
    case .finished: StatePill("idle", "Finished", .check)
    }
  }

  static func event(_ event: Event, at now: Timestamp) -> StatePill {
    if event.isOver(at: now) { return StatePill("idle", "Over", .check) }
    if !event.hasBegun(at: now) { return StatePill("idle", Words.Events.toCome, .ring) }
    return StatePill("good", "Running", .disc)
  }
}
