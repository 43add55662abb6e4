/// An accepted offer in force, with its assignee.
public struct Assignment: Equatable, Sendable {
  /// The accepted offer.
  public var offer: Offer.ID
  /// The assignee.
  public var responder: Responder.ID
  /// When they accepted.
  public var since: Timestamp
  /// When others are asked, unless the assignee is heard first; `nil` = they are not offline.
  public var graceAt: Timestamp?
  /// When we began to ask others. Until one of them accepts, the assignment stands. `nil` = no one else is
  /// asked.
  public var lostAt: Timestamp?

  /// An assignment from its parts.
  public init(
    offer: Offer.ID, responder: Responder.ID, since: Timestamp, graceAt: Timestamp? = nil,
    lostAt: Timestamp? = nil
  ) {
    self.offer = offer
    self.responder = responder
    self.since = since
    self.graceAt = graceAt
    self.lostAt = lostAt
  }
}

extension Assignment {
  /// Why an assignment ended. Each stored reason begins with these words, so that they can be counted.
  public enum End: String, CaseIterable, Sendable {
    case completed
    case resolved = "the incident was resolved"
    case cancelled = "the incident was cancelled"
    /// Others were asked because the assignee was offline, and one of them accepted.
    case offline = "went offline"
    case offDuty = "went off duty"
    case loggedOut = "logged out"
    case declinedLate = "declined late"
    case reassigned = "reassigned by the dispatcher"

    /// Whether the incident needs another responder.
    public var isLoss: Bool {
      switch self {
      case .completed, .resolved, .cancelled: false
      case .offline, .offDuty, .loggedOut, .declinedLate, .reassigned: true
      }
    }
  }
}
