import Foundation
import GRDB
public import Rollcall
public import RollcallWire

/// What the responder is doing now. Survives a restart of the app.
public struct DutyRecord: Codable, Equatable, Sendable {
  /// The mission the responder is on.
  public struct Mission: Codable, Equatable, Sendable {
    /// The accepted offer's number.
    public var offer: Int64
    /// The incident's number.
    public var incident: Int64
    /// The incident's title.
    public var title: String
    /// The destination, as an address that the platform's navigation opens: `geo:46.0569,14.5058`.
    public var navigation: String
    /// Whether they have reported their arrival.
    public var hasArrived = false
  }

  /// One of `off_duty`, `on_duty`, `on_mission`.
  private var stored: String
  /// The order or mission it belongs to.
  public private(set) var order: String?
  /// The mission that an accepted offer started.
  public private(set) var mission: Mission?

  /// A record without a mission.
  public init(_ state: DutyState, order: String? = nil) {
    stored = state.rawValue
    self.order = order
  }

  /// The duty state.
  public var state: DutyState { DutyState(rawValue: stored) ?? .offDuty }

  /// The record after accepting an offer. The server uses the same order name.
  public init(accepted offer: OfferMessage) {
    stored = DutyState.onMission.rawValue
    order = "INC-\(offer.incident.rawValue)"
    mission = Mission(
      offer: offer.id.rawValue, incident: offer.incident.rawValue, title: offer.details.title,
      navigation: offer.details.position.geoAddress)
  }

  /// The record for a mission accepted on another phone, or before this app was reinstalled; `nil` when this
  /// version cannot read its destination.
  init?(assigned: AssignmentMessage) {
    guard let details = assigned.details else { return nil }
    stored = DutyState.onMission.rawValue
    order = "INC-\(assigned.incident.rawValue)"
    mission = Mission(
      offer: assigned.offer.rawValue, incident: assigned.incident.rawValue, title: details.title,
      navigation: details.position.geoAddress, hasArrived: assigned.arrivedAt != nil)
  }

  /// Whether it contains everything the other record says.
  func covers(_ other: DutyRecord) -> Bool {
    (state, order) == (other.state, other.order) && (mission != nil || other.mission == nil)
  }

  /// The same, at the place.
  var arrived: DutyRecord {
    var record = self
    record.mission?.hasArrived = true
    return record
  }
}

extension DeviceQueue {
  private var dutyKey: String { "duty.\(owner.rawValue)" }

  /// The owner's duty when the app last ran; `nil` = never saved, or saved by another version.
  func duty() throws -> DutyRecord? {
    try store.kept(dutyKey).flatMap { try? JSONDecoder().decode(DutyRecord.self, from: $0) }
  }

  /// Whether a change of the owner's duty is still to be sent.
  func hasUntoldDuty() throws -> Bool {
    try store.read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM notice WHERE owner = ? AND (kind IN ('duty', 'answer', 'report')
            OR kind = 'activity' AND value IN ('start', 'stop')))
          """, arguments: [owner.rawValue]) ?? false
    }
  }

  /// Saves the owner's duty and queues the notices about it, both or neither.
  ///
  /// - Returns: How many of the oldest notices were evicted to make room.
  @discardableResult
  func save(_ record: DutyRecord?, telling notices: [Notice], at: Timestamp) throws -> Int {
    try append(notices, at: at, keeping: (dutyKey, record.map { try JSONEncoder().encode($0) }))
  }
}
