public import Rollcall
import SQL

/// What a responder does on their own page when their app cannot. None of it counts as a contact of their
/// phone, because anyone may hold a link.
extension PrivacyStore {
  /// The responder's open or accepted offer; `nil` = none. Changes nothing. Blocks.
  public func ownOffer(of visitor: OwnVisitor) throws(StoreError) -> LinkedOffer? {
    guard let errand = store.liveness.boardEntry(of: visitor.responder.id, in: visitor.workspace.id)?.errand,
      let offer = errand.offer
    else {
      return nil
    }
    let now = clock()
    return try read {
      try LinkedOffer.find(
        offer, in: visitor.workspace.id, zone: visitor.workspace.timeZone, at: now, $0)
    }
  }

  /// Accepts or declines an offer. Safe to repeat. Blocks.
  ///
  /// - Returns: the state afterwards; `nil` when the offer was never theirs.
  public func answerOwn(
    _ offer: Offer.ID, accepting: Bool, of visitor: OwnVisitor
  ) throws(StoreError) -> LinkedOffer? {
    try write { transaction in
      let (id, workspace) = (visitor.responder.id, visitor.workspace.id)
      guard let found = try Offers.find(offer, in: workspace, transaction.db), found.responder == id else {
        return nil
      }
      if found.state.isOpen {
        _ = try transaction.dispatch.answer(
          found, accepting ? .accepted : .declined, reason: "on their own page", in: workspace)
      }
      return try LinkedOffer.find(
        offer, in: workspace, zone: visitor.workspace.timeZone, at: transaction.now, transaction.db)
    }
  }

  /// Reports that a responder has arrived, or is done; does nothing when the incident is no longer theirs.
  /// Blocks.
  ///
  /// - Returns: the state afterwards; only `current` means that a dispatcher sees it.
  public func reportOwn(
    _ report: AssignmentReport, of id: AssignedIncident.ID, by visitor: OwnVisitor
  ) throws(StoreError) -> PhoneVerdict<AssignedIncident> {
    try write { transaction in
      try transaction.dispatch.take(
        report, of: id, phoneAt: nil, from: visitor.responder.id, in: visitor.workspace.id)
    }
  }

  /// The responder's assignment; `nil` = none. Blocks.
  public func ownAssignment(of visitor: OwnVisitor) throws(StoreError) -> AssignedIncident? {
    try read { try Assignments.find(of: visitor.responder.id, in: visitor.workspace.id, $0) }
  }

  /// Adds a request to the admins' inbox. A repeat while one is open returns that one. Blocks.
  public func requestOwn(_ kind: PrivacyRequest.Kind, by visitor: OwnVisitor) throws(StoreError) {
    try write { transaction in
      _ = try transaction.privacy.makeRequest(kind, of: visitor.responder.id, in: visitor.workspace.id)
    }
  }

  /// The responder's open requests. Blocks.
  public func ownRequests(of visitor: OwnVisitor) throws(StoreError) -> Set<PrivacyRequest.Kind> {
    try read { db in
      Set(
        try db.all(
          """
          SELECT kind FROM privacy_request WHERE workspace_id = \(visitor.workspace.id)
            AND responder_id = \(visitor.responder.id) AND done_at IS NULL
          """, as: PrivacyRequest.Kind.self))
    }
  }
}
