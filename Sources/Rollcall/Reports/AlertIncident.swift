/// An incident that nobody has, or in which nobody replaces the assignee, as alerts see it. Never a drill.
public struct AlertIncident: Equatable, Sendable {
  /// The incident's id.
  public let id: Incident.ID
  /// The incident's title.
  public let title: String
  /// The place, as people describe it; may be empty.
  public let place: String
  /// Since when it is so.
  public let since: Timestamp
  /// Whether somebody has it, who is leaving.
  public let isBeingLeft: Bool
  /// How many of its offers ended in each state; states that did not occur are missing.
  public let offers: [Offer.State: Int]
  /// How many of its places are open, and how many it has.
  public let places: (open: Int, all: Int)

  /// Whether two are alike.
  public static func == (left: AlertIncident, right: AlertIncident) -> Bool {
    left.id == right.id && left.since == right.since && left.isBeingLeft == right.isBeingLeft
      && left.detail == right.detail
  }

  /// Creates an incident.
  public init(
    id: Incident.ID, title: String, place: String, since: Timestamp, isBeingLeft: Bool = false,
    offers: [Offer.State: Int] = [:], places: (open: Int, all: Int) = (1, 1)
  ) {
    self.id = id
    self.title = title
    self.place = place
    self.since = since
    self.isBeingLeft = isBeingLeft
    self.offers = offers
    self.places = places
  }

  /// What it is an alert about.
  public var topic: AlertTopic { isBeingLeft ? .replacementNotFound(id) : .incidentUnassigned(id) }

  /// `1 of 2 places open: `; empty for an incident with one place.
  private var placesInWords: String {
    places.all > 1 && !isBeingLeft ? "\(places.open) of \(places.all) places open: " : ""
  }

  /// `1 of 2 places open` at the beginning of an alert's figures; `nil` when they do not begin so.
  public static func places(in figures: String) -> String? {
    let words = figures.prefix { $0 != ":" }.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 5, Int(words[0]) != nil, Int(words[2]) != nil,
      [words[1], words[3], words[4]] == ["of", "places", "open"]
    else { return nil }
    return words.joined(separator: " ")
  }

  /// Whether an alert's figures say how many places are open now.
  public func isToldRightly(in figures: String) -> Bool { figures.hasPrefix(placesInWords) }

  /// `Fall from a ladder, Harbour kiosk: 4 asked, 2 declined, 1 expired, 1 unreachable`; before it, where there are
  /// several places, how many are open.
  public var detail: String {
    let name = placesInWords + (place.utf8.isEmpty ? title : "\(title), \(place)")
    let asked = offers.values.reduce(0, +)
    guard asked > 0 else { return "\(name): nobody could be asked" }
    let ends = Offer.State.allCases.compactMap { state in
      offers[state].flatMap { $0 > 0 ? "\($0) \(state.rawValue)" : nil }
    }
    return "\(name): \(asked) asked, \(ends.joined(separator: ", "))"
  }
}

/// Conditions of alerts that do not appear on the board.
public struct AlertSurroundings: Equatable, Sendable {
  /// The incidents that are unassigned or found no replacement, by topic, with the instant since when they are
  /// so.
  public var incidents: [AlertTopic: Timestamp]
  /// Whether the workspace wants an alert for every offline responder, not only for assignees.
  public var tellsOffline: Bool
  /// When many simultaneous silences become one alert.
  public var massSilence: MassSilenceRule

  /// Surroundings from their parts.
  public init(
    incidents: [AlertTopic: Timestamp] = [:], tellsOffline: Bool = false,
    massSilence: MassSilenceRule = .standard
  ) {
    self.incidents = incidents
    self.tellsOffline = tellsOffline
    self.massSilence = massSilence
  }
}

/// A responder's incident.
public struct AlertAssignment: Equatable, Sendable {
  /// The incident's id.
  public let incident: Incident.ID
  /// Its title.
  public let title: String

  /// Creates an errand.
  public init(incident: Incident.ID, title: String) {
    self.incident = incident
    self.title = title
  }
}
