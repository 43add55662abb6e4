public import DeviceKit
public import Rollcall
import Synchronization

/// Runs a fleet's history: stands for the server, and sets the clock that it reads.
public struct HistoryKeeper: Sendable {
  /// An answer: status, header fields, body.
  public typealias Answer = (status: Int, headers: [String: String], body: [UInt8])

  /// Advances the clock, and runs what is due by then.
  var move: @Sendable (_ to: Timestamp) -> Void
  /// Stops the server at the clock's time, and starts it again.
  var stop: @Sendable () throws -> Void
  var resume: @Sendable () throws -> Void
  /// Answers a request like the server: method, path, header fields, body.
  var send: @Sendable (String, String, [String: String], [UInt8]) async throws -> Answer
  /// Requests the login code of a responder; `nil` = none, or not now.
  var code: @Sendable (Responder.ID) async -> PhoneCode?

  /// Creates a keeper.
  public init(
    move: @escaping @Sendable (_ to: Timestamp) -> Void, stop: @escaping @Sendable () throws -> Void,
    resume: @escaping @Sendable () throws -> Void,
    send: @escaping @Sendable (String, String, [String: String], [UInt8]) async throws -> Answer,
    code: @escaping @Sendable (Responder.ID) async -> PhoneCode? = { _ in nil }
  ) {
    self.move = move
    self.stop = stop
    self.resume = resume
    self.send = send
    self.code = code
  }
}

/// A downtime of the server.
public struct ServerAbsence: Equatable, Sendable {
  /// Its beginning.
  public var from: Timestamp
  /// Its end.
  public var until: Timestamp

  /// Creates an absence.
  public init(from: Timestamp, until: Timestamp) {
    self.from = from
    self.until = max(from, until)
  }
}

/// What happened while a history was made.
public struct HistoryReport: Equatable, Sendable {
  /// Requests sent.
  public var requests = 0
  /// Pings recorded.
  public var pings = 0
  /// The distinct refusals: status and path without numbers.
  public var refusals: Set<String> = []
  /// The server's actual downtimes, at whole steps.
  public var absences: [ServerAbsence] = []

  /// Nothing.
  public init() {}
}

/// Sends the phones' requests to the keeper.
private final class KeeperSender: HTTPSending {
  struct Away: Error {}

  private struct Noted {
    var isAway = false
    var requests = 0
    var refusals: Set<String> = []
    var failure: (any Error)?
    var absences: [ServerAbsence] = []
  }

  private let keeper: HistoryKeeper
  private let time: VirtualTime
  private let noted = Mutex(Noted())

  init(_ keeper: HistoryKeeper, _ time: VirtualTime) {
    self.keeper = keeper
    self.time = time
  }

  var requests: Int { noted.withLock { $0.requests } }
  var refusals: Set<String> { noted.withLock { $0.refusals } }
  var absences: [ServerAbsence] { noted.withLock { $0.absences } }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    guard !noted.withLock({ $0.isAway }) else { throw Away() }
    let answer = try await time.outside {
      try await keeper.send(call.method, call.path, call.headers, call.body)
    }
    noted.withLock {
      $0.requests += 1
      guard (400..<500).contains(answer.status) else { return }
      let words = call.path.split(separator: "/").filter { !$0.utf8.allSatisfy { (48...57).contains($0) } }
      $0.refusals.insert("\(answer.status) /\(words.joined(separator: "/"))")
    }
    return HTTPAnswer(status: answer.status, headers: answer.headers, body: answer.body)
  }

  /// The error that the keeper threw when it stopped or started the server.
  var failure: (any Error)? { noted.withLock { $0.failure } }

  /// Stops the server for a while; starts it again even if the task is cancelled meanwhile.
  func happen(_ absence: ServerAbsence, clock: DeviceClock) async {
    do { try await clock.sleep(absence.from.since(clock.now())) } catch { return }
    do {
      let from = clock.now()
      noted.withLock { $0.isAway = true }
      try keeper.stop()
      try? await clock.sleep(absence.until.since(from))
      try keeper.resume()
      noted.withLock {
        $0.isAway = false
        $0.absences.append(ServerAbsence(from: from, until: clock.now()))
      }
    } catch { noted.withLock { $0.failure = error } }
  }
}

extension Fleet {
  /// Runs the phones from the beginning until `until` says that the present is reached, as fast as the server
  /// allows. Then the apps are ended.
  ///
  /// - Parameters:
  ///   - from: When the history begins.
  ///   - until: When it ends; called before each step, because the present moves on meanwhile.
  ///   - step: Sleepers wake at whole multiples of it, milliseconds, so that what they send can be committed
  ///     together.
  ///   - absences: The server's downtimes: in order, apart.
  ///   - service: The push service; `nil` = none.
  ///   - alongside: Runs in the same time, with access to the server.
  /// - Throws: What the keeper throws when it stops or starts the server; `CancellationError`.
  public func runHistory(
    from: Timestamp, until: @escaping @Sendable () -> Timestamp, step: Milliseconds = 5_000,
    absences: [ServerAbsence] = [], keeper: HistoryKeeper, seed: UInt64 = 0,
    waking service: SimulatedPushService? = nil, report: @escaping @Sendable (String) -> Void = { _ in },
    alongside: @escaping @Sendable (DeviceClock, any HTTPSending) async -> Void = { _, _ in }
  ) async throws -> HistoryReport {
    let time = VirtualTime(from, step: step, moved: keeper.move)
    let sender = KeeperSender(keeper, time)
    let chance = Mutex(SmallRandom(seed: seed))
    let clock = time.clock(random: { chance.withLock { Double.random(in: 0..<1, using: &$0) } })
    var world = PhoneWorld(
      clock: clock, network: sender, lead: max(1_000, step),
      code: { [keeper] owner in await time.outside { await keeper.code(owner) } }, report: report)
    world.tellsAddresses = true
    service?.open(self, in: world)
    keeper.move(from)
    await time.run(until: until) { [self, world] in
      await withTaskGroup { group in
        group.addTask { await live(in: world, spread: 60_000) }
        group.addTask { await alongside(clock, sender) }
        group.addTask {
          for absence in absences where !Task.isCancelled { await sender.happen(absence, clock: clock) }
        }
      }
    }
    if let error = sender.failure { throw error }
    try Task.checkCancellation()
    keeper.move(until())
    var told = HistoryReport()
    (told.requests, told.refusals, told.absences) = (sender.requests, sender.refusals, sender.absences)
    told.pings = phones.reduce(0) { $0 + $1.diary.counts.recorded }
    return told
  }
}
