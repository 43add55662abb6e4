/// What happened, or must be done, in one line above a page with which people act.
public struct ActionNotice: PagePart {
  /// How much it matters.
  public enum Level: String, Sendable { case danger, warning, calm }

  /// `danger`, `warning` or `calm`: the colour.
  public var level: String
  /// The answer in a few words.
  public var title: String
  /// What follows from it; may be empty.
  public var detail: String
  /// The next step as a link.
  public var action: Link?

  /// A notice from its parts.
  public init(_ level: Level, _ title: String, detail: String = "", action: Link? = nil) {
    self.level = level.rawValue
    self.title = title
    self.detail = detail
    self.action = action
  }

  /// An example with every kind of content.
  public static let sample = ActionNotice(
    .warning, "Ravi Menon has just accepted another mission.",
    detail: "Nothing was sent. Choose somebody else.",
    action: .sample)
}
