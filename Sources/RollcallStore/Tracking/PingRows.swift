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

extension StoredPing: FetchableRecord {
  init(row: Row) throws {
    self.init(
      id: try row["id"], queue: try row["queue_id"], sequence: try row["sequence"], latitude: try row["lat"],
      longitude: try row["lng"], isMock: try row["is_mock"], variant: try row["variant"],
      effective: try row["effective_at"], raw: try row["recorded_at_raw"], flags: try row["flags"],
      source: try row["time_source"], isOnDuty: try row["on_duty"])
  }
}

extension TrackingWrites {
  /// Stored pings that `ping` might repeat. Returns none without a query when it is newer than everything
  /// stored.
  func stored(
    like ping: Ping, wasSeen: Bool, queue: Int64, in state: ResponderState
  ) throws -> [StoredPing] {
    let rows: PreparedStatement
    if let raw = ping.recordedAt {
      guard let newest = state.newestRaw, raw <= newest else { return [] }
      rows = try uploadStatements().sameIdentity
      rows.bind("responder_id", state.id)
      rows.bind("recorded_at_raw", raw)
    } else {
      guard wasSeen else { return [] }
      rows = try uploadStatements().sameSequence
      rows.bind("responder_id", state.id)
      rows.bind("sequence", ping.sequence)
      rows.bind("queue_id", queue)
    }
    var found: [StoredPing] = []
    try rows.each { found.append(try StoredPing(row: $0)) }
    return found
  }

  /// Inserts a ping and returns its id.
  func insert(
    _ ping: Ping, _ time: FixTime, queue: Int64, variant: Int64, isOnDuty: Bool, of state: ResponderState
  ) throws -> Int64 {
    let row = try uploadStatements().ping
    row.bind("workspace_id", state.workspace)
    row.bind("responder_id", state.id)
    row.bind("queue_id", queue)
    row.bind("sequence", ping.sequence)
    row.bind("recorded_at_raw", ping.recordedAt)
    row.bind("effective_at", time.effective)
    row.bind("received_at", now)
    row.bind("time_source", time.source)
    row.bind("lat", ping.position.latitude)
    row.bind("lng", ping.position.longitude)
    row.bind("is_mock", ping.isMock)
    row.bind("accuracy_m", ping.accuracy)
    row.bind("speed_mps", ping.speed)
    row.bind("heading_deg", ping.heading)
    row.bind("altitude_m", ping.altitude)
    row.bind("source", ping.source)
    row.bind("battery_level", ping.batteryLevel)
    row.bind("signal_quality", ping.signalQuality)
    row.bind("visit_id", ping.visitID)
    row.bind("fix_age_s", ping.fixAge)
    row.bind("on_duty", isOnDuty)
    row.bind("flags", time.flags)
    row.bind("variant", variant)
    return try row.insert()
  }

  /// Notes when an app last said that its phone is still at the place of a ping.
  func confirm(_ id: Int64, at instant: Timestamp) throws {
    try db.run("UPDATE ping SET confirmed_at = \(instant) WHERE id = \(id)")
  }

  /// Removes a place that came from a sign of life alone.
  func removeSign(_ id: Int64) throws {
    try db.run("DELETE FROM ping WHERE id = \(id)")
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
