extension Words {
  enum Map {
    static let (status, person, position) = ("Status", "Person", "Position")
    static let (reported, flags, assignment) = ("Reported", "Suspicious", "Assignment")
    static let nobodyDuty = "Nobody is on duty."
    static let nobodyAdvice = "People appear here when they come on duty and report a position."
    static let noMatch = "Nobody on duty matches this filter."
    static let noMatchAdvice = "Widen it, or look at everybody."
    static let orAsText = "Or as text"
    static let geoJSONHint =
      "A FeatureCollection, a Feature, or a Polygon or MultiPolygon with the name below."
    static let nameLabel = "Name, when the text or file has none"
  }
}
