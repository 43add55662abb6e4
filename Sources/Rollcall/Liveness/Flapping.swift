/// Whether a person's connection comes and goes: entries into offline, and into online after offline.
///
/// Degraded ↔ online never counts; off duty and unknown count for nothing. Kept with the person as a few
/// numbers.
public struct Flapping: Equatable, Sendable {
  /// How many entries make it flapping.
  public static let limit = 4
  /// The shortest window in which they are counted: 15 minutes.
  public static let shortestWindow: Milliseconds = 900_000

  /// The last of the two statuses that count.
  private enum Side: Int64 { case none, online, offline }
  private var side = Side.none
  /// The newest entries that count, ascending; more than ``limit`` are never needed.
  private var entries: [Timestamp] = []

  /// No transitions.
  public init() {}

  /// Reads its numbers; unknown ones are ignored.
  public init(serialized: [Int64]) {
    side = serialized.first.flatMap(Side.init) ?? .none
    entries = serialized.dropFirst().map(Timestamp.init).sorted().suffix(Self.limit)
  }

  /// As numbers: the last side, then the instants of the entries. At most ``limit`` + 1.
  public var serialized: [Int64] { [side.rawValue] + entries.map(\.milliseconds) }

  /// Records a transition; call in the order of the log.
  public mutating func record(_ transition: Transition) {
    switch transition.to {
    case .online:
      if side == .offline { enter(at: transition.at) }
      side = .online
    case .offline:
      if transition.from != .offline { enter(at: transition.at) }
      side = .offline
    case .degraded, .unknown, .offDuty: break
    }
  }

  /// Until when they count as flapping, if nothing more happens, that instant included; `nil` = they do not.
  ///
  /// - Parameter interval: how often a ping is due; `nil` = not timed. The window is 10 intervals, at least
  ///   15 minutes.
  public func until(interval: Milliseconds?) -> Timestamp? {
    guard entries.count >= Self.limit, let first = entries.first, let last = entries.last else { return nil }
    let window = Self.window(interval)
    return last.since(first) <= window ? first.advanced(by: window) : nil
  }

  /// Whether they flap at `now`.
  public func isFlapping(at now: Timestamp, interval: Milliseconds?) -> Bool {
    until(interval: interval).map { now <= $0 } ?? false
  }

  private static func window(_ interval: Milliseconds?) -> Milliseconds {
    let (ten, overflow) = (interval ?? 0).multipliedReportingOverflow(by: 10)
    return max(shortestWindow, overflow ? .max : ten)
  }

  private mutating func enter(at instant: Timestamp) {
    entries = Array((entries + [instant]).sorted().suffix(Self.limit))
  }
}
