extension Words {
  enum Audit {
    static let (when, who, what, about) = ("When", "Who", "What", "About")
    static let (details, origin, entry) = ("Details", "From", "Entry")
    static let none = "Nobody did anything in the last 24 hours."
    static let chooseEarlierDayAbove = "Choose an earlier day above."
    static let noMatch = "No entry matches this filter."
    static let noMatchAdvice = "Choose other days, or look at all of the last 24 hours."
    static let commandLine = "Command line"
    static let nobodyLogged = "Nobody logged in"
    static let workspace = "The workspace"
    static let switches = "The switches"
    /// A field of a filter: `cause session expired`.
    static func field(_ name: String, _ value: String) -> String { "\(plain(name)) \(plain(value))" }
    static let pageLinkBroken = "The page link is broken."
    static func several(_ count: Int, _ names: [String]) -> String {
      "“About” means \(count) people: \(names.joined(separator: ", ")). Write more of the name, or the external id."
    }
  }
}
