/// A place that people enter and leave: a region, or an outlet with the circle around it.
public enum MarkedPlace: Hashable, Sendable {
  /// A region by its name.
  case region(String)
  /// An outlet by its id.
  case outlet(Outlet.ID)
}

extension MarkedPlace: Comparable {
  /// Regions by name, then outlets by id.
  public static func < (left: MarkedPlace, right: MarkedPlace) -> Bool {
    switch (left, right) {
    case (.region(let one), .region(let other)): one < other
    case (.outlet(let one), .outlet(let other)): one < other
    case (.region, .outlet): true
    case (.outlet, .region): false
    }
  }
}

/// The places of a workspace that people enter and leave, ready for judging fixes.
public struct MarkedGround: Sendable {
  /// The distance within which borders are searched, metres.
  static let reach = 2_000.0

  private let regions: [(name: String, shape: RegionShape)]
  /// By latitude.
  private let outlets: [Outlet]
  private let widest: Double
  private let places: Set<MarkedPlace>
  /// Differs between any two grounds.
  let version: Int64

  /// The places of these regions and outlets; `version` differs whenever they do.
  public init(regions: [(name: String, shape: RegionShape)], outlets: [Outlet], version: Int64) {
    self.regions = regions
    self.outlets = outlets.sorted { $0.position.latitude < $1.position.latitude }
    widest = outlets.map(\.radius).max() ?? 0
    self.version = version
    places = Set(regions.map { MarkedPlace.region($0.name) }).union(outlets.map { .outlet($0.id) })
  }

  /// Whether there is no place at all.
  public var isEmpty: Bool { regions.isEmpty && outlets.isEmpty }

  /// Whether the place still exists.
  func has(_ place: MarkedPlace) -> Bool { places.contains(place) }

  /// The position of a place relative to a fix.
  struct Side {
    var place: MarkedPlace
    var isInside: Bool
    /// Metres to the border; at most `reach`.
    var border: Double
    /// The radius of an outlet's circle, metres; `nil` for a region.
    var radius: Double?

    /// How deep inside the border a fix must be to count, metres. For a circle at most half its radius, or
    /// small ones could never be entered, unless the fix is less exact than the whole circle.
    func depth(_ margin: Double) -> Double {
      guard let radius, margin <= radius else { return margin }
      return min(margin, radius / 2)
    }
  }

  /// The places whose border is within `reach` of a fix, and those that contain it.
  func sides(of place: Position) -> [Side] {
    var found: [Side] = []
    for region in regions {
      let border = region.shape.border(from: place, within: Self.reach)
      let isInside = region.shape.contains(place)
      guard isInside || border < Self.reach else { continue }
      found.append(Side(place: .region(region.name), isInside: isInside, border: border, radius: nil))
    }
    let plane = PlaneMetres(around: place)
    let span = plane.degrees(Self.reach + widest).latitude
    for outlet in outlets[first(from: place.latitude - span)...] {
      guard outlet.position.latitude <= place.latitude + span else { break }
      let distance = plane.distance(to: outlet.position)
      let border = abs(distance - outlet.radius)
      guard distance <= outlet.radius || border < Self.reach else { continue }
      found.append(
        Side(
          place: .outlet(outlet.id), isInside: distance <= outlet.radius, border: min(border, Self.reach),
          radius: outlet.radius))
    }
    return found
  }

  /// The first outlet at this latitude or north of it.
  private func first(from latitude: Double) -> Int {
    var (low, high) = (0, outlets.count)
    while low < high {
      let middle = (low + high) / 2
      if outlets[middle].position.latitude < latitude { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
