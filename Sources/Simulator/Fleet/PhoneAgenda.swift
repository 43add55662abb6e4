import Rollcall

/// What is going to happen to a phone, in order.
struct PhoneAgenda: Sendable {
  enum Entry: Equatable, Sendable {
    case begins(Trouble)
    case ends(Trouble)
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

  /// When the next thing happens, milliseconds after the live start; `nil` = nothing more.
  var next: Milliseconds? { entries.indices.contains(done) ? entries[done].at : nil }

  /// The next entry, which is thereby done.
  mutating func take() -> (at: Milliseconds, entry: Entry)? {
    guard entries.indices.contains(done) else { return nil }
    done += 1
    return entries[done - 1]
  }

  /// Passes over what lies before `elapsed`; the last step of duty among it, if there is one.
  mutating func skip(until elapsed: Milliseconds) -> PhoneBehaviour.DutyStep? {
    var last: PhoneBehaviour.DutyStep?
    while let next, next < elapsed, let entry = take()?.entry {
      if case .duty(let step) = entry { last = step }
    }
    return last
  }

  /// Adds trouble to what lies ahead.
  mutating func add(_ spell: Spell) {
    entries = Self.sorted(
      entries.dropFirst(done) + [(spell.from, .begins(spell.trouble)), (spell.until, .ends(spell.trouble))])
    done = 0
  }

  /// By time; of one time in the order of the script.
  private static func sorted(_ all: [(at: Milliseconds, entry: Entry)]) -> [(
    at: Milliseconds, entry: Entry
  )] {
    all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}
