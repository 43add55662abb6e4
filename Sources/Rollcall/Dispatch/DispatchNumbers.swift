/// One incident, as the figures count it. Drills are left out.
public struct IncidentTimes: Equatable, Sendable {
  /// When it was opened.
  public var openedAt: Timestamp
  /// When its first offer was queued; `nil` = no one was asked.
  public var firstOfferAt: Timestamp?
  /// The first accept; `nil` = none.
  public var acceptedAt: Timestamp?
  /// How many offers were made.
  public var offers: Int

  /// An incident from its parts.
  public init(openedAt: Timestamp, firstOfferAt: Timestamp?, acceptedAt: Timestamp?, offers: Int) {
    self.openedAt = openedAt
    self.firstOfferAt = firstOfferAt
    self.acceptedAt = acceptedAt
    self.offers = offers
  }

  /// From its opening to the first offer, milliseconds, never negative; `nil` = no one was asked.
  public var untilOffer: Milliseconds? { firstOfferAt.map { max(0, $0.since(openedAt)) } }
  /// From its opening to the first accept, milliseconds, never negative; `nil` = no one accepted.
  public var untilAccept: Milliseconds? { acceptedAt.map { max(0, $0.since(openedAt)) } }
}

/// How quickly the incidents of a span found a responder, and how many offers that took.
///
/// An incident belongs to the span in which it was opened. Each time covers the incidents that got so far:
/// one that was cancelled before its first offer has no time to the first offer, and one without an accept
/// has no time to accept. The number of incidents stands beside each time. Cancelled incidents count as far
/// as they got: an offer made in 2 s was made in 2 s, even if the incident was cancelled later.
public struct DispatchNumbers: Equatable, Sendable {
  /// How many incidents were opened.
  public let incidents: Int
  /// How many offers they took.
  public let offers: Int
  /// From opening to the first offer, of the incidents that were offered.
  public let untilOffer: Quantiles
  /// From opening to the first accept, of the incidents that were accepted.
  public let untilAccept: Quantiles
  /// How often an incident lost its assignee before it was over, by reason; reasons that did not occur are
  /// missing.
  public let reassignments: [AssignmentEnd: Int]

  /// The numbers of these incidents.
  ///
  /// - Parameter ends: how many of their assignments ended, by reason; those that ended with the incident are
  ///   left out.
  public init(_ times: some Sequence<IncidentTimes>, ends: [AssignmentEnd: Int]) {
    var (incidents, offers) = (0, 0)
    var (untilOffer, untilAccept) = ([Milliseconds](), [Milliseconds]())
    for incident in times {
      incidents += 1
      offers += incident.offers
      if let length = incident.untilOffer { untilOffer.append(length) }
      if let length = incident.untilAccept { untilAccept.append(length) }
    }
    (self.incidents, self.offers) = (incidents, offers)
    self.untilOffer = Quantiles(untilOffer)
    self.untilAccept = Quantiles(untilAccept)
    reassignments = ends.filter { $0.key.isReassignment && $0.value > 0 }
  }

  /// Offers for each incident that was offered at all; `nil` when none was.
  public var offersPerIncident: Double? {
    untilOffer.count > 0 ? Double(offers) / Double(untilOffer.count) : nil
  }

  /// How many reassignments there were.
  public var reassigned: Int { reassignments.values.reduce(0, +) }
}
