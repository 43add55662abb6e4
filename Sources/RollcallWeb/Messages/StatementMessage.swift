import Rollcall
import RollcallStore

/// A statement that goes to a mailbox. Its title, which others see on locked screens, names nobody.
struct StatementMailText: TextMessage {
  static let template = "Messages/StatementMail"

  var workspace: String
  /// The number of its entry in the audit.
  var number: String
  /// Whom it is about, from when to when, in which zone, and up to when what was known counts.
  var about, span, zone, known: String
  /// That something of it was deleted; may be empty.
  var incomplete: String
  var by: String
  /// SHA-256 of the sums of its files, and of `statement.json`.
  var sha256, json: String
  /// The end of the audit, as it is written down.
  var head: String
  /// Why there is no file, or why it is no PDF; may be empty.
  var note: String

  init(_ sheet: StatementSheet, _ cover: StatementCover, json: String, note: String) {
    workspace = cover.workspace.name
    number = Words.grouped(cover.mark.number)
    (about, span, zone, known) = (sheet.title, sheet.span, sheet.zone, sheet.known)
    (incomplete, by, sha256) = (sheet.incomplete, cover.madeBy, cover.sha256)
    (self.json, head, self.note) = (json, cover.head.text, note)
  }
}
