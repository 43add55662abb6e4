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
  /// The most fixes that are read for a trail.
  private static let trailFixes = 20_000
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
      try db.track.points(
        of: responder, in: workspace.id, TimeSpan(from: max(span.from, oldest), to: span.to),
        without: .nullIsland, limit: Self.trailFixes)
    }
    return Self.parts(fixes, gap: gap ?? Self.usualGap)
  }

  private static func parts(_ fixes: [Track.Point], gap: Milliseconds) -> [TrailSegment] {
    let step = max(1, (fixes.count + trailPlaces - 1) / trailPlaces)
    var parts: [TrailSegment] = []
    var last: Timestamp?
    for (index, fix) in fixes.enumerated() {
      let isNew = last.map { fix.at.since($0) > gap } ?? true
      last = fix.at
      if isNew {
        parts.append(TrailSegment(span: TimeSpan(from: fix.at, to: fix.at), places: [fix.position]))
        continue
      }
      let place = parts.count - 1
      parts[place].span = TimeSpan(from: parts[place].span.from, to: fix.at)
      // Always keep the newest, where they are now.
      if index % step == 0 || index == fixes.count - 1 { parts[place].places.append(fix.position) }
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
