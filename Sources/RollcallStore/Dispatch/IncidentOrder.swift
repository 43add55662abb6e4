import SQL

/// The order of a list of incidents.
public enum IncidentOrder: String, CaseIterable, Sendable {
  /// The neediest first: unassigned before assigned, the most severe first, then the newest; those that are over at the end.
  case need
  /// The newest first.
  case opened
  /// The most severe first.
  case severity
  /// By title, and by the place in words.
  case title, place

  /// Its terms, as they stand or turned round.
  func terms(isReversed: Bool) -> Query {
    let own: [String] =
      switch self {
      case .need: [Self.over + " ASC", Self.state + " ASC", Self.severe + " ASC", "opened_at DESC"]
      case .opened: ["opened_at DESC"]
      case .severity: [Self.severe + " ASC", "opened_at DESC"]
      case .title: ["title ASC"]
      case .place: ["coalesce(place, '') ASC"]
      }
    let terms = own + ["id DESC"]
    guard isReversed else { return Query(trusted: terms.joined(separator: ", ")) }
    let turned = terms.map { $0.hasSuffix(" ASC") ? "\($0.dropLast(4)) DESC" : "\($0.dropLast(5)) ASC" }
    return Query(trusted: turned.joined(separator: ", "))
  }

  private static let over = "(closed_at IS NOT NULL)"
  private static let state =
    "CASE state WHEN 'unassigned' THEN 0 WHEN 'open' THEN 1 WHEN 'offering' THEN 2 ELSE 3 END"
  private static let severe =
    "CASE severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END"
}
