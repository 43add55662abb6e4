/// Which channels are told, one after the other, while no member acknowledges an alert; after the last one the first
/// again.
public struct Escalation: Equatable, Sendable {
  /// One channel, and how long it waits.
  public struct Step: Equatable, Sendable {
    /// The channel that is told.
    public var channel: Channel.ID
    /// How long after the step before, or after the alert has opened, milliseconds.
    public var after: Milliseconds

    /// A step from its parts.
    public init(_ channel: Channel.ID, after: Milliseconds) { (self.channel, self.after) = (channel, after) }
  }

  /// The steps in their order; empty = no channel is told.
  public var steps: [Step]
  /// Whether it concerns only alerts that cannot wait.
  public var isOnlyCritical: Bool

  /// How many steps there may be.
  public static let stepLimit = 5
  /// How long a step may wait, milliseconds: a minute to a day.
  public static let waits: ClosedRange<Milliseconds> = 60_000...86_400_000

  /// From its parts.
  public init(steps: [Step] = [], isOnlyCritical: Bool = true) {
    (self.steps, self.isOnlyCritical) = (steps, isOnlyCritical)
  }

  /// The step that comes next, and when it is due; `nil` = there is none.
  ///
  /// Each step counts from when the one before was told, so that an absence of ours is followed by one message.
  ///
  /// - Parameters:
  ///   - told: how many steps were told of this alert.
  ///   - last: when the last of them was told; before the first when the alert opened.
  public func next(told: Int, last: Timestamp) -> (channel: Channel.ID, at: Timestamp)? {
    guard !steps.isEmpty, told >= 0 else { return nil }
    let step = steps[told % steps.count]
    return (step.channel, last.advanced(by: step.after))
  }

  /// The channel to tell now; `nil` = it is not time yet.
  public func due(told: Int, last: Timestamp, at now: Timestamp) -> Channel.ID? {
    next(told: told, last: last).flatMap { $0.at <= now ? $0.channel : nil }
  }
}
