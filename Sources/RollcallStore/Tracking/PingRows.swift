import Columns
import Rollcall
import SQL

/// The part of a stored ping that is needed to recognise duplicates.
struct StoredPing {
  var id: Int64
  var queue: Int64
  var sequence: Int64?
  var latitude: Double
  var longitude: Double
  var isMock: Ping.MockReport
  var variant: Int64
  var effective: Timestamp
  var raw: Timestamp?
  var flags: DoubtFlags
  var source: FixTime.Source
  var isOnDuty: Bool

  /// Whether `ping`, sent in `queue`, is a repeat of this one: the same number in the same queue with the
  /// same content, or the same time and place unless the numbers contradict it.
  func isTwin(of ping: Ping, queue: Int64) -> Bool {
    guard raw == ping.recordedAt, latitude == ping.position.latitude,
      longitude == ping.position.longitude
    else { return false }
    if self.queue == queue, let sequence, sequence == ping.sequence {
      return isMock == ping.isMock
    }
    guard raw != nil else { return false }
    return sequence == ping.sequence || sequence == nil || ping.sequence == nil
  }
}

extension StoredPing {
  init(_ rows: Rows<PingColumn>, _ row: Int) throws {
    self.init(
      id: rows.integer(.id, row) ?? 0, queue: rows.integer(.queue, row) ?? 0,
      sequence: rows.integer(.sequence, row), latitude: rows.double(.latitude, row) ?? 0,
      longitude: rows.double(.longitude, row) ?? 0, isMock: try rows.isMock(row),
      variant: rows.integer(.variant, row) ?? 0, effective: rows.effective(row),
      raw: rows.integer(.recordedAt, row).map { Timestamp(milliseconds: $0) }, flags: rows.flags(row),
      source: try rows.timeSource(row), isOnDuty: rows.isOnDuty(row))
  }

  /// Its place in the order of a track.
  var place: HistoryCursor { HistoryCursor(effective: effective, id: id) }
}

/// The stored pings of the person of an upload, together with those that it brings.
///
/// A class, because it keeps what it has unpacked: repeats of a batch lie in the same row.
final class UploadTrack {
  private let person: ResponderKey
  private var unsaved: [PingRow] = []
  /// `unsaved` as rows; `nil` = not made yet.
  private var packed: Rows<PingColumn>?
  private var unpacked: [StoredPings.Key: Rows<PingColumn>] = [:]
  private static let mostUnpacked = 8
  private var neighbours = FixNeighbours()

  init(of person: ResponderKey) { self.person = person }

  /// All pings, also those that are not stored yet.
  func reader(_ db: Database) -> Track {
    let rows = packed ?? Rows(unsaved)
    packed = rows
    return Track(db: db, unsaved: rows)
  }

  /// Adds a ping.
  func add(_ ping: PingRow) {
    unsaved.append(ping)
    packed = nil
    neighbours.add(ping)
  }

  /// Stores what was added.
  func save(in transaction: WriteTransaction) throws {
    try transaction.track.store(unsaved, of: person)
    (unsaved, packed, unpacked) = ([], nil, [:])
    neighbours.reset()
  }

  /// The last fixes before an instant, the oldest first, and the next one after it that is not accused of its speed.
  func fixes(
    around instant: Timestamp, _ db: Database
  ) throws -> (before: [MotionDoubt.Fix], next: MotionDoubt.Fix?) {
    try neighbours.around(instant, of: person.id, Track(db: db))
  }

  /// Pings that `ping` might repeat. Returns none without a query when it is newer than everything stored.
  func pings(
    like ping: Ping, wasSeen: Bool, queue: Int64, newest: Timestamp?, _ db: Database
  ) throws -> [StoredPing] {
    if let raw = ping.recordedAt {
      guard let newest, raw <= newest else { return [] }
      return try pings(in: try db.track.recorded(at: raw, person.id), db) {
        $0.rows(recordedAt: raw.milliseconds)
      }
    }
    guard wasSeen, let sequence = ping.sequence else { return [] }
    return try pings(in: try db.track.undated(sequence, person.id), db) {
      $0.undated(sequence: sequence, queue: queue)
    }
  }

  private func pings(
    in keys: [StoredPings.Key], _ db: Database, _ find: (Rows<PingColumn>) -> [Int]
  ) throws -> [StoredPing] {
    let waiting = reader(db).unsaved
    var found = try find(waiting).map { try StoredPing(waiting, $0) }
    for key in keys {
      let rows = try unpacked[key] ?? db.track.stored(key, of: person).rows
      if unpacked.count >= Self.mostUnpacked { unpacked.removeAll() }
      unpacked[key] = rows
      found += try find(rows).map { try StoredPing(rows, $0) }
    }
    return found
  }
}

extension PingRow {
  /// - Parameter id: made of the person's id and how many pings of theirs were ever stored.
  init(
    _ ping: Ping, _ time: FixTime, id: Int64, receivedAt: Timestamp, queue: Int64, variant: Int64,
    isOnDuty: Bool
  ) {
    self.init()
    effectiveAt = time.effective.milliseconds
    recordedAt = ping.recordedAt?.milliseconds
    self.receivedAt = receivedAt.milliseconds
    self.id = id
    flags = time.flags.rawValue
    onDuty = isOnDuty
    timeSource = Int64(time.source.rawValue)
    (latitude, longitude) = (ping.position.latitude, ping.position.longitude)
    self.queue = queue
    sequence = ping.sequence
    isMock = Int64(ping.isMock.rawValue)
    self.variant = variant
    (accuracy, speed, heading) = (ping.accuracy, ping.speed, ping.heading)
    (altitude, source) = (ping.altitude, ping.source?.number)
    (battery, signal) = (ping.batteryLevel, ping.signalQuality?.number)
    (visit, fixAge) = (ping.visitID, ping.fixAge)
  }
}

extension ResponderState {
  /// The id of a ping that is about to be stored.
  mutating func nextPingID() throws -> Int64 {
    guard pings < UInt32.max, id.rawValue <= Int32.max else {
      throw StoreError.unavailable("responder \(id.rawValue) has used up the ids of pings")
    }
    pings += 1
    return Track.id(ofPing: pings, of: id)
  }
}

extension TrackingWrites {
  /// Notes when an app last said that its phone is still at the place of a ping.
  func confirm(_ place: HistoryCursor, of person: ResponderKey, at instant: Timestamp) throws {
    guard let (stored, row) = try transaction.track.find(place, of: person) else { return }
    guard var ping = stored.rows.picked(row..<row + 1).all().first else { return }
    ping.confirmedAt = instant.milliseconds
    var rows = stored.rows
    rows.replace(row, by: Rows([ping]))
    try transaction.track.replace(stored.key, by: rows, of: person)
  }

  /// Removes a place that came from a sign of life alone.
  func removeSign(_ place: HistoryCursor, of person: ResponderKey) throws {
    guard let (stored, row) = try transaction.track.find(place, of: person) else { return }
    let others = (0..<stored.rows.count).filter { $0 != row }
    try transaction.track.replace(stored.key, by: stored.rows.picked(others), of: person)
  }

  /// The queue of this name, created if needed, with its seen sequences.
  func queue(named name: String, of responder: Responder.ID) throws -> ResponderState.Queue {
    guard let known = try db.track.queue(named: name, of: responder) else {
      let id: Int64 = try db.inserted(
        "INSERT INTO queue (responder_id, name) VALUES (\(responder), \(name)) RETURNING id")
      return ResponderState.Queue(id: id, seen: SequenceSet())
    }
    return ResponderState.Queue(id: known, seen: try db.track.seen(of: known))
  }
}

extension TrackingWrites {
  /// Writes the doubts about a ping.
  func save(
    _ doubts: [Doubt], of ping: Int64, at effective: Timestamp, in state: inout ResponderState
  ) throws {
    guard !doubts.isEmpty else { return }
    let row = try uploadStatements().doubt
    for doubt in doubts {
      let record = DoubtRecord(doubt)
      state.doubts.note(record.flag, at: effective)
      row.bind("ping_id", ping)
      row.bind("flag", record.flag)
      row.bind("workspace_id", state.workspace)
      row.bind("responder_id", state.id)
      row.bind("effective_at", effective)
      row.bind("first", record.numbers.first)
      row.bind("second", record.numbers.second)
      row.bind("third", record.numbers.third)
      row.bind("word", record.word)
      row.bind("strength", doubt.strength)
      try row.run()
    }
  }
}
