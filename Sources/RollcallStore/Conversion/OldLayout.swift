import Columns
import Rollcall
import SQL

/// The layout before packed positions: a row of the table `ping` for each, and one of `upload` for each upload. Only a
/// conversion knows it.
///
/// Its other tables are today's, but for columns that were added since and for what ``content(of:in:)`` says.
struct OldLayout {
  /// The mark of its files.
  static let mark: Int32 = 0x14e1_aa0b
  /// Tables that are not carried over: positions and uploads, which are packed, and the sum of a backup over its own
  /// bytes.
  static let left: Set<String> = ["ping", "upload", "backup_sum"]

  /// The table of uploads.
  static let uploads: Query = "upload"

  /// The highest id that a position ever had, as far as the file tells.
  ///
  /// An id was unique in the whole file. Now it is unique in the numbers of its person, and keeps its order there: the
  /// old id becomes that number, and everybody's new positions are counted from the highest on.
  let highest: Int64

  /// Finds the highest id.
  ///
  /// - Throws: `StoreError.invalid` when ids are outside the range that numbers have today.
  init(_ db: Database) throws {
    highest =
      try db.first(
        """
        SELECT max(id) FROM (SELECT max(id) AS id FROM ping UNION ALL SELECT max(ping_id) FROM doubt
          UNION ALL SELECT max(latest_ping_id) FROM upload UNION ALL SELECT max(latest_ping_id) FROM liveness)
        """) ?? 0
    let lowest = try db.first("SELECT min(id) FROM ping", as: Int64.self) ?? 1
    let person = try db.first("SELECT max(id) FROM responder", as: Int64.self) ?? 0
    guard lowest > 0, highest <= Int64(UInt32.max), person <= Int64(Int32.max) else {
      throw StoreError.invalid(
        "its positions or people have ids that are too high or too low to be converted")
    }
  }

  /// The id of a position today, of a row of a table with `responder_id` and the old id.
  private static func id(_ column: String, of table: String) -> Query {
    Query(trusted: "\(table).responder_id * 4294967296 + \(table).\(column)")
  }

  /// What a column of a table gets in place of its old content; `nil` = that content.
  func content(of column: String, in table: String) -> Query? {
    switch (table, column) {
    case ("doubt", "ping_id"), ("liveness", "latest_ping_id"): Self.id(column, of: table)
    case ("liveness", "pings"): "\(highest)"
    case ("liveness", "uploads"):
      "(SELECT count(*) FROM source.upload WHERE upload.responder_id = liveness.responder_id)"
    case ("offer_link", "responder_id"):
      """
      (SELECT offer.responder_id FROM source.offer
      WHERE offer.workspace_id = offer_link.workspace_id AND offer.id = offer_link.offer_id)
      """
    // Those who were picked are asked all at once today.
    case ("incident", "mode"): "CASE mode WHEN 'order' THEN 'parallel' ELSE mode END"
    default: nil
    }
  }
}

extension OldLayout {
  /// The columns that ``ping(_:of:)`` reads.
  static let columns: Query = """
    id, effective_at, recorded_at_raw, received_at, flags, on_duty, time_source, lat, lng, queue_id, sequence, is_mock,
    variant, accuracy_m, speed_mps, heading_deg, altitude_m, source, battery_level, signal_quality, visit_id, fix_age_s,
    confirmed_at
    """

  /// A person's position.
  static func ping(_ row: Row, of person: Responder.ID) throws -> PingRow {
    var ping = PingRow()
    ping.id = Track.id(ofPing: try row.whole(0), of: person)
    ping.effectiveAt = try row.whole(1)
    ping.recordedAt = try row.integer(2)
    ping.receivedAt = try row.whole(3)
    ping.flags = try row.whole(4)
    ping.onDuty = try row.whole(5) == 1
    ping.timeSource = try row.whole(6)
    (ping.latitude, ping.longitude) = (try number(row, 7), try number(row, 8))
    ping.queue = try row.whole(9)
    ping.sequence = try row.integer(10)
    ping.isMock = try row.whole(11)
    ping.variant = try row.whole(12)
    ping.accuracy = try row.number(13)
    ping.speed = try row.number(14)
    ping.heading = try row.number(15)
    ping.altitude = try row.number(16)
    ping.source = try row.integer(17)
    ping.battery = try row.number(18)
    ping.signal = try row.integer(19)
    ping.visit = try row.integer(20)
    ping.fixAge = try row.number(21)
    ping.confirmedAt = try row.integer(22)
    return ping
  }

  /// A number that is never NULL.
  private static func number(_ row: Row, _ index: Int) throws -> Double {
    guard let number = try row.number(index) else { throw ColumnError(try row.cell(index), Double.self) }
    return number
  }

  /// Where each packed column came from: what a comparison reads, independently of ``ping(_:of:)``.
  static let origins: [(column: PingColumn, name: Query)] = [
    (.effectiveAt, "effective_at"), (.recordedAt, "recorded_at_raw"), (.receivedAt, "received_at"),
    (.id, id("id", of: "ping")), (.flags, "flags"), (.onDuty, "on_duty"), (.timeSource, "time_source"),
    (.queue, "queue_id"), (.sequence, "sequence"), (.isMock, "is_mock"), (.variant, "variant"),
    (.source, "source"), (.signal, "signal_quality"), (.visit, "visit_id"), (.confirmedAt, "confirmed_at"),
  ]

  /// The same of doubles.
  static let originsOfDoubles: [(column: PingColumn, name: Query)] = [
    (.latitude, "lat"), (.longitude, "lng"), (.accuracy, "accuracy_m"), (.speed, "speed_mps"),
    (.heading, "heading_deg"), (.altitude, "altitude_m"), (.battery, "battery_level"), (.fixAge, "fix_age_s"),
  ]
}

extension OldLayout {
  /// Where each column of a packed upload came from. Its number is new.
  static let uploadOrigins: [(column: UploadColumn, content: Query)] = [
    (.receivedAt, "received_at"), (.sentAt, "sent_at"), (.session, "session_id"), (.stored, "stored"),
    (.duplicates, "duplicates"), (.expired, "expired"), (.rejected, "rejected"),
    (.latestPing, "(SELECT \(id("id", of: "ping")) \(latest))"),
    (.latestEffectiveAt, "(SELECT ping.effective_at \(latest))"), (.lowPower, "low_power"),
    (.backlog, "backlog"), (.confirmedAt, "confirmed_at"),
    (.permission, "CASE permission WHEN 'granted' THEN 0 WHEN 'denied' THEN 1 END"),
    (.locationServices, "location_services"),
    (.powerMode, "CASE power_mode WHEN 'normal' THEN 0 WHEN 'low_power' THEN 1 END"),
    (.appState, "CASE app_state WHEN 'foreground' THEN 0 WHEN 'background' THEN 1 END"),
    (.queueDepth, "queue_depth"),
    (.network, "CASE network WHEN 'wifi' THEN 0 WHEN 'cellular' THEN 1 WHEN 'none' THEN 2 END"),
    (.adapterDevice, "adapter_device_id"),
  ]

  /// The same of doubles.
  static let uploadOriginsOfDoubles: [(column: UploadColumn, content: Query)] = [
    (.knownBattery, "known_battery"), (.oldestEntryAge, "oldest_entry_age_s"), (.interval, "interval_s"),
  ]

  /// A position that is gone was shown nowhere, and has no time any more.
  private static let latest: Query =
    "FROM source.ping WHERE ping.id = upload.latest_ping_id AND ping.responder_id = upload.responder_id"

  /// The columns that ``upload(_:number:)`` reads: those of ``uploadOrigins``, then the doubles.
  static let uploadColumns = Query(
    (uploadOrigins + uploadOriginsOfDoubles).map { $0.content }, separator: ", ")

  /// An upload of a person.
  static func upload(_ row: Row, number: Int64) throws -> UploadRow {
    var upload = UploadRow()
    upload.receivedAt = try row.whole(0)
    upload.number = number
    upload.sentAt = try row.integer(1)
    upload.session = try row.integer(2)
    (upload.stored, upload.duplicates) = (try row.whole(3), try row.whole(4))
    (upload.expired, upload.rejected) = (try row.whole(5), try row.whole(6))
    upload.latestPing = try row.integer(7)
    upload.latestEffectiveAt = try row.integer(8)
    (upload.lowPower, upload.backlog) = (try row.whole(9) == 1, try row.whole(10) == 1)
    upload.confirmedAt = try row.integer(11)
    upload.permission = try row.integer(12)
    upload.locationServices = try row.integer(13)
    upload.powerMode = try row.integer(14)
    upload.appState = try row.integer(15)
    upload.queueDepth = try row.integer(16)
    upload.network = try row.integer(17)
    upload.adapterDevice = try row.integer(18)
    upload.knownBattery = try row.number(19)
    upload.oldestEntryAge = try row.number(20)
    upload.interval = try row.number(21)
    return upload
  }
}
