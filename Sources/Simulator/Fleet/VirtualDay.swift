import DeviceKit
public import Foundation
public import Rollcall
import Synchronization

/// A run of a fleet on a virtual clock, against a server in the same process, and what came of it.
public struct VirtualDay: Sendable {
  private let fleet: Fleet
  private let keeper: PastKeeper
  private let reader: @Sendable (any HTTPSending) -> ServerReader
  private let span: TimeSpan
  private let absences: [ServerAbsence]
  private let seed: UInt64

  /// How often somebody looks at the board, milliseconds.
  private static let glance: Milliseconds = 60_000

  /// A run.
  ///
  /// - Parameters:
  ///   - slug: The workspace of all phones.
  ///   - key: An API key that may see its board and history.
  ///   - span: From when to when.
  public init(
    _ fleet: Fleet, keeper: PastKeeper, slug: String, key: String, span: TimeSpan,
    absences: [ServerAbsence] = [], seed: UInt64 = 0
  ) {
    self.fleet = fleet
    self.keeper = keeper
    self.span = span
    self.absences = absences
    self.seed = seed
    reader = { ServerReader(through: $0, slug: slug, key: key) }
  }

  /// Lets the time pass, then compares.
  ///
  /// - Parameters:
  ///   - step: Whoever waits wakes at whole multiples of it, milliseconds.
  ///   - report: Takes lines for people, from any thread.
  public func run(
    step: Milliseconds = 5_000, report: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> (comparison: FleetComparison, past: PastReport) {
    let glances = Glances()
    let span = span
    let past = try await fleet.runPast(
      from: span.from, until: { span.to }, step: step, absences: absences, keeper: keeper, seed: seed,
      report: report
    ) { [reader] clock, sender in
      await Self.look(through: reader(sender), clock, span, glances, report)
    }
    let after = reader(
      DirectSender { [keeper] call in
        let answer = try await keeper.send(call.method, call.path, call.headers, call.body)
        return HTTPAnswer(status: answer.status, headers: answer.headers, body: answer.body)
      })
    var comparison = FleetComparison()
    for phone in fleet.phones {
      let view = try await after.view(
        of: phone.owner.responder, in: TimeSpan(from: span.from, to: span.to.advanced(by: 60_000)))
      comparison.add(
        await phone.truth(absences: past.absences), view, until: span.to,
        seen: glances.all.map { ($0.at, $0.online.contains(phone.owner.id)) })
    }
    return (comparison, past)
  }

  /// Somebody looks at the board once a minute, as an open page does.
  private static func look(
    through reader: ServerReader, _ clock: DeviceClock, _ span: TimeSpan, _ glances: Glances,
    _ report: @Sendable (String) -> Void
  ) async {
    var hours: Int64 = 0
    while !Task.isCancelled {
      do { try await clock.sleep(glance) } catch { return }
      let now = clock.now()
      if let online = try? await reader.online() { glances.add(now, online) }
      let passed = now.since(span.from) / 3_600_000
      if passed > hours {
        hours = passed
        report("\(passed) h of \(span.length / 3_600_000) h")
      }
    }
  }
}

/// What was seen on the board.
private final class Glances: Sendable {
  private let seen = Mutex<[(at: Timestamp, online: Set<Int64>)]>([])

  var all: [(at: Timestamp, online: Set<Int64>)] { seen.withLock { $0 } }

  func add(_ at: Timestamp, _ online: Set<Int64>) { seen.withLock { $0.append((at, online)) } }
}

/// A way to the server that is a function.
private struct DirectSender: HTTPSending {
  let answer: @Sendable (HTTPCall) async throws -> HTTPAnswer

  func send(_ call: HTTPCall) async throws -> HTTPAnswer { try await answer(call) }
}

extension Fleet {
  /// Compares what phones that have lived in real time recorded with what the server has stored, and the causes that
  /// it names with what really happened. What still waits is not lost.
  ///
  /// - Parameter key: An API key that may see the history.
  public func compareStored(server: URL, slug: String, key: String, span: TimeSpan) async throws
    -> FleetComparison
  {
    let reader = ServerReader(through: URLSessionSender(server: server, timeout: 60), slug: slug, key: key)
    var comparison = FleetComparison()
    for phone in phones {
      let view = try await reader.view(of: phone.owner.responder, in: span)
      comparison.addStored(await phone.truth(absences: []), view, until: span.to)
    }
    return comparison
  }
}

extension SimulatedPhone {
  /// What really happened to it.
  func truth(absences: [ServerAbsence]) -> PhoneTruth {
    PhoneTruth(
      profile: profile, script: behaviour, start: start, queue: diary.queue, recorded: diary.recorded,
      heard: diary.heard, counts: diary.counts, absences: absences)
  }
}
