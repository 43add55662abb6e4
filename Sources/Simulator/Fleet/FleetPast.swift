import DeviceKit
public import Rollcall

/// Who carries a fleet through its past: stands for the server, and sets the clock that it reads.
public struct PastKeeper: Sendable {
  /// An answer: status, header fields, body.
  public typealias Answer = (status: Int, headers: [String: String], body: [UInt8])

  /// Sets the clock; never back.
  var move: @Sendable (_ to: Timestamp) async throws -> Void
  /// The server is away from the clock's present time until `until`; then the clock stands there.
  var beAway: @Sendable (_ until: Timestamp) async throws -> Void
  /// Answers a request as the server would: method, path, header fields, body.
  var send: @Sendable (String, String, [String: String], [UInt8]) async throws -> Answer

  /// A keeper from its parts.
  public init(
    move: @escaping @Sendable (_ to: Timestamp) async throws -> Void,
    beAway: @escaping @Sendable (_ until: Timestamp) async throws -> Void,
    send: @escaping @Sendable (String, String, [String: String], [UInt8]) async throws -> Answer
  ) {
    self.move = move
    self.beAway = beAway
    self.send = send
  }
}

/// The keeper as the phones' way to the server.
private struct KeeperSender: HTTPSending {
  let keeper: PastKeeper

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    let answer = try await keeper.send(call.method, call.path, call.headers, call.body)
    return HTTPAnswer(status: answer.status, headers: answer.headers, body: answer.body)
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
  /// Pings taken.
  public var pings = 0
  /// Refusals in words, of each kind one.
  public var refusals: Set<String> = []
}

extension Fleet {
  /// How much a phone sends in one step; more waits for the next.
  private static let actionsAStep = 20

  /// Lets the phones live from the beginning until `until` says that the present is reached, as fast as the server
  /// takes it.
  ///
  /// All phones that are due in one step send at the same time, so that the server can commit them together; within
  /// a step no clock moves.
  ///
  /// - Parameters:
  ///   - from: When the past begins.
  ///   - until: When it ends; asked before each step, so that the present may go on meanwhile.
  ///   - step: How far the clock moves at once, milliseconds.
  ///   - absences: When the server was away: in order, apart.
  /// - Throws: What the keeper throws, except from `send`; `CancellationError`.
  public mutating func runPast(
    from: Timestamp, until: @Sendable () -> Timestamp, step: Milliseconds = 10_000,
    absences: [ServerAbsence] = [], keeper: PastKeeper
  ) async throws -> PastReport {
    var report = PastReport()
    var absences = absences[...]
    var now = from
    while now <= until() {
      try Task.checkCancellation()
      if let absence = absences.first, absence.from <= now {
        absences.removeFirst()
        guard absence.until > now else { continue }
        try await keeper.move(now)
        try await keeper.beAway(absence.until)
        now = absence.until
      }
      let due = members.indices.filter { members[$0].isDue(at: now) }
      if !due.isEmpty {
        try await keeper.move(now)
        await settle(due, at: now, through: KeeperSender(keeper: keeper), &report)
      }
      now = now.advanced(by: max(1_000, step))
    }
    try await keeper.move(max(until(), now.advanced(by: -max(1_000, step))))
    return report
  }

  private mutating func settle(
    _ due: [Int], at now: Timestamp, through sender: any HTTPSending, _ report: inout PastReport
  ) async {
    await withTaskGroup(of: (Int, Member, PastReport).self) { group in
      for index in due {
        let member = members[index]
        group.addTask {
          let (lived, part) = await Self.step(member, at: now, through: sender)
          return (index, lived, part)
        }
      }
      for await (index, member, part) in group {
        members[index] = member
        report.requests += part.requests
        report.pings += part.pings
        report.refusals.formUnion(part.refusals)
      }
    }
  }

  /// One phone in one step.
  private static func step(
    _ member: Member, at now: Timestamp, through sender: any HTTPSending
  ) async -> (Member, PastReport) {
    var member = member
    var report = PastReport()
    let client = RollcallClient(sender: sender, token: member.token)
    member.phone.live(until: now)
    for _ in 0..<actionsAStep {
      guard let action = member.phone.action(at: now) else { break }
      report.requests += 1
      switch await client.send(action, sentAt: member.phone.clock(at: now)) {
      case .done:
        if case .upload(let batch) = action { report.pings += batch.pings.count }
        member.phone.finish(action)
      case .tryLater: return (member, report)
      case .refused(let refusal):
        report.refusals.insert("\(refusal)")
        member.phone.finish(action)
        if refusal.endsSession {
          member.isEnded = true
          return (member, report)
        }
      }
    }
    return (member, report)
  }
}
