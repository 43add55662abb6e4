/// An accepted offer in force, with its assignee.
public struct Assignment: Equatable, Sendable {
  /// How somebody took an incident.
  public enum Way: String, CaseIterable, Sendable {
    /// They accepted the offer themselves.
    case app
    /// They said so by telephone or radio, and a dispatcher wrote it down.
    case voice
  }

  /// How an assignee is on the way out while others are asked.
  public enum Leaving: String, CaseIterable, Sendable {
    /// The dispatcher wants another.
    case replaced
    /// They are offline for too long.
    case lost
  }

  /// The accepted offer; `nil` = taken by voice without one.
  public var offer: Offer.ID?
  /// The assignee.
  public var responder: Responder.ID
  /// When they accepted.
  public var since: Timestamp
  /// How they took it.
  public var by = Way.app
  /// The line of the needs in which they fill a place, from 0.
  public var line = 0
  /// Whether their phone was not online since they took it by voice: that it is silent means nothing.
  public var isUnheard = false
  /// Whether the dispatcher wants another: no contact of theirs ends that.
  public var isReplaced = false
  /// When others are asked, unless the assignee is heard first; `nil` = they are not offline.
  public var graceAt: Timestamp?
  /// When we began to ask others. Until one of them accepts, the assignment stands. `nil` = no one else is
  /// asked.
  public var lostAt: Timestamp?

  /// An assignment from its parts.
  public init(
    offer: Offer.ID?, responder: Responder.ID, since: Timestamp, by: Way = .app, isUnheard: Bool = false,
    isReplaced: Bool = false, graceAt: Timestamp? = nil,
    lostAt: Timestamp? = nil, line: Int = 0
  ) {
    self.offer = offer
    self.responder = responder
    self.since = since
    self.by = by
    self.isUnheard = isUnheard
    self.isReplaced = isReplaced
    self.graceAt = graceAt
    self.lostAt = lostAt
    self.line = line
  }
}

extension Assignment {
  /// How they are on the way out; `nil` = they are not.
  public var leaving: Leaving? { lostAt == nil ? nil : isReplaced ? .replaced : .lost }

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
