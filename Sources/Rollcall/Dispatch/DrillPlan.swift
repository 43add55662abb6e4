import Glibc

/// The people asked in a drill, and those on duty who are not, with the reason.
public struct DrillPlan: Equatable, Sendable {
  /// A person on duty who is not asked.
  public struct LeftOut: Equatable, Sendable {
    /// The person.
    public var person: Availability
    /// Why, in words; never empty.
    public var reason: String

    /// A person and the reason.
    public init(_ person: Availability, because reason: String) {
      self.person = person
      self.reason = reason
    }
  }

  /// Everybody on duty and free whom their profile offers incidents, by id, with the distance to ``middle``:
  /// however late they hear, online or not, since that is what a drill is to find out.
  public private(set) var asked: [Candidates.Candidate] = []
  /// The others on duty, by id.
  public private(set) var leftOut: [LeftOut] = []
  /// The middle of the people asked; for one person, their position. `nil` = none of them has one.
  public let middle: Position?
  /// A place for the drill, which has none of its own: ``middle`` to three decimals of a degree, about 100 m.
  /// It is kept with the drill, longer than anyone's positions are. `nil` = nobody is asked.
  public var place: Position? {
    guard !asked.isEmpty else { return nil }
    return Position(
      latitude: Self.coarse(middle?.latitude ?? 0), longitude: Self.coarse(middle?.longitude ?? 0))
  }

  /// A plan for these people; those off duty are left out.
  public init(_ people: some Sequence<Availability>, at now: Timestamp) {
    var free: [Availability] = []
    for person in people.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      if person.duty == .offDuty || person.status == .offDuty { continue }
      if let reason = Self.reason(person, at: now) {
        leftOut.append(LeftOut(person, because: reason))
      } else {
        free.append(person)
      }
    }
    let middle = Position.middle(of: free.compactMap(\.position))
    self.middle = middle
    asked = free.map { person in
      let distance = person.position.flatMap { middle?.distance(to: $0) }
      return Candidates.Candidate(person, distance: distance ?? 0)
    }
  }

  private static func coarse(_ degrees: Double) -> Double { (degrees * 1_000).rounded() / 1_000 }

  /// Why a person is not asked; `nil` = they are.
  private static func reason(_ person: Availability, at now: Timestamp) -> String? {
    let obstacle = person.obstacles(for: .incident).first { obstacle in
      switch obstacle {
      case .notOffered, .offDuty, .onMission, .holdsOffer: true
      case .lacksSkill, .offline, .unknown, .degraded, .noPosition, .hearsLate, .refused: false
      }
    }
    if let obstacle { return Candidates.LeftOut(person: person, obstacle: obstacle).reason(at: now) }
    return person.isInDrill ? "has not answered another drill yet" : nil
  }
}

extension Position {
  /// The middle of positions on the globe; `nil` for none. Positions all around the globe have no middle:
  /// then the first one.
  static func middle(of positions: [Position]) -> Position? {
    guard let first = positions.first else { return nil }
    var (x, y, z) = (0.0, 0.0, 0.0)
    for position in positions {
      let (latitude, longitude) = (position.latitude * .pi / 180, position.longitude * .pi / 180)
      x += cos(latitude) * cos(longitude)
      y += cos(latitude) * sin(longitude)
      z += sin(latitude)
    }
    guard (x * x + y * y + z * z).squareRoot() > 1e-6 else { return first }
    return Position(
      latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
      ?? first
  }
}
