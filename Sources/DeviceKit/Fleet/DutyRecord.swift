import Foundation
import GRDB
public import Rollcall
public import RollcallWire

/// What the responder does now, as it survives a restart of the app.
public struct DutyRecord: Codable, Equatable, Sendable {
  /// What they are on the way to.
  public struct Mission: Codable, Equatable, Sendable {
    /// The accepted offer's number.
    public var offer: Int64
    /// The incident's number.
    public var incident: Int64
    /// What it is.
    public var title: String
    /// Where, as an address that the platform's own navigation opens: `geo:46.0569,14.5058`.
    public var navigation: String
    /// Whether they have said that they are there.
    public var hasArrived = false
  }

  /// One of `off_duty`, `on_duty`, `on_mission`.
  private var stored: String
  /// The order or mission it belongs to.
  public private(set) var order: String?
  /// The accepted offer, when the mission is one.
  public private(set) var mission: Mission?

  /// A record without a mission.
  public init(_ state: DutyState, order: String? = nil) {
    stored = state.rawValue
    self.order = order
  }

  /// What they do.
  public var state: DutyState { DutyState(rawValue: stored) ?? .offDuty }

  /// The record of somebody who has accepted an offer. The server names the order in the same way.
  public init(accepted offer: OfferMessage) {
    stored = DutyState.onMission.rawValue
    order = "INC-\(offer.incident.rawValue)"
    mission = Mission(
      offer: offer.id.rawValue, incident: offer.incident.rawValue, title: offer.details.title,
      navigation: offer.details.position.geoAddress)
  }

  /// The record of somebody who is on a mission that another phone, or this one before it was installed anew, has
  /// accepted; `nil` when this app cannot read where it leads.
  init?(assigned: AssignmentMessage) {
    guard let details = assigned.details else { return nil }
    stored = DutyState.onMission.rawValue
    order = "INC-\(assigned.incident.rawValue)"
    mission = Mission(
      offer: assigned.offer.rawValue, incident: assigned.incident.rawValue, title: details.title,
      navigation: details.position.geoAddress, hasArrived: assigned.arrivedAt != nil)
  }

  /// Whether another record says nothing that this one does not.
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

  /// What the owner did when the app last ran; `nil` = never noted, or of another version.
  func duty() throws -> DutyRecord? {
    try store.kept(dutyKey).flatMap { try? JSONDecoder().decode(DutyRecord.self, from: $0) }
  }

  /// Whether the server has still to hear something that the owner did.
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

  /// Keeps what the owner does, and what the server must hear of it, both or neither.
  ///
  /// - Returns: How many of the oldest notices had to go for them.
  @discardableResult
  func keep(_ record: DutyRecord?, telling notices: [Notice], at: Timestamp) throws -> Int {
    try append(notices, at: at, keeping: (dutyKey, record.map { try JSONEncoder().encode($0) }))
  }
}
