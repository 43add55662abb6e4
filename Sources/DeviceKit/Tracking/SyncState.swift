public import Rollcall
public import RollcallWire

/// How the phone stands with the server.
public enum SyncState: Equatable, Sendable {
  /// Nobody is logged in: what is noted waits.
  case loggedOut
  /// The server has ended the session: what is noted waits for the same responder's next login.
  case sessionEnded
  /// Everything was told.
  case upToDate
  /// Telling: so many of all that waited when it began.
  case syncing(done: Int, of: Int)
  /// Waiting before the next attempt, because of this.
  case waiting(SendPace.Trouble)
}

/// What the server said that concerns the app.
public enum SenderNews: Equatable, Sendable {
  /// Offers came with an answer.
  case offers([OfferMessage])
  /// A notice was refused: somebody was faster, or it is over.
  case refused(Notice, Refusal)
  /// The server has judged a check-in or check-out.
  case checked(Visit.Step, of: Visit.ID, VisitVerdict)
  /// Pings or notices were refused, so many; they are kept apart with the reason. Not told of what ``refused(_:_:)``
  /// says better: answers to offers, and reports.
  case setAside(Int, reason: String)
}
