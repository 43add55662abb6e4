/// One person's way from one visit to the next.
public struct VisitLeg: Equatable, Sendable {
  /// The visitor.
  public let responder: Responder.ID
  /// The visit that they left.
  public let from: Visit.ID
  /// The visit that they went to.
  public let to: Visit.ID
  /// From leaving the first to arriving at the second; `nil` = it is not known when they left.
  public let span: TimeSpan?
  /// Its two ends: the positions of the outlets.
  public let ends: (from: Position, to: Position)
  /// Metres along the positions reported on duty in between; `nil` = there were none.
  public var travelled: Double?

  /// Metres from outlet to outlet.
  public var straight: Double { ends.from.distance(to: ends.to) }

  /// The legs between the visits that took place, in the order of arrival. A rejected check-in does not count
  /// as a visit.
  public static func all(of visits: [Visit]) -> [VisitLeg] {
    let came = visits.filter { $0.coming != nil }
    return Dictionary(grouping: came, by: \.responder).values.flatMap { visits in
      let row = visits.sorted { ($0.came, $0.id) < ($1.came, $1.id) }
      return zip(row, row.dropFirst()).map(VisitLeg.init)
    }.sorted { ($0.responder, $0.to) < ($1.responder, $1.to) }
  }

  private init(_ first: Visit, _ next: Visit) {
    (responder, from, to) = (first.responder, first.id, next.id)
    ends = (first.outlet.position, next.outlet.position)
    span = first.leaving.flatMap { $0 <= next.came ? TimeSpan(from: $0, to: next.came) : nil }
  }

  /// Metres along places from end to end. A stationary phone seems to wander, so a place nearer than
  /// ``wander`` to the last counted one is ignored.
  public func length(along places: [Position]) -> Double {
    var (length, last) = (0.0, ends.from)
    for place in places {
      let step = last.distance(to: place)
      guard step >= Self.wander else { continue }
      length += step
      last = place
    }
    return length + last.distance(to: ends.to)
  }

  /// Metres.
  public static let wander = 25.0

  /// Whether two are the same.
  public static func == (a: VisitLeg, b: VisitLeg) -> Bool {
    (a.responder, a.from, a.to, a.travelled) == (b.responder, b.from, b.to, b.travelled) && a.span == b.span
      && a.ends.from == b.ends.from && a.ends.to == b.ends.to
  }
}

extension Visit {
  /// When they arrived; `nil` also for a rejected check-in, because they were elsewhere.
  fileprivate var coming: Timestamp? { Self.counted(checkIn) }
  fileprivate var leaving: Timestamp? { Self.counted(checkOut) }
  fileprivate var came: Timestamp { coming ?? .distantPast }

  /// How long they stayed, by valid check-ins and check-outs only, milliseconds.
  fileprivate var countedStay: Milliseconds? { coming == nil || leaving == nil ? nil : stay }

  private static func counted(_ check: Check?) -> Timestamp? {
    check.flatMap { $0.verdict.word == .rejected ? nil : $0.at }
  }
}

/// A summary of one person's way from visit to visit.
public struct VisitRoute: Equatable, Sendable {
  /// The visitor.
  public let responder: Responder.ID
  /// Their name.
  public let name: String
  /// How many visits took place.
  public let visits: Int
  /// The way, leg by leg.
  public let legs: [VisitLeg]
  /// How long they stayed at places with a valid check-in and check-out, milliseconds.
  public let stay: Milliseconds

  /// How long they were on the way, milliseconds; `nil` = not known for any leg.
  public var time: Milliseconds? {
    let known = legs.compactMap(\.span?.length)
    return known.isEmpty ? nil : known.reduce(0, +)
  }
  /// Metres on the way: along positions where there are some, else in a straight line.
  public var distance: Double { legs.reduce(0) { $0 + ($1.travelled ?? $1.straight) } }
  /// Metres from outlet to outlet.
  public var straight: Double { legs.reduce(0) { $0 + $1.straight } }
  /// How many legs have a known time and way.
  public var known: Int { legs.count { $0.span != nil && $0.travelled != nil } }

  /// The routes of the people with two visits or more, by name.
  public static func all(of visits: [Visit], legs: [VisitLeg]) -> [VisitRoute] {
    let named = Dictionary(visits.map { ($0.responder, $0.name) }, uniquingKeysWith: { first, _ in first })
    let stays = Dictionary(grouping: visits, by: \.responder).mapValues {
      $0.compactMap(\.countedStay).reduce(0, +)
    }
    return Dictionary(grouping: legs, by: \.responder).map { id, legs in
      VisitRoute(
        responder: id, name: named[id] ?? "", visits: legs.count + 1, legs: legs, stay: stays[id] ?? 0)
    }.sorted { ($0.name, $0.responder) < ($1.name, $1.responder) }
  }
}
