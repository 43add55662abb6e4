import Rollcall
import RollcallStore

/// A statement with the form for its hours.
struct StatementPage: Page {
  static let template = "Reports/StatementPage"

  var shell: Shell
  var heading, path: String
  /// The values of the form's fields, local date and time.
  var from, to, known: String
  var knownHint: String
  /// Why the question cannot be answered; may be empty.
  var error: String
  var sheet: StatementSheet?
  var empty: EmptyState?
  /// The same as files; empty without a statement.
  var files: [Link]
  /// That there is no PDF; may be empty.
  var note: String
  /// Leads back to the person or the incident; absent for a shift.
  var back: Link?

  /// The form, and the statement when there is one.
  init(
    shell: Shell, heading: String, path: String, question: StatementForm, error: String = "",
    sheet: StatementSheet?, files: [Link] = [], note: String = "", back: Link?
  ) {
    (self.shell, self.heading, self.path, self.error) = (shell, heading, path, error)
    (from, to, known) = (question.from, question.to, question.known)
    knownHint = Words.Statement.Form.knownHint
    (self.sheet, self.files, self.back, self.note) = (sheet, files, back, note)
    empty =
      sheet == nil && error.utf8.isEmpty
      ? EmptyState(title: Words.Statement.Form.choose, advice: Words.Statement.Form.chooseAdvice) : nil
  }
}

/// A statement as a page of its own, for the ZIP file and the PDF.
struct StatementSheetPage: Page {
  static let template = "Reports/StatementSheetPage"

  var sheet: StatementSheet
  var title: String
  /// When it was made, RFC 3339: the date of a PDF.
  var made: String
}

/// The hours in a form's fields: `2026-11-22T12:00:00`.
struct StatementForm {
  var from = "", to = "", known = ""

  /// The fields of a question.
  init(from: Timestamp?, to: Timestamp?, known: Timestamp?, _ clock: PageClock) {
    let field = { (instant: Timestamp?) in instant.map { clock.local($0).field } ?? "" }
    (self.from, self.to, self.known) = (field(from), field(to), field(known))
  }
}
