public import Rollcall

/// What erasing a person takes and leaves, and the form that does it.
public struct ErasePage: Page {
  /// Its template.
  public static let template = "Privacy/ErasePage"

  /// A kind of rows and how many there are.
  public struct Part: PagePart {
    /// What they are.
    public var words: String
    /// How many, grouped.
    public var count: String

    /// A part of what is held.
    public init(_ words: String, _ rows: Int) { (self.words, count) = (words, Words.grouped(Int64(rows))) }

    /// An example with every kind of content.
    public static let sample = Part("Positions", 41_210)
  }

  /// What surrounds it.
  public var shell: Shell
  /// Their name.
  public var name: String
  /// Their page.
  public var back: String
  /// The file with everything that is held about them.
  public var export: String
  /// Where the form leads.
  public var path: String
  /// What must be typed.
  public var phrase: String
  /// What goes.
  public var goes: [Part]
  /// What stays, without a name.
  public var stays: [Part]
  /// Whether anything stays.
  public var hasStays: Bool
  /// Why it cannot be done now; may be empty.
  public var obstacle: String
  /// Why it was not done; may be empty.
  public var problem: String

  /// The page for one person.
  public init(
    shell: Shell, slug: String, id: Responder.ID, name: String, goes: [Part], stays: [Part],
    obstacle: String = "", problem: String = ""
  ) {
    self.shell = shell
    self.name = name
    back = PagePath.person(slug, id)
    export = "\(back)/export.json"
    path = Self.path(slug, id)
    phrase = Self.phrase(id)
    self.goes = goes
    (self.stays, hasStays) = (stays, !stays.isEmpty)
    (self.obstacle, self.problem) = (obstacle, problem)
  }

  /// Where it is.
  static func path(_ slug: String, _ id: Responder.ID) -> String { PagePath.erase(slug, id) }

  /// What must be typed: no name, which not everybody's keyboard can write.
  static func phrase(_ id: Responder.ID) -> String { "erase \(id.rawValue)" }

  /// One that nothing keeps from being done.
  static let confirm = ErasePage(
    shell: .example(.responders, title: "Erase Mirela Novak"), slug: "city-rescue", id: Responder.ID(17),
    name: "Mirela Novak", goes: [.sample, Part("Who they are", 1)], stays: [])

  /// An example with every kind of content.
  public static let sample = ErasePage(
    shell: .example(.responders, title: "Erase Mirela Novak"), slug: "city-rescue", id: Responder.ID(17),
    name: "Mirela Novak",
    goes: [.sample, Part("Logins of phones", 2), Part("Who they are", 1)],
    stays: [Part("Entries of the audit about them", 31), Part("Incidents they took", 4)],
    obstacle: "They have INC-12, or are asked to take it. Take it back first.",
    problem: "Nothing was erased: that is not “erase 17”.")
}
