/// Ranks the people who can be offered an incident at a place, and lists the others.
///
/// A candidate is online, on duty, without assignment and open offer, has a position and a profile that
/// offers the incident's kind, has the skills for a place that is open, hears of it in time, and has not refused it.
public struct Candidates: Equatable, Sendable {
  /// A person who can be offered the incident.
  public struct Candidate: Equatable, Sendable {
    /// The person.
    public var person: Availability
    /// From their latest position to the place, metres.
    public var distance: Double
  }

  /// A person who cannot.
  public struct LeftOut: Equatable, Sendable {
    /// The person.
    public var person: Availability
    /// Why: the strongest of the reasons.
    public var obstacle: Availability.Obstacle
    /// The kind of the incident.
    public var kind = Incident.Kind.incident
    /// The skills that they would need in addition.
    public var lacking: [String] = []
    /// From their latest position to the place, metres; `nil` = position unknown.
    public var distance: Double?
  }

  /// The candidates: positions not in doubt first, each group by the time in which they can be there, then
  /// those who were not asked for the longest time, then by id.
  public let ranked: [Candidate]
  /// The others: first those closest to being a candidate (degraded, unknown, offline, holding an offer, on
  /// another mission, off duty, without the skills), each group by distance, without position last, then by id.
  public let leftOut: [LeftOut]

  /// Ranks people for an incident of a kind at `place`. The result does not depend on their order.
  ///
  /// - Parameter openings: the places that are open.
  public static func rank(
    _ people: some Sequence<Availability>, for place: Position, kind: Incident.Kind = .incident,
    _ openings: Openings = .anybody
  ) -> Candidates {
    var ranked: [(rank: Reach, value: Candidate)] = []
    var leftOut: [(rank: Rank, value: LeftOut)] = []
    for person in people {
      let distance = person.position?.distance(to: place)
      let obstacles = person.obstacles(for: kind, openings)
      let id = person.id.rawValue
      if let strongest = obstacles.first {
        let rank = Rank(group: -strongest.rawValue, distance: distance ?? .infinity, id: id)
        let lacking = openings.admit(person.keys) ? [] : openings.lacking(person.keys)
        leftOut.append(
          (
            rank,
            LeftOut(
              person: person, obstacle: strongest, kind: kind, lacking: lacking, distance: distance)
          ))
      } else if let distance {
        let candidate = Candidate(person: person, distance: distance)
        ranked.append((candidate.rank, candidate))
      }
    }
    return Candidates(ranked: ordered(ranked), leftOut: ordered(leftOut))
  }

  /// Sorts small keys instead of whole people, who are expensive to move.
  private static func ordered<Value>(_ entries: [(rank: some Comparable, value: Value)]) -> [Value] {
    let keys = entries.indices.map { (rank: entries[$0].rank, index: $0) }
    return keys.sorted { $0.rank < $1.rank }.map { entries[$0.index].value }
  }
}

extension Candidates.Candidate {
  /// Seconds until they hear of the incident and can be there; `nil` = they never hear of it.
  public var reach: Double? { person.reach(distance) }

  /// Whether they come before another candidate.
  public func isAsked(before other: Self) -> Bool { rank < other.rank }

  fileprivate var rank: Reach {
    Reach(
      isDoubted: !person.doubts.isEmpty, seconds: reach ?? .infinity, lastOfferAt: person.lastOfferAt,
      id: person.id)
  }
}

extension Candidates.LeftOut {
  /// Whether they can still be asked by hand.
  public var canBeAskedByHand: Bool {
    obstacle != .lacksSkill && lacking.isEmpty && person.obstaclesByHand.isEmpty
  }
}

/// A place among those left out: by group, then distance, then id.
private struct Rank: Comparable {
  let group: Int
  let distance: Double
  let id: Int64

  static func < (left: Rank, right: Rank) -> Bool {
    (left.group, left.distance, left.id) < (right.group, right.distance, right.id)
  }
}
