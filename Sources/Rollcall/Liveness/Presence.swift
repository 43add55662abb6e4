/// A person entered a place, or left it.
public struct Crossing: Hashable, Sendable {
  /// Which place.
  public var place: MarkedPlace
  /// Whether they came in.
  public var isEntry: Bool
  /// The time of the fix that showed it.
  public var at: Timestamp

  /// A crossing from its parts.
  public init(place: MarkedPlace, isEntry: Bool, at: Timestamp) {
    (self.place, self.isEntry, self.at) = (place, isEntry, at)
  }
}

/// The places in which a person is, as far as their fixes prove it.
///
/// A fix proves a side of a border only when it is further from it than its own accuracy. Nearer ones change
/// nothing, so that a phone beside a border does not come and go. A fix that is not later than all judged
/// before it changes nothing: for each place, coming and going alternate and advance in time, whatever order
/// fixes arrive in. A person not proved to be in a place is outside.
public struct Presence: Equatable, Sendable {
  /// The margin when a fix does not say how exact it is, metres.
  static let usualMargin = 50.0
  /// The least accuracy assumed of any fix, whatever it reports, metres.
  static let narrowestMargin = 10.0
  /// A fix less exact than this proves nothing, metres.
  static let worstAccuracy = 1_000.0

  /// A place, and the radius around it without a border that would change anything.
  private struct Calm: Equatable {
    var plane: PlaneMetres
    var radius: Double
    var version: Int64
  }

  /// The places in which they are.
  public private(set) var inside: Set<MarkedPlace>
  /// The time of the newest fix that was judged.
  public private(set) var judgedUntil: Timestamp?
  private var calm: Calm?

  /// A person known to be in these places, judged until then.
  public init(inside: Set<MarkedPlace> = [], judgedUntil: Timestamp? = nil) {
    (self.inside, self.judgedUntil) = (inside, judgedUntil)
  }

  /// Applies a fix; returns the crossings that it proves.
  ///
  /// - Parameters:
  ///   - accuracy: its radius, metres; `nil` = not reported.
  ///   - at: when it was taken.
  ///   - ground: the present places. One that no longer exists is neither entered nor left.
  public mutating func record(
    _ place: Position, accuracy: Double?, at: Timestamp, on ground: MarkedGround
  ) -> [Crossing] {
    guard judgedUntil.map({ at > $0 }) ?? true, (accuracy ?? 0) <= Self.worstAccuracy else { return [] }
    judgedUntil = at
    if let calm, calm.version == ground.version, calm.plane.distance(to: place) < calm.radius { return [] }
    let margin = max(accuracy ?? Self.usualMargin, Self.narrowestMargin)
    let sides = ground.sides(of: place)
    var crossings: [Crossing] = []
    for side in sides {
      let needed = side.isInside ? side.depth(margin) : margin
      guard side.isInside != inside.contains(side.place), side.border > needed else { continue }
      crossings.append(Crossing(place: side.place, isEntry: side.isInside, at: at))
    }
    // Places that are not near have been left.
    let near = Set(sides.map(\.place))
    for place in inside.subtracting(near) where ground.has(place) {
      crossings.append(Crossing(place: place, isEntry: false, at: at))
    }
    for crossing in crossings {
      if crossing.isEntry { inside.insert(crossing.place) } else { inside.remove(crossing.place) }
    }
    calm = Calm(plane: PlaneMetres(around: place), radius: radius(sides), version: ground.version)
    return crossings.sorted { $0.place < $1.place }
  }

  /// The radius within which a person on the right side of all borders crosses none; 0 while they are on the
  /// wrong side of one.
  private func radius(_ sides: [MarkedGround.Side]) -> Double {
    var radius = MarkedGround.reach
    for side in sides {
      guard side.isInside == inside.contains(side.place) else { return 0 }
      radius = min(radius, side.border)
    }
    // The plane is not quite right.
    return radius * 0.98
  }
}
