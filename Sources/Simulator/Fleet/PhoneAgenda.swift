import Rollcall

/// The future events of a phone, in order.
struct PhoneAgenda: Sendable {
  enum Entry: Equatable, Sendable {
    case begins(PhoneFault)
    case ends(PhoneFault)
    case dies
    case charged
    case takenInUse
    case duty(PhoneBehaviour.DutyStep)
  }

  private var entries: [(at: Milliseconds, entry: Entry)]
  private var done = 0

  /// The agenda of a behaviour.
  init(_ behaviour: PhoneBehaviour) {
    var all: [(at: Milliseconds, entry: Entry)] = []
    for spell in behaviour.spells {
      all.append((spell.from, .begins(spell.trouble)))
      if spell.until < .max { all.append((spell.until, .ends(spell.trouble))) }
    }
    for drain in behaviour.drains {
      all.append((drain.until, .dies))
      if let charged = drain.charged { all.append((charged, .charged)) }
    }
    if let usedFrom = behaviour.usedFrom { all.append((usedFrom, .takenInUse)) }
    all += behaviour.duty.map { ($0.at, .duty($0)) }
    entries = Self.sorted(all)
  }

  /// When the next event is, milliseconds after the live start; `nil` = none.
  var next: Milliseconds? { entries.indices.contains(done) ? entries[done].at : nil }

  /// Removes the next entry.
  mutating func removeNext() -> (at: Milliseconds, entry: Entry)? {
    guard entries.indices.contains(done) else { return nil }
    done += 1
    return entries[done - 1]
  }

  /// Skips what lies before `elapsed`. Returns the last duty step among it, if there is one.
  mutating func skip(until elapsed: Milliseconds) -> PhoneBehaviour.DutyStep? {
    var last: PhoneBehaviour.DutyStep?
    while let next, next < elapsed, let entry = removeNext()?.entry {
      if case .duty(let step) = entry { last = step }
    }
    return last
  }

  /// Adds a fault to the future events.
  mutating func add(_ spell: Spell) {
    entries = Self.sorted(
      entries.dropFirst(done) + [(spell.from, .begins(spell.trouble)), (spell.until, .ends(spell.trouble))])
    done = 0
  }

  /// By time; of equal times in the order of the script.
  private static func sorted(_ all: [(at: Milliseconds, entry: Entry)]) -> [(
    at: Milliseconds, entry: Entry
  )] {
    all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}
