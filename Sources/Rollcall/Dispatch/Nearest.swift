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
  /// How soon they hear of an offer.
  public let hearing: Hearing
  /// What became of their offers of late.
  public let record: OfferRecord
  /// How fast they travel, metres per second.
  public let speed: Double
  /// The first instant at which they may be asked.
  public let from: Timestamp
  /// The last instant at which they may be asked, if nothing is heard.
  public let until: Timestamp
  /// What they can do.
  public let abilities: Abilities
  let point: EarthPoint

  /// A person who may be asked in `from...until`.
  public init(
    id: Responder.ID, position: Position, offers: IncidentKinds, doubtedUntil: Timestamp? = nil,
    hearing: Hearing, record: OfferRecord = OfferRecord(), speed: Double = Profile.usualSpeed,
    from: Timestamp = .distantPast, until: Timestamp = Timestamp(milliseconds: .max),
    abilities: Abilities = .none
  ) {
    self.id = id
    self.position = position
    self.offers = offers
    self.doubtedUntil = doubtedUntil
    self.hearing = hearing
    self.record = record
    self.speed = speed
    self.from = from
    self.until = until
    self.abilities = abilities
    point = EarthPoint(position)
  }

  /// Whether they may be asked about this kind at an instant, whatever they can do.
  public func isAsked(
    about kind: Incident.Kind, at instant: Timestamp, hearingLimit: Milliseconds
  ) -> Bool {
    offers.contains(kind) && from <= instant && instant <= until
      && hearing.within(at: instant).map { $0 <= hearingLimit } ?? false
  }

  /// Whether their positions are in doubt at an instant.
  func isDoubted(at instant: Timestamp) -> Bool { doubtedUntil.map { instant <= $0 } ?? false }
}

/// Finds the people who can be at a place first without measuring the true distance of everyone.
///
/// The order is that of ``Candidates/rank(_:for:kind:)``. The result does not depend on the order of the list.
///
/// First everyone's time is bounded from below by the straight line through the Earth, which is cheap. The
/// greatest true time among the `limit` people with the lowest bounds is sufficient: no one in the answer
/// needs longer. Then everyone is measured whose bound is within that time: mostly just those people.
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
  private let hearingLimit: Milliseconds
  private let excluded: Set<Responder.ID>
  private let openings: Openings
  private let skillsAt: Timestamp
  /// People at one station share one position, and measuring a distance is expensive.
  private var distances: [Position: Double] = [:]

  /// A search among `people` for those who may be offered this kind at `instant`, without those excluded.
  ///
  /// - Parameters:
  ///   - openings: the places that are open.
  ///   - skillsAt: the instant at which skills must count; `nil` = `instant`.
  public init(
    _ people: [Standpoint], to place: Position, for kind: Incident.Kind, at instant: Timestamp,
    hearingLimit: Milliseconds = DispatchSettings.standard.hearingLimit,
    excluding excluded: Set<Responder.ID>,
    _ openings: Openings = .anybody, skillsAt: Timestamp? = nil
  ) {
    self.people = people
    self.place = place
    point = EarthPoint(place)
    self.kind = kind
    self.instant = instant
    self.hearingLimit = hearingLimit
    self.excluded = excluded
    self.openings = openings
    self.skillsAt = skillsAt ?? instant
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
      guard let hears = person.hearing.within(at: instant) else { continue }
      let bound = least(person, hears)
      if bound < shortest.bar, isAsked(person) { shortest.put(bound, index) }
    }
    var found = shortest.indices.map { measured($0, areDoubted) }
    // The list is full: the time of its slowest person decides who else must be measured.
    if found.count == limit, let slowest = found.map(\.reach.seconds).max() {
      let known = Set(shortest.indices)
      for (index, person) in people.enumerated() where person.isDoubted(at: instant) == areDoubted {
        guard let hears = person.hearing.within(at: instant), least(person, hears) <= slowest,
          !known.contains(index), isAsked(person)
        else { continue }
        found.append(measured(index, areDoubted))
      }
    }
    return found.sorted { $0.reach < $1.reach }.prefix(limit).map(\.found)
  }

  private func isAsked(_ person: Standpoint) -> Bool {
    person.isAsked(about: kind, at: instant, hearingLimit: hearingLimit) && !excluded.contains(person.id)
      && openings.admit(person.abilities, at: skillsAt)
  }

  /// Seconds in which they cannot be there: no way over the Earth is shorter than the straight line.
  private func least(_ person: Standpoint, _ hears: Milliseconds) -> Double {
    seconds(person, hears, distance: person.point.shortestWay(to: point))
  }

  private func seconds(_ person: Standpoint, _ hears: Milliseconds, distance: Double) -> Double {
    Reach.seconds(
      hearsWithin: hears, distance: distance, speed: person.speed,
      setbacks: person.record.setbacks(at: instant))
  }

  private mutating func measured(_ index: Int, _ isDoubted: Bool) -> (found: Found, reach: Reach) {
    let person = people[index]
    let distance = distances[person.position] ?? person.position.distance(to: place)
    distances[person.position] = distance
    let reached = person.hearing.within(at: instant).map { seconds(person, $0, distance: distance) }
    return (
      Found(index: index, id: person.id, distance: distance),
      Reach(
        isDoubted: isDoubted, seconds: reached ?? .infinity, lastOfferAt: person.record.lastOfferAt,
        id: person.id)
    )
  }
}

extension Candidates {
  /// The first `limit` of ``rank(_:for:kind:)`` without those excluded, found without measuring everyone.
  public static func nearest(
    _ people: some Sequence<Availability>, to place: Position, for kind: Incident.Kind = .incident,
    excluding excluded: Set<Responder.ID> = [], _ openings: Openings = .anybody, limit: Int
  ) -> [Candidate] {
    var candidates: [Availability] = []
    var standpoints: [Standpoint] = []
    // All facts are of one instant; it does not matter which.
    let instant = Timestamp.distantPast
    for person in people {
      guard person.obstacles(for: kind, openings).isEmpty, let position = person.position else { continue }
      candidates.append(person)
      standpoints.append(
        Standpoint(
          id: person.id, position: position, offers: person.offers,
          doubtedUntil: person.doubts.isEmpty ? nil : instant,
          hearing: Hearing(interval: person.hearsWithin),
          record: OfferRecord(
            setbacks: Array(repeating: instant, count: person.setbacks), lastOfferAt: person.lastOfferAt),
          speed: person.speed))
    }
    // Whoever hears too late has been left out.
    var search = NearestSearch(
      standpoints, to: place, for: kind, at: instant, hearingLimit: .max, excluding: excluded)
    return search.first(limit).map { Candidate(person: candidates[$0.index], distance: $0.distance) }
  }
}

extension Candidates.Candidate {
  /// A person and their distance, metres.
  public init(_ person: Availability, distance: Double) { self.init(person: person, distance: distance) }
}
