extension Words {
  enum Audit {
    static let commandLine = "Command line"
    static let nobodyLogged = "Nobody logged in"
    static let workspace = "The workspace"
    static let switches = "The switches"
    static let pageLinkBroken = "The page link is broken."
    static let toExclusive = "To (exclusive)"
  }
}
