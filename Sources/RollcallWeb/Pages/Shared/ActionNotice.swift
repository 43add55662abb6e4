/// What happened, or must be done, in one line above a page with which people act.
struct ActionNotice: PagePart {
  /// How much it matters.
  enum Level: String, Sendable { case danger, warning, calm }

  /// `danger`, `warning` or `calm`: the colour.
  var level: String
  /// The answer in a few words.
  var title: String
  /// What follows from it; may be empty.
  var detail: String
  /// The next step as a link.
  var action: Link?

  /// A notice from its parts.
  init(_ level: Level, _ title: String, detail: String = "", action: Link? = nil) {
    self.level = level.rawValue
    self.title = title
    self.detail = detail
    self.action = action
  }
}
