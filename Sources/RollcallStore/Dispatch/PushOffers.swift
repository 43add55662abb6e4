import Rollcall

extension PushWrites {
  /// A service has taken the message about an offer: the offer counts as sent, unless it did already.
  ///
  /// - Returns: whether this was news and is in the log.
  func noteSent(_ offer: Offer, in workspace: Workspace.ID, because words: String) throws -> Bool {
    try transaction.dispatch.advance(offer.incident, in: workspace, by: Actor.rollcall, touching: offer.id) {
      machine in
      machine.apply(.sent, to: offer.id, at: now, reason: words) == .taken
    }
  }
}
