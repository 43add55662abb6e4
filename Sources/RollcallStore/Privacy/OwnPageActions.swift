public import Rollcall
import SQL

/// What somebody does on their own page, in the place of an app that cannot. None of it is a contact of their phone:
/// anybody may hold a link.
extension PrivacyStore {
  /// What somebody is asked to take, or has taken; `nil` = nothing. Changes nothing. Blocks.
  public func ownOffer(of visitor: OwnVisitor) throws(StoreError) -> LinkedOffer? {
    guard let errand = store.liveness.boardEntry(of: visitor.responder.id, in: visitor.workspace.id)?.errand
    else {
      return nil
    }
    let now = clock()
    return try read {
      try LinkedOffer.find(
        errand.offer, in: visitor.workspace.id, zone: visitor.workspace.timeZone, at: now, $0)
    }
  }

  /// Takes an offer, or not; the same again is the same. Blocks.
  ///
  /// - Returns: how it is afterwards; `nil` for one that never was theirs.
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

  /// Says that somebody has arrived, or is done; nothing happens when the incident is not theirs any more. Blocks.
  ///
  /// - Returns: how it is afterwards: only `current` says that anybody sees it.
  public func reportOwn(
    _ report: AssignmentReport, of id: AssignedIncident.ID, by visitor: OwnVisitor
  ) throws(StoreError) -> PhoneVerdict<AssignedIncident> {
    try write { transaction in
      try transaction.dispatch.take(
        report, of: id, phoneAt: nil, from: visitor.responder.id, in: visitor.workspace.id)
    }
  }

  /// The assignment of somebody; `nil` = none. Blocks.
  public func ownAssignment(of visitor: OwnVisitor) throws(StoreError) -> AssignedIncident? {
    try read { try Assignments.find(of: visitor.responder.id, in: visitor.workspace.id, $0) }
  }

  /// Puts a request of theirs into the admins' inbox; asked again while one is open, it is that one. Blocks.
  public func requestOwn(_ kind: PrivacyRequest.Kind, by visitor: OwnVisitor) throws(StoreError) {
    try write { transaction in
      _ = try transaction.privacy.makeRequest(kind, of: visitor.responder.id, in: visitor.workspace.id)
    }
  }

  /// What somebody has asked for that waits to be dealt with. Blocks.
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
