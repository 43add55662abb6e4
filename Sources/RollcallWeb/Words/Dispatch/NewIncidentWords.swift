extension Words {
  enum NewIncident {
    static let titleHint = "What the responder reads first."
    static let placeHint = "46.05, 14.50 or geo:46.05,14.50: as a map or a colleague gives them."
    static let whereResponder = "Where a responder is"
    static let byMap = "By the map"
    static let notesHint = "The responder reads them too."
    static let fillPlace = """
      Fill in the place: those who can be asked are shown here. Nothing is sent and nothing is \
      opened until you ask.
      """
    static let noRegion = "There is no region of this name."
    static let noSuchOutlet = "There is no such outlet."
    static let noPerson = "Nobody on duty with a known position has this name."
    static func regionByMap(_ value: String) -> String {
      "Region: \(value) (by the map)"
    }
    static let newIncident = "New incident"
    static let nothingSent = "Nothing was sent."
  }
}
