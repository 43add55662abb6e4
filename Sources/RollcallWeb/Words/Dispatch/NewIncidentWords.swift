import Rollcall

extension Words {
  enum NewIncident {
    static let title = "New incident"
    static let titleHint = "What the responder reads first."
    static func regionByMap(_ region: String) -> String { "Region: \(region) (by the map)" }
    static func noRegion(_ typed: String, among regions: [String]) -> String {
      let hint = NearestWord.hint(typed, among: regions)
      return "There is no region \(typed)\(hint.utf8.isEmpty ? "." : hint)"
    }
    static let noOutlet = "There is no such site."
    static let nobodyThere = "Nobody on duty with a known position has this name."
    static let byMap = "By the map"
    static let notesHint = "The responder reads them too."
    static let callerName = "Caller's name"
    static let callerNumber = "Caller's number"
    static let callerHint = "May be empty. It becomes the last line of the notes."
    static func caller(_ who: String) -> String { "Caller: \(who)" }
    static let fillPlace = """
      Fill in the place: those who can be asked are shown here. Nothing is sent and nothing is \
      opened before you create it.
      """
  }
}
