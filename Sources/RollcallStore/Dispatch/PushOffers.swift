import Rollcall

extension WriteTransaction {
  /// A service has taken the message about an offer: the offer is on its way, unless it was already.
  ///
  /// - Returns: whether this was news, and stands in the log.
  func noteSent(_ offer: Offer, in workspace: Workspace.ID, because words: String) throws -> Bool {
    try settleOffer(of: offer.responder)
    guard let present = try Offers.find(offer.id, in: workspace, db), present.state.isOpen else {
      return false
    }
    return try apply(.sent, to: present, by: Actor.rollcall, reason: words).verdict == .taken
  }
}
