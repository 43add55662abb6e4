/// Judges a stretch of a person's past anew after late fixes.
///
/// It gets the record from the stretch's beginning on, and every fix since, including the late ones, in order
/// of time. It has seen enough once the late fixes are judged and the person's places match the record again:
/// all later crossings were judged from there.
public struct CrossingReview: Sendable {
  private let ground: MarkedGround
  private let until: Timestamp
  /// Their places by all fixes so far.
  private var presence: Presence
  /// Their places at the same time by the record. Comparing the two tells which later entries no longer hold.
  private var recorded: Set<MarkedPlace>
  /// The record of the time not reached yet.
  private var rest: ArraySlice<Crossing>
  private var passed: [Crossing] = []
  private var found: [Crossing] = []
  /// Whether further fixes would change nothing.
  public private(set) var isSettled = false

  /// A review from the first late fix to the last.
  ///
  /// - Parameters:
  ///   - until: the time of the last late fix.
  ///   - record: the recorded crossings from the stretch's beginning on, ascending.
  ///   - last: their places at the end of the record.
  ///   - ground: the present places. Records of other places stay.
  public init(
    until: Timestamp, record: [Crossing], last: Set<MarkedPlace>, on ground: MarkedGround
  ) {
    (self.until, self.ground) = (until, ground)
    rest = record[...]
    recorded = last
    for crossing in record.reversed() { recorded.apply(crossing, undone: true) }
    presence = Presence(inside: recorded)
  }

  /// Adds the next fix; one that is not later than the previous one changes nothing.
  public mutating func record(_ place: Position, accuracy: Double?, at: Timestamp) {
    guard !isSettled else { return }
    while let next = rest.first, next.at <= at {
      recorded.apply(next)
      passed.append(next)
      rest.removeFirst()
    }
    found += presence.record(place, accuracy: accuracy, at: at, on: ground)
    isSettled = at >= until && presence.inside.filter(ground.has) == recorded.filter(ground.has)
  }

  /// Crossings to add to the record.
  public var added: [Crossing] {
    let known = Set(passed)
    return found.filter { !known.contains($0) }
  }

  /// Crossings to remove: late fixes show that they happened at another time, or never.
  public var refuted: [Crossing] {
    let shown = Set(found)
    return passed.filter { ground.has($0.place) && !shown.contains($0) }
  }

  /// Their places after the last fix, when it is not settled.
  public var inside: Set<MarkedPlace> {
    presence.inside.filter(ground.has).union(recorded.filter { !ground.has($0) })
  }
}

extension Set<MarkedPlace> {
  /// Crosses a border, in or out.
  fileprivate mutating func apply(_ crossing: Crossing, undone: Bool = false) {
    if crossing.isEntry != undone { insert(crossing.place) } else { remove(crossing.place) }
  }
}
