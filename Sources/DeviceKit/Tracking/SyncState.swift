public import Rollcall
public import RollcallWire

/// The state of synchronisation with the server.
public enum SyncState: Equatable, Sendable {
  /// Logged out: the queue waits.
  case loggedOut
  /// The server has ended the session: the queue waits for the same responder's next login.
  case sessionEnded
  /// Everything was sent.
  case upToDate
  /// Sending: how many are done of all that waited at the start.
  case syncing(done: Int, of: Int)
  /// Waiting for the next attempt, for this reason.
  case waiting(SendPace.Trouble)
}

/// A message of the server that concerns the app.
public enum SenderNews: Equatable, Sendable {
  /// Offers came with an answer.
  case offers([OfferMessage])
  /// A notice was refused: another responder was faster, or the offer has ended.
  case refused(Notice, Refusal)
  /// The server has judged a check-in or check-out.
  case checked(Visit.Step, of: Visit.ID, VisitVerdict)
  /// This many pings or notices were refused and are kept with the reason. Excludes answers to offers and
  /// reports, which ``refused(_:_:)`` covers.
  case setAside(Int, reason: String)
}
