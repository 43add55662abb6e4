import Foundation
import Rollcall
import SQL

/// A device's row before a report of it is stored.
struct AdapterRow {
  /// The device as it is now: it may have changed while the report was waiting.
  let device: AdapterDevice
  /// Whether it never spoke before.
  let isNew: Bool
  /// The interval that it follows.
  let told: SentInterval?
  /// How often it was told that interval.
  let toldTimes: Int
  /// The last rejected records, as stored.
  let lastDrops: String
}

extension TrackingWrites {
  /// The row of a valid device; `nil` for a revoked or erased one.
  func adapterRow(_ id: AdapterDevice.ID, in workspace: Workspace.ID) throws -> AdapterRow? {
    try db.first(
      "SELECT * FROM adapter_device WHERE workspace_id = \(workspace) AND id = \(id) AND revoked_at IS NULL"
    ) { row in
      try AdapterRow(
        device: AdapterDevice(row: row), isNew: row["last_contact_at"] as Timestamp? == nil,
        told: SentInterval(row["told_s"], row["told_at"], row["told_before_s"]),
        toldTimes: row["told_times"], lastDrops: row["last_drops"])
    }
  }

  /// Writes the facts about a device's report, and the interval it is told.
  func record(
    _ upload: AdapterUpload, _ result: AdapterResult, of known: AdapterRow, _ update: IntervalUpdate
  ) throws {
    let battery =
      upload.pings.last?.batteryLevel
      ?? upload.events.compactMap { if case .battery(let level) = $0.kind { level } else { nil } }.last
    let isPlaced = result.positions.count > 0
    let drops = try Self.lastDrops(known.lastDrops, upload.drops, at: now)
    try db.run(
      """
      UPDATE adapter_device SET last_contact_at = \(now),
        user_agent = coalesce(\(upload.userAgent.flatMap(Self.words)), user_agent),
        positions = positions + \(result.positions.stored),
        last_position_at = CASE WHEN \(isPlaced) THEN \(now) ELSE last_position_at END,
        last_accuracy_m = CASE WHEN \(isPlaced) THEN \(upload.pings.last?.accuracy) ELSE last_accuracy_m END,
        last_battery_level = coalesce(\(battery), last_battery_level), told_s = \(update.told?.seconds),
        told_times = \(update.times), last_drops = \(drops), told_at = \(update.told?.at),
        told_before_s = \(update.told?.before)
      WHERE workspace_id = \(known.device.workspace) AND id = \(known.device.id)
      """)
    for (reason, count) in result.dropped {
      try db.run(
        """
        INSERT INTO adapter_drop (workspace_id, device_id, reason, count, last_at)
        VALUES (\(known.device.workspace), \(known.device.id), \(reason), \(count), \(now))
        ON CONFLICT (workspace_id, device_id, reason) DO UPDATE
        SET count = adapter_drop.count + excluded.count, last_at = excluded.last_at
        """)
    }
  }

  private static func lastDrops(_ stored: String, _ drops: [String], at now: Timestamp) throws -> String {
    guard !drops.isEmpty else { return stored }
    let new = drops.suffix(AdapterDevices.dropsKept).reversed().map {
      DroppedRecord(at: now.milliseconds, reason: $0)
    }
    let old = AdapterDevices.lastDrops(stored).map {
      DroppedRecord(at: $0.at.milliseconds, reason: $0.reason)
    }
    let kept = Array((new + old).prefix(AdapterDevices.dropsKept))
    return String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
  }

  /// The first 200 bytes of the `User-Agent`; `nil` when it is empty.
  private static func words(_ userAgent: String) -> String? {
    let words = userAgent.unicodeScalars.filter { $0.value >= 32 && $0.value < 127 }.prefix(200)
    return words.isEmpty ? nil : String(String.UnicodeScalarView(words))
  }
}
