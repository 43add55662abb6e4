public import Rollcall
import Synchronization

/// What a running store keeps of pushing beside its rows: whom to wake, what was counted, and the links of messages
/// that were not handed over yet, of which the rows have only the hashes.
public final class PushDesk: Sendable {
  private struct State {
    var links: [PushJob.ID: String] = [:]
    var counts = PushCounts()
  }

  private let state = Mutex(State())
  /// Called on the writer's thread once messages that can be sent are on disk. Must not block.
  let ring: @Sendable () -> Void
  /// Whether offers get a link by which they can be answered without the app.
  let makesLinks: Bool

  init(ring: @escaping @Sendable () -> Void = {}, makesLinks: Bool = false) {
    self.ring = ring
    self.makesLinks = makesLinks
  }

  /// What was counted since the start.
  public var counts: PushCounts { state.withLock { $0.counts } }

  func count(_ kind: PushResult.Kind, by service: PushService) {
    state.withLock { $0.counts.results[service, default: [:]][kind, default: 0] += 1 }
  }

  /// Counts how long a phone took to answer, milliseconds.
  func answered(after wait: Milliseconds) {
    state.withLock { $0.counts.addAnswer(Double(max(0, wait)) / 1_000) }
  }

  func keep(_ link: String, of job: PushJob.ID) { state.withLock { $0.links[job] = link } }

  func link(of job: PushJob.ID) -> String? { state.withLock { $0.links[job] } }

  func forget(_ jobs: [PushJob.ID]) {
    state.withLock { state in for job in jobs { state.links[job] = nil } }
  }
}

/// What became of messages since the start, for the metrics.
public struct PushCounts: Equatable, Sendable {
  /// Upper bounds of the answer times, seconds.
  public static let bounds: [Double] = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600]

  /// Attempts, by service and outcome.
  public internal(set) var results: [PushService: [PushResult.Kind: Int]] = [:]
  /// Answers of phones, by how long after the first message was taken by a service: one count a bound, each without
  /// those before.
  public private(set) var answers = [Int](repeating: 0, count: bounds.count)
  /// All answers.
  public private(set) var answered = 0
  /// The sum of their waits, seconds.
  public private(set) var seconds = 0.0

  mutating func addAnswer(_ wait: Double) {
    if let bucket = Self.bounds.firstIndex(where: { wait <= $0 }) { answers[bucket] += 1 }
    answered += 1
    seconds += wait
  }
}
