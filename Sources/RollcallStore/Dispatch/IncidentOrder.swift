import Rollcall
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
  /// By the first name of those who have it or are asked; incidents without anybody first.
  case who

  /// Its terms, as they stand or turned round.
  func terms(isReversed: Bool) -> Query {
    let own: [String] =
      switch self {
      case .need: [Self.over + " ASC", Self.state + " ASC", Self.severe + " ASC", "opened_at DESC"]
      case .opened: ["opened_at DESC"]
      case .severity: [Self.severe + " ASC", "opened_at DESC"]
      case .title: ["title ASC"]
      case .place: ["coalesce(place, '') ASC"]
      case .who: [Self.holder + " ASC", "opened_at DESC"]
      }
    let terms = own + ["id DESC"]
    guard isReversed else { return Query(trusted: terms.joined(separator: ", ")) }
    let turned = terms.map { $0.hasSuffix(" ASC") ? "\($0.dropLast(4)) DESC" : "\($0.dropLast(5)) ASC" }
    return Query(trusted: turned.joined(separator: ", "))
  }

  /// The same offers as in a summary's `holders`.
  private static let holder = """
    coalesce((
      SELECT min(responder.name) FROM offer
      JOIN responder ON responder.workspace_id = offer.workspace_id AND responder.id = offer.responder_id
      WHERE offer.workspace_id = incident.workspace_id AND offer.incident_id = incident.id AND (
        offer.state IN (\(open)) OR incident.state = 'resolved' AND offer.state = 'accepted'
        OR EXISTS (SELECT 1 FROM assignment WHERE assignment.workspace_id = offer.workspace_id
          AND assignment.incident_id = incident.id AND assignment.offer_id = offer.id AND ended_at IS NULL))
    ), '')
    """
  private static let open = Offer.State.allCases.filter(\.isOpen).map { "'\($0.rawValue)'" }.joined(
    separator: ", ")

  private static let over = "(closed_at IS NOT NULL)"
  private static let state =
    "CASE state WHEN 'unassigned' THEN 0 WHEN 'open' THEN 1 WHEN 'offering' THEN 2 ELSE 3 END"
  private static let severe =
    "CASE severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END"
}
