import Rollcall

/// One participant in the table of an event.
struct EventRow: PageRow {
  static let template = "Events/EventRow"

  var key, name, href: String
  /// How far they are.
  var phase: StatePill
  var status: StatusPill
  /// What they lack, in words; may be empty.
  var missing: String
  /// When they started and stopped, and their newest position of the event.
  var started, stopped, lastFix: Moment
  /// How many positions there are.
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

extension Words {
  /// What a participant lacks: `has not started`, `nothing heard since 11:48`.
  static func missing(_ missing: EventParticipant.Missing, _ clock: PageClock) -> String {
    switch missing {
    case .start: "has not started"
    case .contact(let since): "nothing heard since \(clock.time(since).text)"
    case .position(let since): "no position since \(clock.time(since).text)"
    case .path(let gaps, let length):
      "\(gaps == 1 ? "a gap" : "\(grouped(Int64(gaps))) gaps") of \(duration(length)) in their path"
    case .numbers(let count):
      count == 1 ? "one numbered position has not come" : "\(grouped(count)) numbered positions have not come"
    }
  }
}

extension StatePill {
  /// The pill of how far a participant is.
  static func participant(_ phase: EventParticipant.Phase) -> StatePill {
    switch phase {
    case .notStarted: StatePill("idle", "Not started", .ring)
    case .underWay: StatePill("good", "Under way", .disc)
    case .finished: StatePill("idle", "Finished", .check)
    }
  }

  /// The pill of an event.
  static func event(_ event: Event, at now: Timestamp) -> StatePill {
    if event.isOver(at: now) { return StatePill("idle", "Over", .check) }
    if !event.hasBegun(at: now) { return StatePill("idle", "To come", .ring) }
    return StatePill("good", "Running", .disc)
  }
}
