import Rollcall

/// What erasing a person takes and leaves, and the form that does it.
struct ErasePage: Page {
  static let template = "Privacy/ErasePage"

  /// A kind of rows and how many there are.
  struct Part: PagePart {
    /// What they are.
    var words: String
    /// How many, grouped.
    var count: String

    /// A part of what is held.
    init(_ words: String, _ rows: Int) { (self.words, count) = (words, Words.grouped(rows)) }
  }

  var shell: Shell
  var name: String
  var back: String
  /// The file with everything that is held about them.
  var export: String
  var path: String
  /// What must be typed.
  var phrase: String
  /// What goes.
  var goes: [Part]
  /// What stays, without a name.
  var stays: [Part]
  /// Whether anything stays.
  var hasStays: Bool
  /// Why it cannot be done now; may be empty.
  var obstacle: String
  /// Why it was not done; may be empty.
  var problem: String

  /// The page for one person.
  init(
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

  static func path(_ slug: String, _ id: Responder.ID) -> String { PagePath.erase(slug, id) }

  /// What must be typed: no name, which not everybody's keyboard can write.
  static func phrase(_ id: Responder.ID) -> String { "erase \(id.rawValue)" }
}
