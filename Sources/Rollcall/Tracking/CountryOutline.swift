/// The approximate area of countries: rectangles around each of their parts. A place outside all of them is
/// outside the country; a place inside need not be in it.
enum CountryOutline {
  /// Whole degrees: south, north, west, east.
  struct Box: Equatable {
    var south: Double
    var north: Double
    var west: Double
    var east: Double

    /// The kilometres from a position to the rectangle; 0 inside.
    func kilometres(from position: Position) -> Double {
      let latitude = min(max(position.latitude, south), north)
      let longitude =
        west...east ~= position.longitude ? position.longitude : nearerSide(of: position.longitude)
      guard let edge = Position(latitude: latitude, longitude: longitude) else { return 0 }
      return MotionDoubt.chord(position, edge) / 1_000
    }

    /// The nearer of the two sides, also across 180°.
    private func nearerSide(of longitude: Double) -> Double {
      func turn(_ side: Double) -> Double {
        let apart = abs(longitude - side)
        return min(apart, 360 - apart)
      }
      return turn(west) <= turn(east) ? west : east
    }
  }

  /// By the countries' codes.
  static let boxes: [String: [Box]] = {
    var boxes: [String: [Box]] = [:]
    for line in countryBoxes.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let code = words.first else { continue }
      boxes[String(code)] = words.dropFirst().compactMap { word in
        let sides = word.split(separator: ",").compactMap { Int($0) }.map(Double.init)
        guard sides.count == 4 else { return nil }
        return Box(south: sides[0], north: sides[1], west: sides[2], east: sides[3])
      }
    }
    return boxes
  }()

  /// How far a position is from a country, kilometres; 0 inside its rectangles, `nil` for a country that is not known.
  static func kilometres(from position: Position, to country: String) -> Double? {
    boxes[country]?.map { $0.kilometres(from: position) }.min()
  }
}
