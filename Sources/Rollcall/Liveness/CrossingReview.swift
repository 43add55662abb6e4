/// Judges a stretch of somebody's past anew, when fixes of it have come late.
///
/// It is given what was recorded from the stretch's beginning on, and every fix since, the late ones among them, in order
/// of time. It has seen enough as soon as the late ones are judged and everybody is again where the record says: whatever
/// comes later was judged from there.
public struct CrossingReview: Sendable {
  private let ground: MarkedGround
  private let until: Timestamp
  /// Where they are by all fixes so far.
  private var presence: Presence
  /// Where they were at the same time by the record: what it says of later tells also what it no longer holds.
  private var recorded: Set<MarkedPlace>
  /// What is recorded of the time that is not reached yet.
  private var rest: ArraySlice<Crossing>
  private var passed: [Crossing] = []
  private var found: [Crossing] = []
  /// Whether further fixes would change nothing.
  public private(set) var isSettled = false

  /// A review of what lies between the first late fix and the last.
  ///
  /// - Parameters:
  ///   - until: the time of the last late fix.
  ///   - record: what was recorded from its beginning on, ascending.
  ///   - last: where they are at the end of the record.
  ///   - ground: the places there are now. Whatever is recorded of others stays.
  public init(
    until: Timestamp, record: [Crossing], last: Set<MarkedPlace>, on ground: MarkedGround
  ) {
    (self.until, self.ground) = (until, ground)
    rest = record[...]
    recorded = last
    for crossing in record.reversed() { recorded.apply(crossing, undone: true) }
    presence = Presence(inside: recorded)
  }

  /// Takes the next fix; one that is not later than that before changes nothing.
  public mutating func note(_ place: Position, accuracy: Double?, at: Timestamp) {
    guard !isSettled else { return }
    while let next = rest.first, next.at <= at {
      recorded.apply(next)
      passed.append(next)
      rest.removeFirst()
    }
    found += presence.note(place, accuracy: accuracy, at: at, on: ground)
    isSettled = at >= until && presence.inside.filter(ground.has) == recorded.filter(ground.has)
  }

  /// What is to be added to the record.
  public var added: [Crossing] {
    let known = Set(passed)
    return found.filter { !known.contains($0) }
  }

  /// What is to be taken out of the record: fixes that came late show that it was at another time, or never.
  public var refuted: [Crossing] {
    let shown = Set(found)
    return passed.filter { ground.has($0.place) && !shown.contains($0) }
  }

  /// Where they are after the last fix, when it is not settled.
  public var inside: Set<MarkedPlace> {
    presence.inside.filter(ground.has).union(recorded.filter { !ground.has($0) })
  }
}

extension Set<MarkedPlace> {
  /// Goes through a border, or back.
  fileprivate mutating func apply(_ crossing: Crossing, undone: Bool = false) {
    if crossing.isEntry != undone { insert(crossing.place) } else { remove(crossing.place) }
  }
}
