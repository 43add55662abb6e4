import Rollcall

extension NamedRegion {
  /// Regions as a `FeatureCollection`, which ``RegionFile`` can read.
  public static func collection(_ regions: [NamedRegion]) -> [UInt8] {
    var writer = JSONWriter(reserving: 1_024)
    writer.object { root in
      root.member("type", "FeatureCollection")
      root.array("features") { list in for region in regions { list.feature(region) } }
    }
    return writer.bytes
  }

  /// The area as the text of a geometry.
  public var geometry: String {
    var writer = JSONWriter(reserving: 1_024)
    writer.geometry(shape)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  fileprivate mutating func feature(_ region: NamedRegion) {
    object {
      $0.member("type", "Feature")
      $0.object("properties") { $0.member("name", region.name) }
      $0.key("geometry")
      $0.geometry(region.shape)
    }
  }

  fileprivate mutating func geometry(_ shape: RegionShape) {
    object { root in
      if let only = shape.polygons.first, shape.polygons.count == 1 {
        root.member("type", "Polygon")
        root.array("coordinates") { $0.rings(only) }
      } else {
        root.member("type", "MultiPolygon")
        root.array("coordinates") { list in for polygon in shape.polygons { list.array { $0.rings(polygon) } }
        }
      }
    }
  }

  private mutating func rings(_ polygon: RegionShape.Polygon) {
    for ring in polygon {
      array { points in
        for point in ring {
          points.array {
            $0.value(point.longitude)
            $0.value(point.latitude)
          }
        }
      }
    }
  }
}
