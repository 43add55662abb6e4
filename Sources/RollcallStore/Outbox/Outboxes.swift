public import Rollcall
import Synchronization

/// The state of a running store's outboxes beside the rows: the senders to wake, and the counts since the
/// start.
public final class Outboxes: Sendable {
  /// The outboxes of a store.
  public enum Name: Sendable { case phones, channels, statements }

  /// The labels of the attempt counts.
  public struct Label: Hashable, Sendable {
    /// The outbox.
    public let outbox: Name
    /// The workspace of the message; `nil` where it is not counted apart.
    public let workspace: Workspace.ID?
    /// The carrier, as a word.
    public let carrier: String
    /// The result.
    public let result: DeliveryResult.Kind

    /// A label of a message to a phone.
    public init(phones service: PushService, _ result: DeliveryResult.Kind) {
      (outbox, workspace, carrier, self.result) = (.phones, nil, service.rawValue, result)
    }

    /// A label of a message to a channel.
    public init(channels kind: Channel.Kind, of workspace: Workspace.ID, _ result: DeliveryResult.Kind) {
      (outbox, self.workspace, carrier, self.result) = (.channels, workspace, kind.rawValue, result)
    }
  }

  private struct State {
    var attempts: [Label: Int] = [:]
    var links: [PushJob.ID: String] = [:]
    var answers = AnswerTimes()
  }

  private let state = Mutex(State())
  /// Called on the writer's thread once messages to send are on disk. Must not block.
  let ring: @Sendable (Name) -> Void
  private let address: PublicAddress
  private let hasTexts: Bool

  /// - Parameter hasTexts: whether text messages can be sent.
  init(
    ring: @escaping @Sendable (Name) -> Void = { _ in },
    address: PublicAddress = PublicAddress(configured: nil), hasTexts: Bool = false
  ) {
    (self.ring, self.address, self.hasTexts) = (ring, address, hasTexts)
  }

  /// Whether offers get a link by which they can be answered without the app.
  var makesLinks: Bool { address.current != nil }

  /// Whether offers are sent as text messages, too: without a link they could not be answered.
  var sendsTexts: Bool { hasTexts && makesLinks }

  /// Attempts since the start, by result.
  public var attempts: [Label: Int] { state.withLock { $0.attempts } }

  /// How long phones took to answer, since the start.
  public var answers: AnswerTimes { state.withLock { $0.answers } }

  func count(_ label: Label) { state.withLock { $0.attempts[label, default: 0] += 1 } }

  /// Counts how long a phone took to answer, milliseconds.
  func answered(after wait: Milliseconds) {
    state.withLock { $0.answers.add(Double(max(0, wait)) / 1_000) }
  }

  /// Keeps the link of a message that was not handed over yet: the rows have only its hash.
  func keep(_ link: String, of job: PushJob.ID) { state.withLock { $0.links[job] = link } }

  func link(of job: PushJob.ID) -> String? { state.withLock { $0.links[job] } }

  func forget(_ jobs: [PushJob.ID]) {
    state.withLock { state in for job in jobs { state.links[job] = nil } }
  }
}

/// Answers of phones, by the time since a service took the first message.
public struct AnswerTimes: Equatable, Sendable {
  /// Upper bounds of the answer times, seconds.
  public static let bounds: [Double] = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600]

  /// One count for each bound, each without the smaller ones.
  public private(set) var buckets = [Int](repeating: 0, count: bounds.count)
  /// All answers.
  public private(set) var count = 0
  /// The sum of their waits, seconds.
  public private(set) var seconds = 0.0

  mutating func add(_ wait: Double) {
    if let bucket = Self.bounds.firstIndex(where: { wait <= $0 }) { buckets[bucket] += 1 }
    count += 1
    seconds += wait
  }
}
