import Foundation
public import Rollcall
import SQL

/// An offer as shown to the holder of its link.
public struct LinkedOffer: Equatable, Sendable {
  /// The actions possible with it.
  public enum Standing: Equatable, Sendable {
    /// It can be accepted.
    case open
    /// It was accepted, and is theirs.
    case theirs
    /// Another person has the incident.
    case taken
    /// The time to answer is over, it was withdrawn, or the incident has ended.
    case over
  }

  /// The offer.
  public let offer: Offer
  /// The incident offered.
  public let incident: Incident
  /// The time zone of its workspace, an IANA name.
  public let timeZone: String
  /// The actions possible with it.
  public let standing: Standing
}

extension DispatchStore {
  /// The offer behind a link, as it is now; `nil` for a link that never existed. Changes nothing. Blocks.
  public func offer(link: String) throws(StoreError) -> LinkedOffer? {
    let now = clock()
    return try read { try OfferLinks.find(link, at: now, $0) }
  }

  /// Accepts the offer behind a link, as its responder's app would; accepting again changes nothing. It does
  /// not count as a contact of the phone: anyone may hold a link. Blocks.
  ///
  /// - Returns: how it is afterwards; `nil` for a link that never existed.
  public func accept(link: String) throws(StoreError) -> LinkedOffer? {
    try write { transaction in
      guard let found = try OfferLinks.find(link, at: transaction.now, transaction.db) else { return nil }
      try transaction.push.noteAnswer(
        to: found.offer.id, of: found.offer.responder, in: found.incident.workspace)
      guard found.standing != .theirs else { return found }
      _ = try transaction.dispatch.answer(
        found.offer, .accepted, reason: "by the link of a message", in: found.incident.workspace)
      return try OfferLinks.find(link, at: transaction.now, transaction.db)
    }
  }
}

/// Rows of `offer_link`.
private enum OfferLinks {
  static func find(_ link: String, at now: Timestamp, _ db: Database) throws -> LinkedOffer? {
    try db.first(
      """
      SELECT offer_link.workspace_id, offer_link.offer_id, workspace.time_zone FROM offer_link
      JOIN workspace ON workspace.id = offer_link.workspace_id WHERE token_hash = \(SecretHash(of: link).bytes)
      """
    ) {
      try LinkedOffer.find(
        try $0["offer_id"], in: try $0["workspace_id"], zone: try $0["time_zone"], at: now, db)
    } ?? nil
  }
}

extension LinkedOffer {
  /// An offer of a workspace at an instant.
  static func find(
    _ id: Offer.ID, in workspace: Workspace.ID, zone: String, at now: Timestamp, _ db: Database
  ) throws -> LinkedOffer? {
    guard let offer = try Offers.find(id, in: workspace, db),
      let incident = try Incidents.find(offer.incident, in: workspace, db)
    else { return nil }
    return LinkedOffer(
      offer: offer, incident: incident, timeZone: zone, standing: standing(of: offer, incident, at: now))
  }

  private static func standing(
    of offer: Offer, _ incident: Incident, at now: Timestamp
  ) -> Standing {
    if offer.state.isOpen { return now <= offer.endsAt ? .open : .over }
    guard !incident.state.isClosed else { return .over }
    if offer.state == .accepted { return .theirs }
    return incident.state == .assigned ? .taken : .over
  }
}
