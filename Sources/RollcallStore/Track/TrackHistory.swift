import Columns
import Rollcall
import SQL

/// The pings of a workspace in order of effective time and id.
extension Track {
  func history(
    _ filter: PingFilter, of workspace: Workspace.ID, in range: ClosedRange<RowPlace>,
    going direction: RowMerge.Direction = .forwards, limit: Int
  ) throws -> [HistoryPing] {
    guard limit > 0 else { return [] }
    if !filter.flags.isEmpty {
      let found = try pings(
        at: try doubted(filter, of: workspace, in: range, going: direction, limit: limit))
      return direction == .forwards ? found : found.reversed()
    }
    guard let person = filter.responder else {
      return try everybody(of: workspace, in: range, going: direction, limit: limit)
    }
    var (pings, names): ([HistoryPing], QueueNames) = ([], QueueNames())
    guard try isPerson(person, of: workspace) else { return [] }
    try walk(person, in: range, going: direction, .all) { rows, row in
      pings.append(try HistoryPing(rows, row, of: person, &names, db))
      return pings.count < limit
    }
    return pings
  }

  /// The pings at some places, from the first to the last. Those that are gone meanwhile are left out.
  private func pings(at places: [(person: Responder.ID, at: HistoryCursor)]) throws -> [HistoryPing] {
    var (pings, names): ([HistoryPing], QueueNames) = ([], QueueNames())
    for (person, places) in Dictionary(grouping: places, by: \.person) {
      var wanted = places.map(\.at.row).sorted()[...]
      while let first = wanted.first {
        // From one chunk to the next, so that each is unpacked once.
        let last = wanted.last { $0.day == first.day } ?? first
        try walk(person, in: Self.range(first, last), .all) { rows, row in
          let place = rows.cursor(row).row
          while let next = wanted.first, next < place { wanted.removeFirst() }
          guard wanted.first == place else { return !wanted.isEmpty }
          pings.append(try HistoryPing(rows, row, of: person, &names, db))
          wanted.removeFirst()
          return !wanted.isEmpty
        }
        wanted = wanted.drop { $0 <= last }
      }
    }
    return pings.sorted { ($0.effective, $0.id) < ($1.effective, $1.id) }
  }

  /// The places of the first pings with some of the filter's flags, found by their doubts: a rare flag among many
  /// others costs no more.
  private func doubted(
    _ filter: PingFilter, of workspace: Workspace.ID, in range: ClosedRange<RowPlace>,
    going direction: RowMerge.Direction, limit: Int
  ) throws -> [(person: Responder.ID, at: HistoryCursor)] {
    var places: [(person: Responder.ID, at: HistoryCursor)] = []
    for (flag, _) in DoubtFlags.words where filter.flags.contains(flag) {
      let page = Self.doubts(
        flag, of: filter.responder, in: workspace, range, going: direction, limit: limit)
      try db.each(page) { row in
        let id: Int64 = try row["ping_id"]
        places.append((Self.person(ofPing: id), HistoryCursor(effective: try row["effective_at"], id: id)))
      }
    }
    places.sort { direction == .forwards ? $0.at.row < $1.at.row : $0.at.row > $1.at.row }
    // A ping with two of the flags has two doubts, one beside the other.
    var first: [(person: Responder.ID, at: HistoryCursor)] = []
    for place in places where place.at != first.last?.at {
      guard first.count < limit else { break }
      first.append(place)
    }
    return first
  }

  static func doubts(
    _ flag: DoubtFlags, of responder: Responder.ID?, in workspace: Workspace.ID,
    _ range: ClosedRange<RowPlace>, going direction: RowMerge.Direction = .forwards, limit: Int
  ) -> Query {
    let (first, last) = (range.lowerBound, range.upperBound)
    let order: Query = direction == .forwards ? .empty : "DESC"
    let index: Query = responder == nil ? "doubt_flag" : "doubt_responder"
    let whose: Query = responder.map { "AND responder_id = \($0)" } ?? ""
    return """
      SELECT effective_at, ping_id FROM doubt INDEXED BY \(index)
      WHERE workspace_id = \(workspace) \(whose) AND flag = \(flag)
        AND effective_at >= \(first.time) AND effective_at <= \(last.time)
        AND (effective_at, ping_id) >= (\(first.time), \(first.number))
        AND (effective_at, ping_id) <= (\(last.time), \(last.number))
      ORDER BY effective_at \(order), ping_id \(order) LIMIT \(limit)
      """
  }
}

/// The names of queues by their ids, each read once: a join would look for one in every row.
struct QueueNames {
  private var names: [Int64: String] = [:]

  mutating func name(of id: Int64, _ db: Database) throws -> String {
    if let known = names[id] { return known }
    let name = try db.first("SELECT name FROM queue WHERE id = \(id)", as: String.self) ?? ""
    names[id] = name
    return name
  }
}

extension HistoryPing {
  /// - Parameter rows: with all columns.
  init(
    _ rows: Rows<PingColumn>, _ row: Int, of person: Responder.ID, _ names: inout QueueNames, _ db: Database
  ) throws {
    let place = rows.cursor(row)
    id = place.id
    responder = person
    effective = place.effective
    receivedAt = rows.received(row)
    timeSource = try rows.timeSource(row)
    queue = try names.name(of: rows.integer(.queue, row) ?? 0, db)
    let stored = rows.flags(row)
    (flags, isRepeated) = (stored.subtracting(.repeated), stored.contains(.repeated))
    isOnDuty = rows.isOnDuty(row)
    ping = Ping(position: try rows.position(row), isMock: try rows.isMock(row))
    ping.recordedAt = rows.integer(.recordedAt, row).map { Timestamp(milliseconds: $0) }
    ping.accuracy = rows.double(.accuracy, row)
    ping.speed = rows.double(.speed, row)
    ping.heading = rows.double(.heading, row)
    ping.altitude = rows.double(.altitude, row)
    ping.source = rows.integer(.source, row).flatMap { Ping.Source(number: $0) }
    ping.batteryLevel = rows.double(.battery, row)
    ping.signalQuality = rows.integer(.signal, row).flatMap { Ping.SignalQuality(number: $0) }
    ping.visitID = rows.integer(.visit, row)
    ping.sequence = rows.integer(.sequence, row)
  }
}
