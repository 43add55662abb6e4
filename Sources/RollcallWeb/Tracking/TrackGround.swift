/// This server's own map below drawings of tracks: no position leaves for a map of others.
struct TrackGround {
  private let map: MapAddresses

  /// Whose map it is; may be empty.
  var attribution: String { map.attribution }

  /// `nil` without a map file.
  init?(_ web: Web, _ slug: String) {
    guard case .file = web.mapGround else { return nil }
    map = web.mapAddresses(slug)
  }

  /// The tiles below a replay.
  func replay(_ frame: TrackFrame) -> [GroundTile] {
    ReplayGround.tiles(
      below: frame, width: ReplayTrack.width, height: ReplayTrack.height, map.tiles, zooms: zooms)
  }

  /// The tiles below a small picture: one across, at most nine in all. A page has many such pictures.
  func sketch(_ frame: TrackFrame) -> [GroundTile] {
    ReplayGround.tiles(
      below: frame, width: TrackSketch.width, height: TrackSketch.height, map.tiles, zooms: zooms, most: 1,
      widest: 2)
  }

  private var zooms: ClosedRange<Int> { map.leastZoom...max(map.leastZoom, map.mostZoom) }
}
