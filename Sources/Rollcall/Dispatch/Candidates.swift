/// Who can be offered an incident at a place, the best first, and who not.
///
/// A candidate is online, on duty, without assignment and open offer, and has a position.
public struct Candidates: Equatable, Sendable {
  /// Somebody who can be offered the incident.
  public struct Candidate: Equatable, Sendable {
    /// Who.
    public var person: Availability
    /// From their latest position to the place, metres.
    public var distance: Double
  }

  /// Somebody who cannot.
  public struct LeftOut: Equatable, Sendable {
    /// Who.
    public var person: Availability
    /// Why, the strongest reason first; never empty.
    public var obstacles: [Availability.Obstacle]
    /// From their latest position to the place, metres; `nil` = position unknown.
    public var distance: Double?
  }

  /// The candidates: those whose position is not in doubt first, each group by distance, then by id.
  public let ranked: [Candidate]
  /// The others: first those whom a little would make a candidate (degraded, unknown, offline, holding an offer, on
  /// another mission, off duty), each group by distance, without position last, then by id.
  public let leftOut: [LeftOut]

  /// Ranks people for an incident at `place`. The result does not depend on their order.
  public static func rank(_ people: some Sequence<Availability>, for place: Position) -> Candidates {
    var ranked: [Candidate] = []
    var leftOut: [LeftOut] = []
    for person in people {
      let distance = person.position?.distance(to: place)
      let obstacles = person.obstacles
      if obstacles.isEmpty, let distance {
        ranked.append(Candidate(person: person, distance: distance))
      } else {
        leftOut.append(LeftOut(person: person, obstacles: obstacles, distance: distance))
      }
    }
    ranked.sort { $0.key < $1.key }
    leftOut.sort { $0.key < $1.key }
    return Candidates(ranked: ranked, leftOut: leftOut)
  }
}

extension Candidates.Candidate {
  fileprivate var key: (Int, Double, Responder.ID) { (person.doubts.isEmpty ? 0 : 1, distance, person.id) }
}

extension Candidates.LeftOut {
  fileprivate var key: (Int, Double, Responder.ID) {
    (-(obstacles.first?.rawValue ?? 0), distance ?? .infinity, person.id)
  }
}
