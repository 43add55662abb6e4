import DeviceKit
public import Foundation
public import Rollcall
import Synchronization

/// A run of a fleet on a virtual clock, against a server in the same process, with its results.
public struct VirtualDay: Sendable {
  private let fleet: Fleet
  private let keeper: HistoryKeeper
  private let reader: @Sendable (any HTTPSending) -> ServerReader
  private let span: TimeSpan
  private let absences: [ServerAbsence]
  private let seed: UInt64
  private let slug: String
  private let key: String
  private let stream: IncidentStream?
  private let service: SimulatedPushService?

  /// What came of a run.
  public struct Outcome: Sendable {
    /// The comparison of the server's view with the truth.
    public var comparison: FleetComparison
    /// The report of the run.
    public var past: HistoryReport
    /// How the people moved.
    public var movement: MovementTally
    /// The outcome of the incidents; `nil` = there were none.
    public var dispatch: DispatchTally?
    /// What happened to each phone, and what the server said about it.
    public var lanes: [FleetPicture.Lane]

    /// A drawing of it.
    public func picture(of span: TimeSpan) -> FleetPicture {
      FleetPicture(lanes, span: span, absences: past.absences)
    }
  }

  /// How often the board is viewed, milliseconds.
  private static let glance: Milliseconds = 60_000
  /// How often the server checks what is due for incidents, milliseconds: whenever the time moves.
  private static let dispatchRest: Milliseconds = 1_000

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - slug: The workspace of all phones.
  ///   - key: An API key that may see its board and history.
  ///   - span: The span of the run.
  ///   - stream: The incidents. With them statuses are not compared, because reactions to an incident change
  ///     the duty at instants that the server sets.
  ///   - service: The push service.
  public init(
    _ fleet: Fleet, keeper: HistoryKeeper, slug: String, key: String, span: TimeSpan,
    absences: [ServerAbsence] = [], stream: IncidentStream? = nil,
    waking service: SimulatedPushService? = nil,
    seed: UInt64 = 0
  ) {
    self.fleet = fleet
    self.keeper = keeper
    self.span = span
    self.absences = absences
    self.seed = seed
    (self.slug, self.key, self.stream, self.service) = (slug, key, stream, service)
    reader = { ServerReader(through: $0, slug: slug, key: key) }
  }

  /// Runs the time, then compares.
  ///
  /// - Parameters:
  ///   - step: Sleepers wake at whole multiples of it, milliseconds.
  ///   - report: Called with lines for people, from any thread.
  public func run(
    step: Milliseconds = 5_000, report: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Outcome {
    let glances = Glances()
    let span = span
    let past = try await fleet.runHistory(
      from: span.from, until: { span.to }, step: step, absences: absences, keeper: keeper, seed: seed,
      waking: service, report: report
    ) { [self] clock, sender in
      await withTaskGroup { group in
        group.addTask { await Self.look(through: reader(sender), clock, span, glances, report) }
        guard let stream else { return }
        group.addTask {
          await stream.run(in: slug, key: key, from: span.from, through: sender, clock: clock, report: report)
        }
        group.addTask { while (try? await clock.sleep(Self.dispatchRest)) != nil {} }
      }
    }
    let after = reader(
      DirectSender { [keeper] call in
        let answer = try await keeper.send(call.method, call.path, call.headers, call.body)
        return HTTPAnswer(status: answer.status, headers: answer.headers, body: answer.body)
      })
    var comparison = FleetComparison()
    var lanes: [FleetPicture.Lane] = []
    for phone in fleet.phones {
      let view = try await after.view(
        of: phone.owner.responder, in: TimeSpan(from: span.from, to: span.to.advanced(by: 60_000)))
      let truth = await phone.truth(absences: past.absences)
      if stream == nil {
        comparison.add(
          truth, view, until: span.to, seen: glances.all.map { ($0.at, $0.online.contains(phone.owner.id)) })
      } else {
        comparison.addStored(truth, view, until: span.to)
      }
      lanes.append(
        FleetPicture.Lane(
          name: "\(phone.name), \(phone.profile.name)", happened: truth.states(in: span),
          due: truth.status(until: span.to), said: view.changes))
    }
    var dispatch = try await stream?.tally(through: after, until: span.to)
    if let counts = service?.counts {
      dispatch?.messages = counts.accepted
      dispatch?.refusedMessages = counts.refused
    }
    return Outcome(
      comparison: comparison, past: past, movement: fleet.movement, dispatch: dispatch, lanes: lanes)
  }

  /// Views the board once a minute, like an open page.
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

/// The views of the board.
private final class Glances: Sendable {
  private let seen = Mutex<[(at: Timestamp, online: Set<Int64>)]>([])

  var all: [(at: Timestamp, online: Set<Int64>)] { seen.withLock { $0 } }

  func add(_ at: Timestamp, _ online: Set<Int64>) { seen.withLock { $0.append((at, online)) } }
}

/// A connection to the server that is a function.
private struct DirectSender: HTTPSending {
  let answer: @Sendable (HTTPCall) async throws -> HTTPAnswer

  func send(_ call: HTTPCall) async throws -> HTTPAnswer { try await answer(call) }
}

extension Fleet {
  /// Compares what phones in real time recorded with what the server has stored, and the causes that it names
  /// with what really happened. Waiting pings are not lost.
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
      heard: diary.heard, counts: diary.counts, absences: absences, events: diary.events)
  }
}
