public import Rollcall

/// A recorded track: the track points of a GPX 1.0 or 1.1 document, of all tracks and segments, in their
/// order, without way points and routes.
///
/// For example:
/// ```swift
/// let track = try GPXTrack(parsing: Array(Data(contentsOf: url)))
/// print("\(track.points.count) points, \(track.undated) without a usable time")
/// ```
public struct GPXTrack: Equatable, Sendable {
  /// One track point.
  public struct Point: Equatable, Sendable {
    /// The position.
    public var position: Position
    /// Metres above sea level, as the recorder wrote it.
    public var elevation: Double?
    /// The recorded time, if it is usable: see `GPXTrack.init(parsing:)`.
    public var time: Timestamp?
    /// Metres per second, if recorded (GPX 1.0, and extensions).
    public var speed: Double?
    /// Degrees clockwise from north, likewise.
    public var heading: Double?

    /// Creates a point.
    public init(position: Position, elevation: Double? = nil, time: Timestamp? = nil) {
      self.position = position
      self.elevation = elevation
      self.time = time
    }
  }

  /// The points in the order of the document.
  public private(set) var points: [Point]
  /// How many track points had no readable coordinates, and are missing from `points`.
  public private(set) var unplaced: Int

  /// Creates a track from points; unusable times are removed from them.
  public init(points: [Point], unplaced: Int = 0) {
    self.points = Self.withUsableTimes(points)
    self.unplaced = unplaced
  }

  /// Parses a GPX document. A time is usable when it can be read, is not before 1990, and is later than every
  /// usable one before it. An unusable time is dropped, its point stays.
  ///
  /// - Throws: `GPXError` when the document is not well-formed XML or has no track point.
  public init(parsing document: [UInt8]) throws(GPXError) {
    let reader = try GPXReader(document)
    guard !reader.points.isEmpty else { throw GPXError.noTrackPoints }
    self.init(points: reader.points, unplaced: reader.unplaced)
  }

  /// How many points have no usable time.
  public var undated: Int { points.count { $0.time == nil } }

  private static func withUsableTimes(_ points: [Point]) -> [Point] {
    var newest: Timestamp?
    return points.map { point in
      var point = point
      if let time = point.time, time >= TrackFile.earliestPlausible, newest.map({ time > $0 }) ?? true {
        newest = time
      } else {
        point.time = nil
      }
      return point
    }
  }
}

/// Why a document is not a track.
public enum GPXError: Error, Equatable, CustomStringConvertible {
  /// Not well-formed XML, found out at this line (from 1).
  case malformed(line: Int)
  /// Well-formed, but without a single track point that has coordinates.
  case noTrackPoints

  /// The same for people.
  public var description: String {
    switch self {
    case .malformed(let line): "not a GPX file: broken XML at line \(line)"
    case .noTrackPoints: "a GPX file without track points"
    }
  }
}
