import Columns
import Rollcall
import SQL

/// How uploads are found: a person's latest, a row each, and those before them in chunks, unpacked as far as needed.
extension Track {
  /// Unpacks stored uploads.
  ///
  /// - Throws: `unavailable` when they are damaged: they are never passed over.
  static func uploads(
    _ data: [UInt8], of responder: Int64, _ columns: ColumnSet<UploadColumn> = .all
  ) throws -> Rows<UploadColumn> {
    do { return try Chunk(data).uploads(columns) } catch { throw damage("uploads", error, of: responder) }
  }

  /// Calls `body` with each upload of a person in a range of times of receipt, in order, until it returns false.
  ///
  /// - Parameters:
  ///   - columns: what `body` reads, besides the place.
  ///   - body: gets rows, and the number of one of them.
  func walkUploads(
    _ responder: Responder.ID, in range: ClosedRange<RowPlace>?,
    going direction: RowMerge.Direction = .forwards, _ columns: ColumnSet<UploadColumn>,
    _ body: (Rows<UploadColumn>, Int) throws -> Bool
  ) throws {
    guard let range else { return }
    let latest = Rows(
      try latestUploads(of: responder, from: range.lowerBound.time, to: range.upperBound.time))
    var chunks = UploadChunkWalk(responder, range, direction, columns.union([.receivedAt, .number]))
    try RowMerge.forEach(in: range, direction, fresh: latest, next: { try chunks.next(db) }, body)
  }

  /// A person's uploads received in a span, its ends included, that are not packed yet; in order.
  func latestUploads(of responder: Responder.ID, from: Int64, to: Int64) throws -> [UploadRow] {
    try db.all(
      """
      SELECT \(Self.uploadColumns) FROM upload
      WHERE responder_id = \(responder) AND received_at >= \(from) AND received_at <= \(to)
      ORDER BY received_at, number
      """
    ) { try UploadRow($0) }
  }

  /// Where the chunks begin that may have uploads received at an instant or later, as a condition.
  static func chunks(of responder: Responder.ID, from instant: Int64) -> Query {
    // They do not overlap, so one alone can begin before it and reach it.
    """
    responder_id = \(responder) AND first_at >= coalesce(
      (SELECT max(first_at) FROM upload_chunk WHERE responder_id = \(responder) AND first_at < \(instant)), \(instant))
    """
  }

  /// What ``UploadRow/init(_:)`` reads.
  static let uploadColumns: Query = """
    received_at, number, sent_at, session_id, stored, duplicates, expired, rejected, latest_ping_id, known_battery,
    low_power, backlog, confirmed_at, permission, location_services, power_mode, app_state, queue_depth,
    oldest_entry_age_s, network, interval_s, adapter_device_id, latest_effective_at
    """
}

extension UploadRow {
  /// Reads an upload that is not packed.
  fileprivate init(_ row: Row) throws {
    self.init()
    receivedAt = try row.whole(0)
    number = try row.whole(1)
    sentAt = try row.integer(2)
    session = try row.integer(3)
    (stored, duplicates) = (try row.whole(4), try row.whole(5))
    (expired, rejected) = (try row.whole(6), try row.whole(7))
    latestPing = try row.integer(8)
    knownBattery = try row.number(9)
    (lowPower, backlog) = (try row.whole(10) == 1, try row.whole(11) == 1)
    confirmedAt = try row.integer(12)
    permission = try row.integer(13)
    locationServices = try row.integer(14)
    powerMode = try row.integer(15)
    appState = try row.integer(16)
    queueDepth = try row.integer(17)
    oldestEntryAge = try row.number(18)
    network = try row.integer(19)
    interval = try row.number(20)
    adapterDevice = try row.integer(21)
    latestEffectiveAt = try row.integer(22)
  }
}

/// The chunks of uploads of a person that overlap a range, one after the other.
private struct UploadChunkWalk {
  private let responder: Responder.ID
  private let range: ClosedRange<RowPlace>
  private let direction: RowMerge.Direction
  private let columns: ColumnSet<UploadColumn>
  /// Those read and not asked for yet, the next one last.
  private var waiting: [[UInt8]] = []
  /// The beginning of the last one read; `nil` = none was read yet.
  private var reached: RowPlace?
  private var isDone = false
  /// How many are read at once: many readers want one alone.
  private var count = 1

  init(
    _ responder: Responder.ID, _ range: ClosedRange<RowPlace>, _ direction: RowMerge.Direction,
    _ columns: ColumnSet<UploadColumn>
  ) {
    (self.responder, self.range, self.direction, self.columns) = (responder, range, direction, columns)
  }

  /// The next one, unpacked; `nil` = there are no more.
  mutating func next(_ db: Database) throws -> Rows<UploadColumn>? {
    if waiting.isEmpty, !isDone { try read(db) }
    return try waiting.popLast().map { try Track.uploads($0, of: responder.rawValue, columns) }
  }

  private mutating func read(_ db: Database) throws {
    var (found, seen): ([[UInt8]], Int) = ([], 0)
    try db.each(
      "SELECT first_at, first_number, last_at, data FROM upload_chunk WHERE \(bounds) LIMIT \(count)"
    ) {
      row in
      reached = RowPlace(time: try row.whole(0), number: try row.whole(1))
      seen += 1
      if try row.whole(2) >= range.lowerBound.time { found.append(try row[3]) } else { isDone = isBackwards }
    }
    isDone = isDone || seen < count
    count = min(count * 4, 64)
    waiting = found.reversed()
    // The one that begins before the range may end before it, too.
    if waiting.isEmpty, !isDone { try read(db) }
  }

  private var isBackwards: Bool { direction == .backwards }

  private var bounds: Query {
    let upper = range.upperBound.time
    guard isBackwards else {
      let after =
        reached.map { place -> Query in
          "responder_id = \(responder) AND (first_at, first_number) > (\(place.time), \(place.number))"
        } ?? Track.chunks(of: responder, from: range.lowerBound.time)
      return "\(after) AND first_at <= \(upper) ORDER BY first_at, first_number"
    }
    let before =
      reached.map { place -> Query in "(first_at, first_number) < (\(place.time), \(place.number))" }
      ?? "first_at <= \(upper)"
    return "responder_id = \(responder) AND \(before) ORDER BY first_at DESC, first_number DESC"
  }
}
