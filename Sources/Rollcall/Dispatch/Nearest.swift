/// Where somebody stands who may be asked, small enough that thousands are looked through for each question.
public struct Standpoint: Equatable, Sendable {
  /// Who.
  public let id: Responder.ID
  /// Where they were last.
  public let position: Position
  /// The kinds of incident that their profile offers them.
  public let offers: IncidentKinds
  /// Until when their positions are in doubt, and they are asked after all others; `nil` = they are not.
  public let doubtedUntil: Timestamp?
  /// From when on they may be asked.
  public let from: Timestamp
  /// The last instant at which they may be asked, if nothing is heard.
  public let until: Timestamp
  let point: EarthPoint

  /// Somebody who may be asked in `from...until`.
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

/// Finds those who are nearest to a place among many, without the true distance of everybody.
///
/// The order is that of ``Candidates/rank(_:for:kind:)``: those whose position is not in doubt first, each group by distance,
/// then by id. The result does not depend on the order of the list.
///
/// First the straight lines through the Earth are compared, which are cheap. The greatest true distance of the
/// `limit` people with the shortest ones is a reach that suffices; nobody of the answer is farther away. Then the true
/// distance is measured for all within that reach, by the bound of ``EarthPoint/squaredReach(of:)``: mostly just them.
public struct NearestSearch {
  /// Somebody found.
  public struct Found: Equatable, Sendable {
    /// Where they are in the list that was searched.
    public let index: Int
    /// Who.
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
  /// People at one station have one position, and a distance is dear.
  private var distances: [Position: Double] = [:]

  /// A search among `people` for those who may be offered this kind at `instant` and are not excluded.
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
    // As many as there are: the reach of the farthest of them decides who else must be measured.
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
  /// The first `limit` of ``rank(_:for:kind:)`` without those excluded, found without measuring everybody.
  public static func nearest(
    _ people: some Sequence<Availability>, to place: Position, for kind: Incident.Kind = .incident,
    excluding excluded: Set<Responder.ID> = [], limit: Int
  ) -> [Candidate] {
    var candidates: [Availability] = []
    var standpoints: [Standpoint] = []
    // What is known of them is of one instant, whichever it is.
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
  /// Somebody and how far away they are, metres.
  public init(_ person: Availability, distance: Double) { self.init(person: person, distance: distance) }
}
