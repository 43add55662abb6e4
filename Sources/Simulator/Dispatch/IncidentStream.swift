public import DeviceKit
import Foundation
public import Rollcall
import Synchronization

/// Incidents of a town: a number per hour on average, more in the evening than at night, most of them where
/// most people are.
public struct IncidentStream: Sendable {
  /// A future incident.
  public struct Call: Equatable, Sendable {
    /// When, milliseconds after the beginning.
    public var at: Milliseconds
    /// How bad.
    public var severity: Incident.Severity
    /// The place.
    public var place: Position
  }

  /// The rate in each hour of the day, relative to the mean.
  private static let hours: [Double] = [
    0.6, 0.5, 0.4, 0.4, 0.4, 0.5, 0.7, 0.9, 1.1, 1.1, 1.1, 1.2, 1.2, 1.2, 1.1, 1.1, 1.2, 1.3, 1.5, 1.6, 1.6,
    1.3,
    1.1, 0.9,
  ]
  /// The radius of the town, and of a busy place, metres.
  private static let reach = 1_600.0
  private static let busy = 400.0

  /// The incidents, in order.
  public let calls: [Call]
  private let opened = Mutexed<[Incident.ID]>([])

  /// Generates the incidents of a run.
  ///
  /// - Parameters:
  ///   - rate: How many an hour on average, above 0, at most 3,600.
  ///   - town: The middle of the town.
  ///   - run: The length of the run, milliseconds. It begins at midnight.
  public init(rate: Double, around town: Position, for run: Milliseconds, seed: UInt64) {
    var random = SmallRandom(seed: seed &* 48_271 &+ 11)
    let rate = min(3_600, max(0.01, rate))
    let centres = (0..<3).map { _ in Self.place(town, within: Self.reach * 0.7, &random) }
    var calls: [Call] = []
    var hours = 0.0
    let busiest = Self.hours.max() ?? 1
    while true {
      // Generated at the rate of the busiest hour; in other hours some are left out.
      hours -= log(Double.random(in: .leastNonzeroMagnitude..<1, using: &random)) / (rate * busiest)
      guard let at = Milliseconds.seconds(hours * 3_600), at < run else { break }
      let share = Self.hours[Int(hours.rounded(.down)) % 24] / busiest
      guard Double.random(in: 0..<1, using: &random) < share else { continue }
      let isBusy = Double.random(in: 0..<1, using: &random) < 0.6
      let centre = centres.randomElement(using: &random) ?? town
      let place =
        isBusy
        ? Self.place(centre, within: Self.busy, &random) : Self.place(town, within: Self.reach, &random)
      calls.append(Call(at: at, severity: Self.severity(&random), place: place))
    }
    self.calls = calls
  }

  /// The numbers of the opened incidents, in order.
  public var numbers: [Incident.ID] { opened.value }

  /// Opens them like a control room's own system, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - key: An API key that may manage incidents.
  ///   - start: When the run begins.
  public func run(
    in slug: String, key: String, from start: Timestamp, through sender: any HTTPSending, clock: DeviceClock,
    report: @escaping @Sendable (String) -> Void
  ) async {
    let desk = IncidentClient(sender: sender, slug: slug, key: key, clock: clock)
    for (index, call) in calls.enumerated() {
      do {
        try await clock.sleep(max(1, start.advanced(by: call.at).since(clock.now())))
        let order = IncidentOrder("Call \(index + 1)", call.severity, at: call.place)
        let id = try await desk.open(order, key: "stream-\(index)")
        opened.change { $0.append(Incident.ID(id)) }
      } catch is CancellationError {
        return
      } catch { report("incident \(index + 1): \(error)") }
    }
  }

  private static func severity(_ random: inout SmallRandom) -> Incident.Severity {
    switch Double.random(in: 0..<1, using: &random) {
    case ..<0.1: .critical
    case ..<0.35: .high
    case ..<0.8: .normal
    default: .low
    }
  }

  private static func place(_ middle: Position, within metres: Double, _ random: inout SmallRandom)
    -> Position
  {
    let north = Double.random(in: -metres...metres, using: &random)
    let east = Double.random(in: -metres...metres, using: &random)
    return Position(
      latitude: middle.latitude + north / Earth.metresPerDegree,
      longitude: middle.longitude + east / Earth.metresPerDegree(atLatitude: middle.latitude)) ?? middle
  }
}

/// A value that several tasks change.
final class Mutexed<Value: Sendable>: Sendable {
  private let kept: Mutex<Value>

  init(_ value: Value) { kept = Mutex(value) }

  var value: Value { kept.withLock { $0 } }

  func change(_ act: (inout Value) -> Void) { kept.withLock { act(&$0) } }
}
