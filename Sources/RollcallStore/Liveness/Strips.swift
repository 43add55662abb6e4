public import Rollcall
import SQL

/// The facts for drawing the strip of one person.
public struct StripFacts: Sendable {
  /// When they were on duty in the span, ascending.
  public var watched: [TimeSpan]
  /// Their silences that touch it; the open one included.
  public var quiet: [Quiet]

  /// When a person was on watch in a span, from the changes in it.
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

extension LivenessStore {
  /// The reachable lanes of some people in a span, with two queries for all of them. Blocks.
  ///
  /// - Parameter entries: their rows of one workspace's board as it was at the span's end, at most 500.
  public func strips(
    of entries: [BoardEntry], in span: TimeSpan
  ) throws(StoreError) -> [Responder.ID: StripFacts] {
    guard let workspace = entries.first?.person.workspace else { return [:] }
    let ids = entries.map(\.id)
    return try read { db in
      var (changes, quiet): ([Responder.ID: [ChangeOfWatch]], [Responder.ID: [Quiet]]) = ([:], [:])
      try db.each(
        """
        SELECT responder_id, at, to_status, from_status FROM transition INDEXED BY transition_responder
        WHERE workspace_id = \(workspace) AND responder_id IN \(list: ids) AND at >= \(span.from) AND at <= \(span.to)
          AND \(ChangeOfWatch.condition) ORDER BY at, id
        """
      ) { changes[try $0["responder_id"], default: []].append(try ChangeOfWatch(row: $0)) }
      try db.each(
        """
        SELECT responder_id, from_at, to_at, degraded_ms, offline_ms FROM silence
        WHERE workspace_id = \(workspace) AND responder_id IN \(list: ids) AND to_at > \(span.from)
          AND to_at <= \(span.to) ORDER BY from_at
        """
      ) { quiet[try $0["responder_id"], default: []].append(try Silences.quiet($0)) }
      return Dictionary(
        entries.map { entry in
          let open = entry.openQuiet(at: span.to)
          return (
            entry.id,
            StripFacts(
              watched: Self.watched(changes[entry.id] ?? [], entry.live, span),
              quiet: (quiet[entry.id] ?? []) + [open].compactMap { $0 })
          )
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The watched spans, traced back from the present state.
  private static func watched(
    _ changes: [ChangeOfWatch], _ live: Liveness, _ span: TimeSpan
  ) -> [TimeSpan] {
    // A person who was never heard cannot be drawn as reachable.
    guard live.lastContact != nil else { return [] }
    let first = changes.first.map { !$0.isWatched && !$0.isFirst } ?? live.duty.isWatched
    return StripFacts.watched(changes, isWatchedAtFirst: first, in: span)
  }
}

/// A transition by which a person came on watch or went off it.
struct ChangeOfWatch: FetchableRecord {
  let at: Timestamp
  let isWatched: Bool
  /// Before it there was no person.
  let isFirst: Bool

  /// Which transitions are such.
  static let condition: Query = "(from_status IS NULL OR from_status = 'off_duty' OR to_status = 'off_duty')"

  init(row: Row) throws {
    at = try row["at"]
    isWatched = try row["to_status"] != Status.offDuty
    isFirst = try row["from_status"] as Status? == nil
  }
}
