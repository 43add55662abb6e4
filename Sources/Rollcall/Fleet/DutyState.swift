/// What a responder is doing. Shift, sharing and tracking are `onDuty`; an active order or mission is `onMission`.
public enum DutyState: String, Codable, CaseIterable, Sendable {
  /// Not watched; pings are stored and prove contact, nothing else.
  case offDuty = "off_duty"
  /// Watched.
  case onDuty = "on_duty"
  /// Watched, with an order, a mission or an assignment.
  case onMission = "on_mission"

  /// Whether liveness watches a responder in this state.
  public var isWatched: Bool { self != .offDuty }
}
