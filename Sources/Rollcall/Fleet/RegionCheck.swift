/// What is wrong with a region's lines, and where.
public struct RegionFault: Error, Equatable, Sendable {
  /// Which polygon, from 0.
  public var polygon: Int
  /// Which of its rings, from 0: the outer one first.
  public var ring: Int
  /// Which point of the ring, from 0.
  public var point: Int
  /// The fault.
  public var problem: RegionProblem
}

extension RegionShape {
  /// The first fault that keeps the lines from being a border: a ring that crosses itself or another one of
  /// its polygon, or a line that goes the long way round the Earth. `nil` = valid.
  ///
  /// Lines may touch. Sorted from west to east, so that most pairs of lines are never compared.
  public func fault() -> RegionFault? {
    for (index, polygon) in polygons.enumerated() {
      if let fault = Self.fault(polygon, index) { return fault }
    }
    return nil
  }

  private static func fault(_ polygon: Polygon, _ index: Int) -> RegionFault? {
    var lines: [Line] = []
    for (ring, points) in polygon.enumerated() {
      for (point, (start, end)) in zip(points, points.dropFirst()).enumerated() {
        guard abs(end.longitude - start.longitude) <= 180 else {
          return RegionFault(polygon: index, ring: ring, point: point, problem: .acrossAntimeridian)
        }
        lines.append(Line(start: start, end: end, ring: ring, point: point))
      }
    }
    lines.sort { $0.west < $1.west }
    var near: [Line] = []
    for line in lines {
      near.removeAll { $0.east < line.west }
      if near.contains(where: { $0.crosses(line) }) {
        return RegionFault(polygon: index, ring: line.ring, point: line.point, problem: .crossing)
      }
      near.append(line)
    }
    return holeOutside(polygon, index)
  }

  /// Rings do not cross, but may touch: a hole of which no point is inside, or on the line, is outside.
  private static func holeOutside(_ polygon: Polygon, _ index: Int) -> RegionFault? {
    guard let outer = polygon.first else { return nil }
    let out = polygon.indices.dropFirst().first { ring in
      polygon[ring].allSatisfy { isOutside($0, of: outer) }
    }
    return out.map { RegionFault(polygon: index, ring: $0, point: 0, problem: .holeOutside) }
  }

  /// A line of a ring, from one of its points to the next.
  private struct Line {
    let start: Position
    let end: Position
    let ring: Int
    let point: Int

    var west: Double { min(start.longitude, end.longitude) }
    var east: Double { max(start.longitude, end.longitude) }

    /// Whether the two cross in the middle of both.
    func crosses(_ other: Line) -> Bool {
      guard min(start.latitude, end.latitude) <= max(other.start.latitude, other.end.latitude),
        min(other.start.latitude, other.end.latitude) <= max(start.latitude, end.latitude)
      else { return false }
      return side(of: other.start) * side(of: other.end) < 0
        && other.side(of: start) * other.side(of: end) < 0
    }

    /// 1 on its left, −1 on its right, 0 in line with it.
    private func side(of place: Position) -> Int {
      let area =
        (end.longitude - start.longitude) * (place.latitude - start.latitude)
        - (place.longitude - start.longitude) * (end.latitude - start.latitude)
      return area > 0 ? 1 : area < 0 ? -1 : 0
    }
  }
}
