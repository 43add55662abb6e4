import Foundation
public import Rollcall
import SQL

/// A foreign app as its responder's page shows it.
public struct AdapterDeviceView: Equatable, Sendable {
  /// Records of one kind that were not taken.
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
  /// When it last spoke; `nil` = it never did.
  public var lastContact: Timestamp?
  /// As what it last spoke: at most 200 bytes of its own words.
  public var userAgent: String?
  /// How many of its positions were stored.
  public var positions: Int
  /// When its last position came.
  public var lastPosition: Timestamp?
  /// How exact that was, metres.
  public var lastAccuracy: Double?
  /// Its battery, 0…1, as it last said.
  public var lastBattery: Double?
  /// What was dropped, the most frequent first.
  public var drops: [Drop]
  /// The last ten dropped records, the newest first: when they came, and why they were not taken.
  public var lastDrops: [(at: Timestamp, reason: String)]

  /// Compares what is shown.
  public static func == (left: Self, right: Self) -> Bool {
    left.device == right.device && left.lastContact == right.lastContact
      && left.userAgent == right.userAgent && left.positions == right.positions
      && left.lastPosition == right.lastPosition && left.lastAccuracy == right.lastAccuracy
      && left.lastBattery == right.lastBattery && left.drops == right.drops
      && left.lastDrops.elementsEqual(right.lastDrops) { $0 == $1 }
  }
}

extension PhoneStore {
  /// Somebody's foreign apps that work, the newest first. Blocks.
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

  /// One foreign app, also one that was revoked; `nil` when the workspace has none with this id. Blocks.
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
  /// What is kept of the last dropped records.
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

  /// The last dropped records as they are stored; nothing for what cannot be read.
  static func lastDrops(_ text: String) -> [(at: Timestamp, reason: String)] {
    ((try? JSONDecoder().decode([DroppedRecord].self, from: Data(text.utf8))) ?? [])
      .map { (Timestamp(milliseconds: $0.at), $0.reason) }
  }
}

/// A dropped record as it is stored: an instant and a word.
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
