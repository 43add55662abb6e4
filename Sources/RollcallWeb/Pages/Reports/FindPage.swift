import Rollcall
import RollcallStore

/// Who, which incident, when: where somebody begins who has to answer a question about the past.
struct FindPage: Page {
  static let template = "Reports/FindPage"

  var shell: Shell
  var path: String
  /// Whom it is about; empty for everybody on duty.
  var who: PersonField
  var incident: String
  var times: [SpanField]
  var error: String
  /// Other places to look.
  var places: [Link]
  /// The newest incidents; empty for readers who may not see them.
  var incidents: [Link]

  static func path(_ slug: String) -> String { PagePath.find(slug) }
}

/// Whether a file was taken out here.
struct VerifyPage: Page {
  static let template = "Reports/VerifyPage"

  var shell: Shell
  var path: String
  /// The hash that is asked for; empty for none.
  var sha256: String
  var error: String
  var verdict: Verdict?

  /// One sentence, and the audit entry behind it.
  struct Verdict: PagePart {
    /// `calm` or `danger`.
    var level: String
    var text: String
    var entry: Link?
  }

  static func path(_ slug: String) -> String { "/w/\(slug)/verify" }
}

/// Who looked at a person.
struct LooksPage: Page {
  static let template = "Reports/LooksPage"

  var shell: Shell
  var name, path, json: String
  var back: String
  var times: [SpanField]
  var error: String
  /// How many, in a sentence; empty when there are none.
  var sum: String
  var lines: [Line]
  var note: String
  var empty: EmptyState?

  struct Line: PagePart {
    var at: Moment
    var who, what, of: String
    var number, href: String
  }

  /// The most that are shown.
  static let most = 1_000
}
