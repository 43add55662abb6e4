import Foundation
public import Rollcall
import SQL

/// An offer, or an incident that was taken by voice without one, as shown to the holder of its link.
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

  /// The offer; `nil` = the incident was taken by voice, without one.
  public let offer: Offer?
  /// The incident offered.
  public let incident: Incident
  /// The time zone of its workspace, an IANA name.
  public let timeZone: String
  /// The actions possible with it.
  public let standing: Standing
  /// Whether a text message brought the link.
  public let isByText: Bool
}

/// What a gateway says about a text message that it took.
public enum TextReceipt: Sendable {
  /// It is on the phone; whether it was read is not known.
  case delivered
  /// It did not get there; why, in the gateway's words, at most 100 bytes.
  case failed(String)
}

extension DispatchStore {
  /// The offer behind a link, as it is now; `nil` for a link that never existed. Changes nothing. Blocks.
  ///
  /// Its ``LinkedOffer/isByText`` says whether ``open(link:)`` would be news.
  public func offer(link: String) throws(StoreError) -> LinkedOffer? {
    let now = clock()
    return try read { try OfferLinks.find(link, at: now, $0) }
  }

  /// The link of a text message was opened: the offer has reached its person. A link of another message
  /// changes nothing: programs that scan messages follow links. Blocks.
  ///
  /// - Returns: how it is afterwards; `nil` for a link that never existed.
  public func open(link: String) throws(StoreError) -> LinkedOffer? {
    guard let known = try offer(link: link) else { return nil }
    guard known.isByText, known.standing == .open else { return known }
    return try write { transaction in
      guard let found = try OfferLinks.find(link, at: transaction.now, transaction.db) else { return nil }
      guard let offer = found.offer else { return found }
      let workspace = found.incident.workspace
      try transaction.push.noteAnswer(to: offer.id, of: offer.responder, byText: true, in: workspace)
      _ = try transaction.dispatch.answer(offer, .delivered, reason: "the link was opened", in: workspace)
      try TextReceiptWrites(transaction: transaction).noteReached(offer.id, in: workspace)
      return try OfferLinks.find(link, at: transaction.now, transaction.db)
    }
  }

  /// A gateway says what became of a text message, by the link that it carried. Blocks.
  ///
  /// - Returns: `false` for a link that no text message carried.
  public func takeReceipt(_ receipt: TextReceipt, link: String) throws(StoreError) -> Bool {
    guard let known = try offer(link: link), known.isByText else { return false }
    guard known.standing == .open else { return true }
    try write { transaction in
      guard let found = try OfferLinks.find(link, at: transaction.now, transaction.db),
        let offer = found.offer
      else { return }
      try TextReceiptWrites(transaction: transaction).take(receipt, of: offer, in: found.incident.workspace)
    }
    return true
  }

  /// Accepts the offer behind a link, as its responder's app would; accepting again changes nothing. It does
  /// not count as a contact of the phone: anyone may hold a link. Blocks.
  ///
  /// - Returns: how it is afterwards; `nil` for a link that never existed.
  public func accept(link: String) throws(StoreError) -> LinkedOffer? {
    try write { transaction in
      guard let found = try OfferLinks.find(link, at: transaction.now, transaction.db) else { return nil }
      guard let offer = found.offer else { return found }
      try transaction.push.noteAnswer(
        to: offer.id, of: offer.responder, byText: found.isByText, in: found.incident.workspace)
      guard found.standing != .theirs else { return found }
      _ = try transaction.dispatch.answer(
        offer, .accepted, reason: "by the link of a message", in: found.incident.workspace)
      return try OfferLinks.find(link, at: transaction.now, transaction.db)
    }
  }
}

/// Rows of `offer_link`.
private enum OfferLinks {
  static func find(_ link: String, at now: Timestamp, _ db: Database) throws -> LinkedOffer? {
    try db.first(
      """
      SELECT offer_link.*, workspace.time_zone FROM offer_link
      JOIN workspace ON workspace.id = offer_link.workspace_id WHERE token_hash = \(SecretHash(of: link).bytes)
      """
    ) { row -> LinkedOffer? in
      let (workspace, zone): (Workspace.ID, String) = (try row["workspace_id"], try row["time_zone"])
      let isByText: Bool = try row["by_text"]
      guard let offer = try row["offer_id"] as Offer.ID? else {
        return try LinkedOffer.find(
          try row["incident_id"], of: try row["responder_id"], in: workspace, zone: zone, isByText: isByText,
          db)
      }
      return try LinkedOffer.find(offer, in: workspace, zone: zone, isByText: isByText, at: now, db)
    } ?? nil
  }
}

extension LinkedOffer {
  /// An offer of a workspace at an instant.
  static func find(
    _ id: Offer.ID, in workspace: Workspace.ID, zone: String, isByText: Bool = false, at now: Timestamp,
    _ db: Database
  ) throws -> LinkedOffer? {
    guard let offer = try Offers.find(id, in: workspace, db),
      let incident = try Incidents.find(offer.incident, in: workspace, db)
    else { return nil }
    return LinkedOffer(
      offer: offer, incident: incident, timeZone: zone, standing: standing(of: offer, incident, at: now),
      isByText: isByText)
  }

  /// An incident that a person took by voice, as it is for them now.
  fileprivate static func find(
    _ id: Incident.ID, of responder: Responder.ID, in workspace: Workspace.ID, zone: String, isByText: Bool,
    _ db: Database
  ) throws -> LinkedOffer? {
    guard let incident = try Incidents.find(id, in: workspace, db) else { return nil }
    let isTheirs = try db.exists(
      """
      SELECT 1 FROM assignment WHERE workspace_id = \(workspace) AND incident_id = \(id)
        AND responder_id = \(responder) AND ended_at IS NULL
      """)
    return LinkedOffer(
      offer: nil, incident: incident, timeZone: zone, standing: standing(isTheirs: isTheirs, incident),
      isByText: isByText)
  }

  private static func standing(
    of offer: Offer, _ incident: Incident, at now: Timestamp
  ) -> Standing {
    if offer.state.isOpen { return now <= offer.endsAt ? .open : .over }
    return standing(isTheirs: offer.state == .accepted, incident)
  }

  private static func standing(isTheirs: Bool, _ incident: Incident) -> Standing {
    guard !incident.state.isClosed else { return .over }
    if isTheirs { return .theirs }
    return incident.state == .assigned ? .taken : .over
  }
}

/// How far an offer by text message came, as it is written.
struct TextReceiptWrites: TransactionPart {
  let transaction: WriteTransaction

  /// An offer has certainly reached its person: not by a gateway's word alone.
  func noteReached(_ offer: Offer.ID, in workspace: Workspace.ID) throws {
    try db.run(
      """
      UPDATE offer SET by_receipt = 0 WHERE workspace_id = \(workspace) AND id = \(offer) AND by_receipt = 1
      """)
  }

  fileprivate func take(_ receipt: TextReceipt, of offer: Offer, in workspace: Workspace.ID) throws {
    let dispatch = transaction.dispatch
    switch receipt {
    case .delivered:
      try endMessages(of: offer, in: workspace)
      let verdict = try dispatch.advance(
        offer.incident, in: workspace, by: Actor.rollcall, touching: offer.id
      ) {
        $0.apply(.delivered, to: offer.id, at: now, reason: "says the gateway")
      }
      guard verdict == .taken else { return }
      try db.run(
        "UPDATE offer SET by_receipt = 1 WHERE workspace_id = \(workspace) AND id = \(offer.id)")
    case .failed(let words):
      try dispatch.log(
        .pushFailed, of: offer.incident, in: workspace, by: Actor.rollcall, responder: offer.responder,
        detail: "SMS: \(words), says the gateway")
    }
  }

  /// The gateway had the message, whether we know that or not: it is not handed over again.
  private func endMessages(of offer: Offer, in workspace: Workspace.ID) throws {
    let ended = try db.all(
      """
      UPDATE push_job SET state = \(Delivery.State.accepted), accepted_at = coalesce(accepted_at, \(now)),
        last_reason = 'says the gateway'
      WHERE workspace_id = \(workspace) AND offer_id = \(offer.id) AND kind = 'offer' AND state = 'waiting'
        AND EXISTS (SELECT 1 FROM push_channel WHERE push_channel.workspace_id = push_job.workspace_id
          AND push_channel.id = push_job.channel_id AND provider = 'sms')
      RETURNING id
      """, as: PushJob.ID.self)
    afterCommit { [outboxes = memory.outboxes] in outboxes.forget(ended) }
  }
}
