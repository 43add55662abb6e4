extension Words {
  enum Where {
    static let label = "Where"
    static let hint = """
      A site, an address, a region, a recent place, “near Ana”, coordinates in any notation, or a plus code.
      """
    static let nothing = """
      No site, address, region or person of this name is known. Pick the place on the map, or write coordinates. Admins can import addresses under Settings, Addresses.
      """
    static let silent = """
      Nothing here is called so, and the geocoder does not answer. Pick the place on the map, or write coordinates.
      """
    static let again = "The geocoder was asked a moment ago. Send this again in a second."
    static let codeWithoutTown = """
      This plus code is short, and there is no region or site to read it near. Write it in full, or a town after it.
      """
    static func unknownTown(_ name: String) -> String {
      """
      No region, site or town is called “\(name)”. Write the plus code in full; alone it is read near the middle of the regions.
      """
    }
    static func severalTowns(_ name: String) -> String {
      "“\(name)” may be several places. Write the plus code in full."
    }
    static let choose = "Which of these do you mean?"
    static let street = "street"
    static let numberUnknown = "street, the number is not known"
    static let withoutLast = "without the last word"
    static let outside = "from the geocoder"
    static let middle = "middle of the region"
    static func near(_ name: String) -> String { "near \(name)" }
    static func kind(_ kind: WhereHit.Kind) -> String {
      switch kind {
      case .place: "coordinates"
      case .site: "site"
      case .recent: "recent place"
      case .address: "address"
      case .region: "region"
      case .person: "person"
      }
    }
  }
}
