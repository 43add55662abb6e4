import Rollcall

/// The data that erasing a person removes and leaves, and the form that does it.
struct ErasePage: Page {
  static let template = "Privacy/ErasePage"

  struct Part: PagePart {
    var words, count: String

    init(_ words: String, _ rows: Int) { (self.words, count) = (words, Words.grouped(rows)) }
  }

  var shell: Shell
  var name, back: String
  var export: String
  var path: String
  var phrase: String
  /// The data removed, and the data that stays without a name.
  var goes, stays: [Part]
  /// Why it cannot be done now, and why it was not done; each may be empty.
  var obstacle, problem: String
  /// Other records of the same person, which stay.
  var records: [Link]

  init(
    shell: Shell, slug: String, id: Responder.ID, name: String, goes: [Part], stays: [Part],
    obstacle: String = "", problem: String = "", records: [Link] = []
  ) {
    self.records = records
    (self.shell, self.name, back) = (shell, name, PagePath.person(slug, id))
    (export, path, phrase) = ("\(back)/export.json", PagePath.erase(slug, id), Self.phrase(id))
    (self.goes, self.stays, self.obstacle, self.problem) = (goes, stays, obstacle, problem)
  }

  /// The text to type: not a name, which some keyboards cannot write.
  static func phrase(_ id: Responder.ID) -> String { "erase \(id.rawValue)" }
}
