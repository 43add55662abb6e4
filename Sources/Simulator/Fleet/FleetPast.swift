public import DeviceKit
public import Rollcall
import Synchronization

/// Who carries a fleet through its past: stands for the server, and sets the clock that it reads.
public struct PastKeeper: Sendable {
  /// An answer: status, header fields, body.
  public typealias Answer = (status: Int, headers: [String: String], body: [UInt8])

  /// Sets the clock, never back, and lets happen what came due meanwhile.
  var move: @Sendable (_ to: Timestamp) -> Void
  /// The server goes away, at the clock's time; and comes back.
  var stop: @Sendable () throws -> Void
  var resume: @Sendable () throws -> Void
  /// Answers a request as the server would: method, path, header fields, body.
  var send: @Sendable (String, String, [String: String], [UInt8]) async throws -> Answer
  /// The code that somebody gets who wants to log in; `nil` = none, or not now.
  var code: @Sendable (Responder.ID) async -> PhoneCode?

  /// A keeper from its parts.
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

/// A time in which the server was away.
public struct ServerAbsence: Equatable, Sendable {
  /// Its beginning.
  public var from: Timestamp
  /// Its end.
  public var until: Timestamp

  /// An absence from its parts.
  public init(from: Timestamp, until: Timestamp) {
    self.from = from
    self.until = max(from, until)
  }
}

/// What was done to make a past.
public struct PastReport: Equatable, Sendable {
  /// Requests sent.
  public var requests = 0
  /// Pings recorded.
  public var pings = 0
  /// Refusals, of each kind one: status and path, numbers left out.
  public var refusals: Set<String> = []
  /// When the server was really away: at whole steps.
  public var absences: [ServerAbsence] = []

  /// Nothing.
  public init() {}
}

/// The keeper as the phones' way to the server.
private final class KeeperSender: HTTPSending {
  struct Away: Error {}

  private struct Noted {
    var isAway = false
    var requests = 0
    var refusals: Set<String> = []
    var failure: (any Error)?
    var absences: [ServerAbsence] = []
  }

  private let keeper: PastKeeper
  private let time: VirtualTime
  private let noted = Mutex(Noted())

  init(_ keeper: PastKeeper, _ time: VirtualTime) {
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

  /// What the keeper threw when the server went away or came back.
  var failure: (any Error)? { noted.withLock { $0.failure } }

  /// The server is away for a while; back, too, when the task is cancelled meanwhile.
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
  /// Lets the phones live from the beginning until `until` says that the present is reached, as fast as the server
  /// takes it. The apps are ended then.
  ///
  /// - Parameters:
  ///   - from: When the past begins.
  ///   - until: When it ends; asked before each step, so that the present may go on meanwhile.
  ///   - step: Whoever waits wakes at whole multiples of it, milliseconds: what is sent then can be committed together.
  ///   - absences: When the server was away: in order, apart.
  ///   - service: What wakes them; `nil` = nothing does.
  ///   - alongside: What else happens in that time, with the way to the server.
  /// - Throws: What the keeper throws when the server goes away or comes back; `CancellationError`.
  public func runPast(
    from: Timestamp, until: @escaping @Sendable () -> Timestamp, step: Milliseconds = 5_000,
    absences: [ServerAbsence] = [], keeper: PastKeeper, seed: UInt64 = 0,
    waking service: WakingService? = nil, report: @escaping @Sendable (String) -> Void = { _ in },
    alongside: @escaping @Sendable (DeviceClock, any HTTPSending) async -> Void = { _, _ in }
  ) async throws -> PastReport {
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
    var told = PastReport()
    (told.requests, told.refusals, told.absences) = (sender.requests, sender.refusals, sender.absences)
    told.pings = phones.reduce(0) { $0 + $1.diary.counts.recorded }
    return told
  }
}
