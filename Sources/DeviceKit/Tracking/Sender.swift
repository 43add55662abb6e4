public import Rollcall
import RollcallWire

/// Sends what waits in a responder's queue, as long as something waits and the server can be reached: notices first,
/// then pings. Only one request is under way at a time.
///
/// The waiting is ``run()``'s; a background task of the platform calls ``syncNow()`` instead.
public actor Sender {
  let session: DeviceSession
  let clock: DeviceClock
  let telemetry: @Sendable (QueueLeft) async -> Telemetry
  let news: @Sendable (SenderNews) async -> Void
  let changed: @Sendable (SyncState) async -> Void

  var queue: DeviceQueue?
  var plan = UploadPlan()
  /// How many notices may go together: fewer while it is sought which one the server does not read.
  var mostNotices = Int.max
  var pace: SendPace
  /// The trouble that was told last, until an attempt fails again.
  var toldTrouble: SendPace.Trouble?
  var progress: (done: Int, of: Int)?
  var current: Task<Milliseconds?, Never>?
  var isWoken = false
  var isHurried = false
  var rest: Task<Void, Never>?
  var inPortal = false

  /// A sender.
  ///
  /// - Parameters:
  ///   - telemetry: What the phone says about itself beside each upload; asked for each attempt.
  ///   - news: Is told what the server said that concerns the app.
  ///   - changed: Is told when ``state`` may have changed, and of each attempt that failed.
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

  /// Whose queue is sent from now on; `nil` = nobody's. A new login calls it, so that nothing goes out in another's
  /// name.
  public func use(_ queue: DeviceQueue?) {
    self.queue = queue
    plan.reconsider()
    pace.succeeded()
    wake()
  }

  /// What the configuration says of uploads.
  public func use(batchLimit: Int, order: Profile.Order?) {
    plan.limit = batchLimit
    plan.newestFirst = order != .fifo
  }

  /// The numbers of the pings of an upload under way.
  public var underWay: Set<Int64> { Set(plan.sequences) }

  /// How the phone stands with the server.
  public var state: SyncState {
    get async {
      switch await session.state {
      case .loggedOut: return .loggedOut
      case .ended: return .sessionEnded
      case .active: break
      }
      if let trouble = pace.trouble { return .waiting(trouble) }
      if let progress { return .syncing(done: progress.done, of: progress.of) }
      return .upToDate
    }
  }

  /// Something new waits: sends it, unless a wait is not over.
  public func wake() {
    isWoken = true
    rest?.cancel()
  }

  /// The phone has found a network or lost it. A found one is another one: waits end.
  public func connection(_ isThere: Bool) async {
    pace.connection(isThere)
    hasten()
    await tellState()
  }

  /// The app came to the foreground: waits end, but for what the server has asked.
  public func hurry() {
    pace.hurry()
    hasten()
  }

  private func hasten() {
    // A request under way keeps its pings; the next one is put together anew.
    isHurried = true
    wake()
  }
}
