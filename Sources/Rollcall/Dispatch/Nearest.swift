/// The position of a person who may be asked, small enough that each question can search thousands.
public struct Standpoint: Equatable, Sendable {
  /// The person.
  public let id: Responder.ID
  /// Their latest position.
  public let position: Position
  /// The kinds of incident that their profile offers them.
  public let offers: IncidentKinds
  /// Until when their positions are in doubt, so that they are asked after all others; `nil` = they are not.
  public let doubtedUntil: Timestamp?
  /// The first instant at which they may be asked.
  public let from: Timestamp
  /// The last instant at which they may be asked, if nothing is heard.
  public let until: Timestamp
  let point: EarthPoint

  /// A person who may be asked in `from...until`.
  public init(
    id: Responder.ID, position: Position, offers: IncidentKinds, doubtedUntil: Timestamp? = nil,
    from: Timestamp = .distantPast,
    until: Timestamp = Timestamp(milliseconds: .max)
  ) {
    self.id = id
    self.position = position
    self.offers = offers
    self.doubtedUntil = doubtedUntil
    self.from = from
    self.until = until
    point = EarthPoint(position)
  }

  /// Whether their positions are in doubt at an instant.
  func isDoubted(at instant: Timestamp) -> Bool { doubtedUntil.map { instant <= $0 } ?? false }
}

/// Finds the people nearest to a place without measuring the true distance of everyone.
///
/// The order is that of ``Candidates/rank(_:for:kind:)``: positions not in doubt first, each group by
/// distance, then by id. The result does not depend on the order of the list.
///
/// First the straight lines through the Earth are compared, which is cheap. The greatest true distance among
/// the `limit` people with the shortest lines is a sufficient reach: no one in the answer is farther away.
/// Then the true distance is measured for all within that reach, by the bound of
/// ``EarthPoint/squaredReach(of:)``: mostly just those people.
public struct NearestSearch {
  /// One result.
  public struct Found: Equatable, Sendable {
    /// The index in the list that was searched.
    public let index: Int
    /// The person.
    public let id: Responder.ID
    /// From their position to the place, metres.
    public let distance: Double
  }

  private let people: [Standpoint]
  private let place: Position
  private let point: EarthPoint
  private let kind: Incident.Kind
  private let instant: Timestamp
  private let excluded: Set<Responder.ID>
  /// People at one station share one position, and measuring a distance is expensive.
  private var distances: [Position: Double] = [:]

  /// A search among `people` for those who may be offered this kind at `instant`, without those excluded.
  public init(
    _ people: [Standpoint], to place: Position, for kind: Incident.Kind, at instant: Timestamp,
    excluding excluded: Set<Responder.ID>
  ) {
    self.people = people
    self.place = place
    point = EarthPoint(place)
    self.kind = kind
    self.instant = instant
    self.excluded = excluded
  }

  /// The first `limit` of the ranking; fewer when there are not as many, none for a limit below 1.
  public mutating func first(_ limit: Int) -> [Found] {
    let certain = nearest(limit, areDoubted: false)
    return certain + nearest(limit - certain.count, areDoubted: true)
  }

  private mutating func nearest(_ limit: Int, areDoubted: Bool) -> [Found] {
    guard limit > 0 else { return [] }
    var shortest = Shortest(limit)
    for (index, person) in people.enumerated() where person.isDoubted(at: instant) == areDoubted {
      let chord = person.point.squaredChord(to: point)
      if chord < shortest.bar, isAsked(person) { shortest.put(chord, index) }
    }
    var found = shortest.indices.map { measured($0) }
    // The list is full: the reach of its farthest person decides who else must be measured.
    if found.count == limit, let farthest = found.map(\.distance).max() {
      let reach = EarthPoint.squaredReach(of: farthest)
      let known = Set(shortest.indices)
      for (index, person) in people.enumerated() where person.isDoubted(at: instant) == areDoubted {
        guard person.point.squaredChord(to: point) <= reach, !known.contains(index), isAsked(person) else {
          continue
        }
        found.append(measured(index))
      }
    }
    return Array(found.sorted { ($0.distance, $0.id.rawValue) < ($1.distance, $1.id.rawValue) }.prefix(limit))
  }

  private func isAsked(_ person: Standpoint) -> Bool {
    person.offers.contains(kind) && person.from <= instant && instant <= person.until
      && !excluded.contains(person.id)
  }

  private mutating func measured(_ index: Int) -> Found {
    let person = people[index]
    let distance = distances[person.position] ?? person.position.distance(to: place)
    distances[person.position] = distance
    return Found(index: index, id: person.id, distance: distance)
  }
}

extension Candidates {
  /// The first `limit` of ``rank(_:for:kind:)`` without those excluded, found without measuring everyone.
  public static func nearest(
    _ people: some Sequence<Availability>, to place: Position, for kind: Incident.Kind = .incident,
    excluding excluded: Set<Responder.ID> = [], limit: Int
  ) -> [Candidate] {
    var candidates: [Availability] = []
    var standpoints: [Standpoint] = []
    // All facts are of one instant; it does not matter which.
    let instant = Timestamp.distantPast
    for person in people {
      guard person.obstacles(for: kind).isEmpty, let position = person.position else { continue }
      candidates.append(person)
      standpoints.append(
        Standpoint(
          id: person.id, position: position, offers: person.offers,
          doubtedUntil: person.doubts.isEmpty ? nil : instant))
    }
    var search = NearestSearch(standpoints, to: place, for: kind, at: instant, excluding: excluded)
    return search.first(limit).map { Candidate(person: candidates[$0.index], distance: $0.distance) }
  }
}

extension Candidates.Candidate {
  /// A person and their distance, metres.
  public init(_ person: Availability, distance: Double) { self.init(person: person, distance: distance) }
}
