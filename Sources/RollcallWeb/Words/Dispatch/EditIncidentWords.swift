extension Words {
  enum EditIncident {
    static let byCoordinates = "By the coordinates"
  }
}
