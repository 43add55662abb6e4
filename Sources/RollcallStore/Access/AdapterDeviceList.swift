import Foundation
public import Rollcall
import SQL

/// Another app, as its responder's page shows it.
public struct AdapterDeviceView: Equatable, Sendable {
  /// Rejected records of one kind.
  public struct Drop: Equatable, Sendable {
    /// Why, e.g. `clock_error`.
    public var reason: String
    /// How many, ever.
    public var count: Int
    /// When the last one was.
    public var lastAt: Timestamp
  }

  /// The device.
  public var device: AdapterDevice
  /// When it last sent a request; `nil` = never.
  public var lastContact: Timestamp?
  /// Its last `User-Agent`, at most 200 bytes.
  public var userAgent: String?
  /// How many of its positions were stored.
  public var positions: Int
  /// When its last position came.
  public var lastPosition: Timestamp?
  /// How exact that was, metres.
  public var lastAccuracy: Double?
  /// Its last reported battery level, 0…1.
  public var lastBattery: Double?
  /// The rejected records, the most frequent kind first.
  public var drops: [Drop]
  /// The last ten rejected records, the newest first: when they arrived, and why they were rejected.
  public var lastDrops: [(at: Timestamp, reason: String)]

  /// Compares the displayed values.
  public static func == (left: Self, right: Self) -> Bool {
    left.device == right.device && left.lastContact == right.lastContact
      && left.userAgent == right.userAgent && left.positions == right.positions
      && left.lastPosition == right.lastPosition && left.lastAccuracy == right.lastAccuracy
      && left.lastBattery == right.lastBattery && left.drops == right.drops
      && left.lastDrops.elementsEqual(right.lastDrops) { $0 == $1 }
  }
}

extension PhoneStore {
  /// The valid other apps of a responder, the newest first. Blocks.
  public func adapterDevices(
    of id: Responder.ID, in workspace: Workspace.ID
  ) throws(StoreError) -> [AdapterDeviceView] {
    try read { db in
      try db.all(
        """
        SELECT * FROM adapter_device
        WHERE responder_id = \(id) AND workspace_id = \(workspace) AND revoked_at IS NULL ORDER BY id DESC
        """
      ) { try AdapterDevices.view($0, db) }
    }
  }

  /// The valid other apps of a workspace's people, the newest first. Blocks.
  public func adapterDevices(in workspace: Workspace.ID) throws(StoreError) -> [AdapterDevice] {
    try read { db in
      try db.all(
        "SELECT * FROM adapter_device WHERE workspace_id = \(workspace) AND revoked_at IS NULL ORDER BY id DESC",
        as: AdapterDevice.self)
    }
  }

  /// Another app, even a revoked one; `nil` when the workspace has none with this id. Blocks.
  public func adapterDevice(
    _ id: AdapterDevice.ID, in workspace: Workspace.ID
  ) throws(StoreError) -> AdapterDeviceView? {
    try read { db in
      try db.first("SELECT * FROM adapter_device WHERE id = \(id) AND workspace_id = \(workspace)") {
        try AdapterDevices.view($0, db)
      }
    }
  }
}

extension AdapterDevices {
  /// How many rejected records are kept.
  static let dropsKept = 10

  fileprivate static func view(_ row: Row, _ db: Database) throws -> AdapterDeviceView {
    let device = try AdapterDevice(row: row)
    let drops = try db.all(
      """
      SELECT * FROM adapter_drop WHERE workspace_id = \(device.workspace) AND device_id = \(device.id)
      ORDER BY count DESC, reason
      """
    ) { row in
      try AdapterDeviceView.Drop(reason: row["reason"], count: row["count"], lastAt: row["last_at"])
    }
    return try AdapterDeviceView(
      device: device, lastContact: row["last_contact_at"], userAgent: row["user_agent"],
      positions: row["positions"], lastPosition: row["last_position_at"],
      lastAccuracy: row["last_accuracy_m"], lastBattery: row["last_battery_level"], drops: drops,
      lastDrops: lastDrops(row["last_drops"]))
  }

  /// Decodes the stored rejected records; empty when they cannot be read.
  static func lastDrops(_ text: String) -> [(at: Timestamp, reason: String)] {
    ((try? JSONDecoder().decode([DroppedRecord].self, from: Data(text.utf8))) ?? [])
      .map { (Timestamp(milliseconds: $0.at), $0.reason) }
  }
}

/// A rejected record as stored: an instant and a reason.
struct DroppedRecord: Codable {
  var at: Int64
  var reason: String

  init(at: Int64, reason: String) { (self.at, self.reason) = (at, reason) }

  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    at = try values.decode(Int64.self)
    reason = try values.decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(at)
    try values.encode(reason)
  }
}
