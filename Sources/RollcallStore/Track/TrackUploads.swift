import Columns
import Rollcall
import SQL

/// Uploads, and what phones said of themselves with them.
extension Track {
  /// What the board showed of a person after an upload.
  struct Known {
    let receivedAt: Timestamp
    /// The latest ping.
    let latest: HistoryCursor?
    /// When the latest place was last confirmed.
    let confirmedAt: Timestamp?
    let battery: Double?
    let isLowPower: Bool
    let hasBacklog: Bool
  }

  /// The sums of some uploads.
  struct UploadSums {
    var requests: Int64 = 0
    var stored: Int64 = 0
    var duplicates: Int64 = 0
    var expired: Int64 = 0
  }

  /// What the board showed of a person after their last upload until and including an instant.
  func known(of responder: Responder.ID, at instant: Timestamp) throws -> Known? {
    var known: Known?
    try walkUploads(
      responder, in: Self.range(.first, .end(of: instant)), going: .backwards,
      [.latestPing, .latestEffectiveAt, .confirmedAt, .knownBattery, .lowPower, .backlog]
    ) { rows, row in
      known = Known(
        receivedAt: rows.received(row), latest: rows.latest(row), confirmedAt: rows.confirmed(row),
        battery: rows.double(.knownBattery, row), isLowPower: rows.integer(.lowPower, row) == 1,
        hasBacklog: rows.integer(.backlog, row) == 1)
      return false
    }
    return known
  }

  /// The sums of a person's uploads received in a span, its end not included.
  func uploads(of responder: Responder.ID, in span: TimeSpan) throws -> UploadSums {
    var sums = UploadSums()
    try walkUploads(responder, in: Self.range(span), [.stored, .duplicates, .expired]) { rows, row in
      sums.requests += 1
      sums.stored += rows.integer(.stored, row) ?? 0
      sums.duplicates += rows.integer(.duplicates, row) ?? 0
      sums.expired += rows.integer(.expired, row) ?? 0
      return true
    }
    return sums
  }

  /// What the phone said with its last uploads until and including an instant, the newest first.
  func lastReports(_ limit: Int, of responder: Responder.ID, until instant: Timestamp) throws
    -> [SilenceFacts.Report]
  { try reports(limit, of: responder, in: Self.range(.first, .end(of: instant)), going: .backwards) }

  /// What the phone said with its first upload at or after an instant.
  func firstReport(of responder: Responder.ID, from instant: Timestamp) throws -> SilenceFacts.Report? {
    try reports(1, of: responder, in: Self.range(.start(of: instant), .last), going: .forwards).first
  }

  private func reports(
    _ limit: Int, of responder: Responder.ID, in range: ClosedRange<RowPlace>?,
    going direction: RowMerge.Direction
  ) throws -> [SilenceFacts.Report] {
    var found: [SilenceFacts.Report] = []
    try walkUploads(responder, in: range, going: direction, Rows.telemetry) { rows, row in
      found.append(SilenceFacts.Report(receivedAt: rows.received(row), telemetry: rows.telemetry(row)))
      return found.count < limit
    }
    return found
  }

  /// Whether a packed upload of a login has this time of sending.
  ///
  /// - Parameters:
  ///   - session: the id of the login.
  ///   - chunks: the statement that finds chunks with such times.
  func wasSent(
    at time: Timestamp, from session: Int64, of responder: Responder.ID, _ chunks: PreparedStatement
  ) throws -> Bool {
    chunks.bind("responder_id", responder)
    chunks.bind("sent_at", time)
    var isFound = false
    try chunks.each { row in
      let rows = try Self.uploads(try row[0], of: responder.rawValue, [.sentAt, .session])
      isFound =
        isFound
        || (0..<rows.count).contains {
          rows.integer(.sentAt, $0) == time.milliseconds && rows.integer(.session, $0) == session
        }
    }
    return isFound
  }
}

extension Rows where Name == UploadColumn {
  /// The time of receipt of an upload.
  func received(_ row: Int) -> Timestamp { Timestamp(milliseconds: integer(.receivedAt, row) ?? 0) }

  fileprivate func confirmed(_ row: Int) -> Timestamp? {
    integer(.confirmedAt, row).map { Timestamp(milliseconds: $0) }
  }

  fileprivate func latest(_ row: Int) -> HistoryCursor? {
    integer(.latestPing, row).flatMap { id in
      integer(.latestEffectiveAt, row).map {
        HistoryCursor(effective: Timestamp(milliseconds: $0), id: id)
      }
    }
  }
}
