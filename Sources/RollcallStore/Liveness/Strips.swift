import GRDB
public import Rollcall

/// What the strip of one person is drawn from.
public struct StripFacts: Sendable {
  /// When they were on duty in the span, ascending.
  public var watched: [TimeSpan]
  /// Their silences that touch it; the open one included.
  public var quiet: [Quiet]

  /// When somebody was on watch in a span, from the changes in it.
  ///
  /// - Parameter isWatchedAtFirst: whether they were when it began.
  static func watched(
    _ changes: [ChangeOfWatch], isWatchedAtFirst: Bool, in span: TimeSpan
  ) -> [TimeSpan] {
    var since = isWatchedAtFirst ? span.from : nil
    var found: [TimeSpan] = []
    for change in changes {
      if change.isWatched, since == nil { since = change.at }
      if !change.isWatched, let begin = since {
        found.append(TimeSpan(from: begin, to: change.at))
        since = nil
      }
    }
    if let begin = since { found.append(TimeSpan(from: begin, to: span.to)) }
    return found
  }
}

extension Store {
  /// The reachable lanes of some people in a span, with two queries for all of them. Blocks.
  ///
  /// - Parameter entries: their rows of the board as it was at the span's end, at most 500.
  public func strips(
    of entries: [BoardEntry], in span: TimeSpan
  ) throws(StoreError) -> [Responder.ID: StripFacts] {
    guard !entries.isEmpty else { return [:] }
    let ids = entries.map(\.id.rawValue)
    let marks = Array(repeating: "?", count: ids.count).joined(separator: ",")
    return try read { db in
      var (changes, quiet): ([Int64: [ChangeOfWatch]], [Int64: [Quiet]]) = ([:], [:])
      let transitions = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT responder_id, at, to_status, from_status FROM transition
            WHERE responder_id IN (\(marks)) AND at >= ? AND at <= ? AND \(ChangeOfWatch.condition) ORDER BY at, id
            """), arguments: StatementArguments(ids + [span.from.milliseconds, span.to.milliseconds]))
      while let row = try transitions.next() { changes[row[0], default: []].append(ChangeOfWatch(row)) }
      let silences = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT responder_id, from_at, to_at, degraded_ms, offline_ms FROM silence
            WHERE responder_id IN (\(marks)) AND to_at > ? AND to_at <= ? ORDER BY from_at
            """), arguments: StatementArguments(ids + [span.from.milliseconds, span.to.milliseconds]))
      while let row = try silences.next() { quiet[row[0], default: []].append(Silences.quiet(row)) }
      return Dictionary(
        entries.map { entry in
          let key = entry.id.rawValue
          let open = entry.openQuiet(at: span.to)
          return (
            entry.id,
            StripFacts(
              watched: Self.watched(changes[key] ?? [], entry.live, span),
              quiet: (quiet[key] ?? []) + [open].compactMap { $0 })
          )
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The watched spans, told backwards from what is so now.
  private static func watched(
    _ changes: [ChangeOfWatch], _ live: Liveness, _ span: TimeSpan
  ) -> [TimeSpan] {
    // Who was never heard cannot be drawn as reachable.
    guard live.lastContact != nil else { return [] }
    let first = changes.first.map { !$0.isWatched && !$0.isFirst } ?? live.duty.isWatched
    return StripFacts.watched(changes, isWatchedAtFirst: first, in: span)
  }
}

/// A transition by which somebody came on watch or went off it.
struct ChangeOfWatch {
  let at: Timestamp
  let isWatched: Bool
  /// Before it there was nobody.
  let isFirst: Bool

  /// Which transitions are such.
  static let condition = "(from_status IS NULL OR from_status = 'off_duty' OR to_status = 'off_duty')"

  /// From a row of responder, instant, status after and before.
  init(_ row: Row) {
    at = Timestamp(milliseconds: row[1])
    isWatched = row[2] != Status.offDuty.rawValue
    isFirst = row.hasNull(atIndex: 3)
  }
}
