public import Rollcall
import SQL

/// A part of a trail without a gap.
public struct TrailSegment: Equatable, Sendable {
  /// From its first to its last fix, in effective time.
  public var span: TimeSpan
  /// The places, in order.
  public var places: [Position]
}

extension MapStore {
  /// The most places of a trail; of more, only every second, third … is kept.
  public static let trailPlaces = 200
  /// The gap that splits a trail or track by default, milliseconds.
  public static let usualGap: Milliseconds = 300_000

  /// A responder's trail on duty, from the fixes that count for their track, with a new segment after each
  /// gap. Blocks.
  ///
  /// - Parameters:
  ///   - span: by effective time, half-open; limited by the workspace's retention.
  ///   - gap: a longer time between two fixes begins a new segment; `nil` = five minutes.
  public func trail(
    of responder: Responder.ID, in workspace: Workspace, _ span: TimeSpan, gap: Milliseconds?
  ) throws(StoreError) -> [TrailSegment] {
    let oldest = clock().advanced(by: -Int64(workspace.retentionDays) * 86_400_000)
    let fixes = try read { db in
      try db.all(
        """
        SELECT effective_at, lat, lng FROM ping INDEXED BY ping_responder
        WHERE responder_id = \(responder) AND effective_at >= \(max(span.from, oldest)) AND effective_at < \(span.to)
          AND workspace_id = \(workspace.id) AND \(Fixes.counts)
          AND flags & \(DoubtFlags.nullIsland) = 0
        ORDER BY effective_at, id LIMIT 20000
        """
      ) { (try $0["effective_at"] as Timestamp, try Position(row: $0)) }
    }
    return Self.parts(fixes, gap: gap ?? Self.usualGap)
  }

  private static func parts(_ fixes: [(at: Timestamp, place: Position)], gap: Milliseconds) -> [TrailSegment]
  {
    let step = max(1, (fixes.count + trailPlaces - 1) / trailPlaces)
    var parts: [TrailSegment] = []
    var last: Timestamp?
    for (index, fix) in fixes.enumerated() {
      let isNew = last.map { fix.at.since($0) > gap } ?? true
      last = fix.at
      if isNew {
        parts.append(TrailSegment(span: TimeSpan(from: fix.at, to: fix.at), places: [fix.place]))
        continue
      }
      let place = parts.count - 1
      parts[place].span = TimeSpan(from: parts[place].span.from, to: fix.at)
      // Always keep the newest, where they are now.
      if index % step == 0 || index == fixes.count - 1 { parts[place].places.append(fix.place) }
    }
    return parts
  }
}

/// Trails.
public struct MapStore: StorePart {
  let store: Store
}

extension Store {
  /// Trails.
  public var map: MapStore { MapStore(store: self) }
}
