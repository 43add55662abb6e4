extension Words {
  enum Search {
    static let title = "Search"
    static let newIncidentThere = "New incident there"
    static let visitsThere = "Visits there"
    static let onTheMap = "On the map"
    static let changeSite = "Change the site"
    static let connectPhones = "Connect phones with cards"
    static let drills = "Drills"
    static let account = "Account"
    static let importSites = "Import sites"
    static let importRegions = "Draw or import regions"
    static let inviteMember = "Invite a member"
    static func nothing(_ typed: String) -> String { "Nothing is found for “\(typed)”." }
    static let advice = """
      People are found by name, id and number, incidents by number, title and place, sites by name. \
      Accents, case and script do not matter.
      """
    static func kind(_ kind: SearchHit.Kind) -> String {
      switch kind {
      case .person: "People"
      case .incident: "Incidents"
      case .site: "Sites"
      case .action: "Actions"
      case .page: "Pages"
      }
    }
  }
}
