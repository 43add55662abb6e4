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

  /// People who could be asked for an incident now, by id, with the distance to ``middle``.
  public private(set) var asked: [Candidates.Candidate] = []
  /// The others on duty, by id: a drill is not offered to people who cannot be reached.
  public private(set) var leftOut: [LeftOut] = []
  /// The middle of the people asked; for one person, their position.
  public let middle: Position?
  /// A place for the drill, which has none of its own: ``middle`` to three decimals of a degree, about 100 m.
  /// It is kept with the drill, longer than anyone's positions are.
  public var place: Position? {
    middle.flatMap { Position(latitude: Self.coarse($0.latitude), longitude: Self.coarse($0.longitude)) }
  }

  /// A plan for these people; those off duty are left out.
  ///
  /// - Parameter held: people about whom nothing is certain now, since Rollcall itself was away.
  public init(
    _ people: some Sequence<Availability>, at now: Timestamp, held: (Responder.ID) -> Bool = { _ in false }
  ) {
    var free: [(person: Availability, position: Position)] = []
    for person in people.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      // However late they hear: that is what a drill is to find out.
      let obstacles = person.obstacles(for: .incident).filter { $0 != .hearsLate }
      if person.duty == .offDuty || person.status == .offDuty { continue }
      if let position = person.position, obstacles.isEmpty, !person.isInDrill, !held(person.id) {
        free.append((person, position))
      } else {
        leftOut.append(LeftOut(person, because: Self.reason(person, obstacles, at: now)))
      }
    }
    let middle = Position.middle(of: free.map(\.position))
    self.middle = middle
    asked = free.map { Candidates.Candidate($0.person, distance: middle?.distance(to: $0.position) ?? 0) }
  }

  private static func coarse(_ degrees: Double) -> Double { (degrees * 1_000).rounded() / 1_000 }

  private static func reason(
    _ person: Availability, _ obstacles: [Availability.Obstacle], at now: Timestamp
  ) -> String {
    var reasons: [String] = []
    if !obstacles.isEmpty {
      reasons = Candidates.LeftOut(person: person, obstacles: obstacles).reasons(at: now)
    }
    if person.isInDrill { reasons.append("has not answered another drill yet") }
    return reasons.isEmpty ? "no fresh fix since Rollcall itself was away" : reasons.joined(separator: ", ")
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
