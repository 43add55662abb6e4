import Rollcall

extension Words {
  enum Visits {
    static let today = "Visits today"
    static let outletsCsv = "Sites as CSV"
    static let outletsHint =
      "Sites with a known external_id are changed, others are added. radius_m may be empty: 100."
    static let addSite = "Add a site"
    static func changeSite(_ name: String) -> String { "Change \(name)" }
    static let nameFormat = "A name is \(NameLimits.words(NameLimits.name))."
    static let placeFormat = "Coordinates such as 46.0511, 14.5051, or a plus code."
    static let code = "External id"
    static let codeHint = "Its name in your own system; may be empty."
    static let radiusFormat = "How near a check-in must be: 1 to 10,000 m; empty: 100."
    static let chooseGo = "Choose who is to go."
    static let chooseOutlet = "Choose a site."
    static let dayFormat = "A day such as 2026-11-21."
    static let windowFormat = "Times such as 09:00, the second after the first."
    static let windowHint = "Without times: the whole day."
    static func knownWays(_ known: Int, _ legs: Int) -> String {
      "\(known) of \(legs) ways by positions"
    }
    static let checkedIn = "Checked in"
    static let everybody = "Everybody"
    static let everySite = "All sites"
    static let allDay = "all day"
    /// `Fri 20 Nov, all day`
    static func allDay(_ day: String) -> String { "\(day), all day" }
    static func firstShown(_ visits: Int) -> String {
      "Only the first \(visits) are shown; the files have all."
    }
    static func partialSums(_ shown: Int) -> String {
      """
      These are sums of the first \(shown) visits alone, not of all; the files have \
      every way.
      """
    }
    static let none = "No visits on this day."
    static let noneThen = "No visits in this time."
    static let noOutletsAdvice = "Add the sites first; then visits to them can be planned."
    static let othersAddSites = "An admin adds the sites first; then visits to them can be planned."
    static let othersPlan = "Dispatchers plan visits."
    static let noneAdvice = "Plan one below, or have your own system plan them."
  }
}
