public import Rollcall
public import RollcallWire

/// Sends a responder's queue while something waits and the server can be reached: notices first, then pings.
/// Only one request is under way at a time.
///
/// ``run()`` does the waiting; a background task of the platform calls ``syncNow()`` instead.
public actor Sender {
  let session: DeviceSession
  let clock: DeviceClock
  let telemetry: @Sendable (QueueLeft) async -> Telemetry
  let news: @Sendable (SenderNews) async -> Void
  let changed: @Sendable (SyncState) async -> Void

  var queue: DeviceQueue?
  var plan = UploadPlan()
  /// How many notices may go in one request: fewer while searching for the one that the server refuses.
  var mostNotices = Int.max
  var pace: SendPace
  /// The last failure published, until an attempt fails again.
  var reportedFailure: SendPace.Failure?
  var progress: (done: Int, of: Int)?
  var current: Task<Milliseconds?, Never>?
  var isWoken = false
  var isHurried = false
  var rest: Task<Void, Never>?
  var inPortal = false

  /// Creates a sender.
  ///
  /// - Parameters:
  ///   - telemetry: The telemetry for an upload; called for each attempt.
  ///   - news: Called with messages of the server that concern the app.
  ///   - changed: Called when ``state`` may have changed, and for each attempt that failed.
  public init(
    session: DeviceSession, clock: DeviceClock = .system, backoff: Backoff = Backoff(),
    telemetry: @escaping @Sendable (QueueLeft) async -> Telemetry = { $0.telemetry },
    news: @escaping @Sendable (SenderNews) async -> Void = { _ in },
    changed: @escaping @Sendable (SyncState) async -> Void = { _ in }
  ) {
    self.session = session
    self.clock = clock
    self.telemetry = telemetry
    self.news = news
    self.changed = changed
    pace = SendPace(backoff: backoff)
  }

  /// Switches to this queue; `nil` = none. Called at each login, so that nothing is sent in another person's
  /// name.
  public func use(_ queue: DeviceQueue?) {
    self.queue = queue
    plan.reconsider()
    pace.succeeded()
    wake()
  }

  /// Applies the configuration of uploads.
  public func use(batchLimit: Int, order: Profile.Order?) {
    plan.limit = batchLimit
    plan.newestFirst = order != .fifo
  }

  /// The numbers of the pings of an upload under way.
  public var underWay: Set<Int64> { Set(plan.sequences) }

  /// The state of synchronisation.
  public var state: SyncState {
    get async {
      switch await session.state {
      case .loggedOut: return .loggedOut
      case .ended: return .sessionEnded
      case .active: break
      }
      if let failure = pace.failure { return .waiting(failure) }
      if let progress { return .syncing(done: progress.done, of: progress.of) }
      return .upToDate
    }
  }

  /// Sends new items, unless a pause is in effect.
  public func wake() {
    isWoken = true
    rest?.cancel()
  }

  /// Handles a found or lost network connection. A new connection ends pauses.
  public func connection(_ isThere: Bool) async {
    pace.connection(isThere)
    hasten()
    await publishState()
  }

  /// Handles the app coming to the foreground. Ends pauses, except one that the server asked for.
  public func hurry() {
    pace.hurry()
    hasten()
  }

  private func hasten() {
    // A request under way keeps its pings; the next one is built anew.
    isHurried = true
    wake()
  }
}

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
  case waiting(SendPace.Failure)
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
