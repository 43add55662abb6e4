import GRDB
import Rollcall
import SQL

/// A stored ping, as far as the recognition of duplicates needs it.
struct StoredPing {
  var id: Int64
  var queue: Int64
  var sequence: Int64?
  var latitude: Double
  var longitude: Double
  var isMock: Int64
  var variant: Int64
  var effective: Timestamp
  var raw: Int64?
  var flags: DoubtFlags
  var source: FixTime.Source
  var isOnDuty: Bool

  /// Whether `ping`, sent in `queue`, is this one again: the same number in the same queue with the same
  /// content, or the same time and place where the numbers do not contradict it.
  func isTwin(of ping: Ping, queue: Int64) -> Bool {
    guard raw == ping.recordedAt?.milliseconds, latitude == ping.position.latitude,
      longitude == ping.position.longitude
    else { return false }
    if self.queue == queue, let sequence, sequence == ping.sequence {
      return isMock == Int64(ping.isMock.rawValue)
    }
    guard raw != nil else { return false }
    return sequence == ping.sequence || sequence == nil || ping.sequence == nil
  }
}

extension WriteTransaction {
  /// Stored pings that `ping` might repeat; none without a look when it is newer than everything stored.
  func stored(
    like ping: Ping, wasSeen: Bool, queue: Int64, in state: ResponderState
  ) throws -> [StoredPing] {
    let rows: RawStatement
    if let raw = ping.recordedAt {
      guard let newest = state.newestRaw, raw <= newest else { return [] }
      rows = try uploadStatements().sameIdentity
      rows.bind(2, raw.milliseconds)
    } else {
      guard wasSeen else { return [] }
      rows = try uploadStatements().sameSequence
      rows.bind(2, ping.sequence)
      rows.bind(3, queue)
    }
    rows.bind(1, state.id.rawValue)
    var found: [StoredPing] = []
    while try rows.step() {
      found.append(
        StoredPing(
          id: rows.integer(0) ?? 0, queue: rows.integer(1) ?? 0, sequence: rows.integer(2),
          latitude: rows.double(3), longitude: rows.double(4), isMock: rows.integer(5) ?? 2,
          variant: rows.integer(6) ?? 0, effective: Timestamp(milliseconds: rows.integer(7) ?? 0),
          raw: rows.integer(8), flags: DoubtFlags(rawValue: rows.integer(9) ?? 0),
          source: rows.integer(10).flatMap { FixTime.Source(rawValue: Int($0)) } ?? .server,
          isOnDuty: rows.integer(11) == 1))
    }
    return found
  }

  /// Inserts a ping and returns its id.
  func insert(
    _ ping: Ping, _ time: FixTime, queue: Int64, variant: Int64, isOnDuty: Bool, of state: ResponderState
  ) throws -> Int64 {
    let row = try uploadStatements().ping
    row.bind(1, state.workspace.rawValue)
    row.bind(2, state.id.rawValue)
    row.bind(3, queue)
    row.bind(4, ping.sequence)
    row.bind(5, ping.recordedAt?.milliseconds)
    row.bind(6, time.effective.milliseconds)
    row.bind(7, now.milliseconds)
    row.bind(8, Int64(time.source.rawValue))
    row.bind(9, ping.position.latitude)
    row.bind(10, ping.position.longitude)
    row.bind(11, Int64(ping.isMock.rawValue))
    row.bind(12, ping.accuracy)
    row.bind(13, ping.speed)
    row.bind(14, ping.heading)
    row.bind(15, ping.altitude)
    row.bind(16, ping.source?.code)
    row.bind(17, ping.batteryLevel)
    row.bind(18, ping.signalQuality?.code)
    row.bind(19, ping.visitID)
    row.bind(20, ping.fixAge)
    row.bind(21, isOnDuty ? 1 : 0 as Int64)
    row.bind(22, time.flags.rawValue)
    row.bind(23, variant)
    try row.run()
    return db.lastInsertedRowID
  }

  /// The queue of this name, made when new, with the sequences seen of it.
  func queue(named name: String, of responder: Responder.ID) throws -> ResponderState.Queue {
    let known = try db.first(
      "SELECT id FROM queue WHERE responder_id = \(responder) AND name = \(name)", as: Int64.self)
    guard let known else {
      try db.run("INSERT INTO queue (responder_id, name) VALUES (\(responder), \(name))")
      return ResponderState.Queue(id: db.lastInsertedRowID, seen: SequenceSet())
    }
    return ResponderState.Queue(id: known, seen: try Queues.seen(of: known, db))
  }
}

extension Ping.Source {
  /// The stored number; never renumbered.
  var code: Int64 {
    switch self {
    case .gps: 0
    case .network: 1
    case .passive: 2
    }
  }
}

extension Ping.SignalQuality {
  /// The stored number; never renumbered.
  var code: Int64 {
    switch self {
    case .good: 0
    case .fair: 1
    case .poor: 2
    }
  }
}
