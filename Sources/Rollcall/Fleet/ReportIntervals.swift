/// How often a phone with a foreign app is expected to report, seconds. They stand in the place of the profile's interval.
public struct ReportIntervals: Equatable, Sendable {
  /// While on duty.
  public var onDuty: Int
  /// While on a mission or order.
  public var onMission: Int

  /// What can be expected: from a second to a day.
  public static let allowed = 1...86_400

  /// Intervals from their parts.
  public init(onDuty: Int, onMission: Int) {
    self.onDuty = onDuty
    self.onMission = onMission
  }

  /// Whether both can be expected.
  public var areAllowed: Bool { Self.allowed.contains(onDuty) && Self.allowed.contains(onMission) }

  /// The one that holds in a duty state; off duty the one of duty, which nobody is measured by.
  public func seconds(in duty: DutyState) -> Int { duty == .onMission ? onMission : onDuty }
}
