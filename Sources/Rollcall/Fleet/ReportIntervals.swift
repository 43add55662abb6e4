/// How often a phone with another app is expected to report, seconds. Replaces the profile's interval.
public struct ReportIntervals: Equatable, Sendable {
  /// While on duty.
  public var onDuty: Int
  /// While on a mission or order.
  public var onMission: Int

  /// The allowed values: from a second to a day.
  public static let allowed = 1...86_400

  /// Intervals from their parts.
  public init(onDuty: Int, onMission: Int) {
    self.onDuty = onDuty
    self.onMission = onMission
  }

  /// Whether both can be expected.
  public var areAllowed: Bool { Self.allowed.contains(onDuty) && Self.allowed.contains(onMission) }

  /// The interval in a duty state. Off duty it is the on-duty one, against which no one is measured.
  public func seconds(in duty: DutyState) -> Int { duty == .onMission ? onMission : onDuty }
}
