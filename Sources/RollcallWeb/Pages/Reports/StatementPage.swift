import Rollcall
import RollcallStore

/// A statement with the form for its hours.
struct StatementPage: Page {
  static let template = "Reports/StatementPage"

  var shell: Shell
  var heading, path: String
  /// From when to when, and up to when what was known counts.
  var times: [SpanField]
  var knownHint: String
  /// Why the question cannot be answered; may be empty.
  var error: String
  var sheet: StatementSheet?
  var empty: EmptyState?
  /// The same as files; empty without a statement.
  var files: [Link]
  /// That there is no PDF; may be empty.
  var note: String
  /// Sends it by mail; absent without a statement, and where no mail is sent.
  var mail: StatementMailForm?
  /// That no mail is sent; may be empty.
  var noMail: String
  /// Leads back to the person or the incident; absent for a shift.
  var back: Link?

  /// The form, and the statement when there is one.
  init(
    shell: Shell, heading: String, path: String, times: [SpanField], error: String = "",
    sheet: StatementSheet?, files: [Link] = [], note: String = "", mail: StatementMailForm? = nil,
    noMail: String = "", back: Link?
  ) {
    (self.shell, self.heading, self.path, self.error) = (shell, heading, path, error)
    self.times = times
    knownHint = Words.Statement.Form.knownHint
    (self.sheet, self.files, self.back, self.note) = (sheet, files, back, note)
    (self.mail, self.noMail) = (mail, sheet == nil ? "" : noMail)
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
  /// The end of the audit as it is written down: programs find it in a PDF's keywords.
  var head: String
}

extension StatementPage {
  /// The fields of a question; those without an instant are empty.
  static func times(from: Timestamp?, to: Timestamp?, known: Timestamp?, _ clock: PageClock) -> [SpanField] {
    [
      SpanField(
        "from", Words.Spans.from, .from, text: from?.rfc3339 ?? "", clock, isRequired: true),
      SpanField("to", Words.Spans.to, .to, text: to?.rfc3339 ?? "", clock, isRequired: true),
      SpanField(
        "known", Words.Statement.Form.known, .to, text: known?.rfc3339 ?? "", clock,
        describedBy: "known-hint"),
    ]
  }
}
