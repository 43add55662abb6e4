extension RegionShape {
  /// The distance from a place to the nearest border, metres; at most `reach`, because borders beyond are not
  /// searched.
  ///
  /// Where a region is cut in two at the antimeridian, the cut counts as a border.
  func border(from place: Position, within reach: Double) -> Double {
    let plane = PlaneMetres(around: place)
    var nearest = reach
    for (polygon, box) in zip(polygons, boxes) where box.isNear(place, plane.degrees(reach)) {
      for ring in polygon {
        for (a, b) in zip(ring, ring.dropFirst()) {
          nearest = min(nearest, plane.distance(toLineFrom: a, to: b))
        }
      }
    }
    return nearest
  }
}

extension RegionShape.Box {
  /// Whether a place is in the box or no further from it than these degrees, the short way round the Earth.
  fileprivate func isNear(_ place: Position, _ degrees: (latitude: Double, longitude: Double)) -> Bool {
    guard latitudes.lowerBound - degrees.latitude <= place.latitude,
      place.latitude <= latitudes.upperBound + degrees.latitude
    else { return false }
    return [0.0, 360, -360].contains { turn in
      longitudes.lowerBound - degrees.longitude <= place.longitude + turn
        && place.longitude + turn <= longitudes.upperBound + degrees.longitude
    }
  }
}
