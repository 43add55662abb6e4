import Rollcall
import RollcallStore

/// The form that sends a statement to a mailbox.
struct StatementMailForm: PagePart {
  var path: String
  /// The question of the statement.
  var kept: [KeptField]
  var recipient: FormField
  /// What the mail carries.
  var carries: String
  var title, button: String

  /// - Parameters:
  ///   - from, to, known: the question, as in the address of its page.
  ///   - makesPDF: whether this server makes PDF files.
  init(
    path: String, from: String, to: String, known: String, makesPDF: Bool, recipient: String = "",
    problems: [FieldProblem] = []
  ) {
    self.path = path
    kept = [("from", from), ("to", to), ("known", known)].map { KeptField(name: $0.0, value: $0.1) }
    self.recipient = FormField(
      "recipient", Words.Statement.Mail.recipient, value: recipient, hint: Words.Statement.Mail.recipientHint,
      kind: .email, isRequired: true, problems: problems)
    carries = makesPDF ? Words.Statement.Mail.carriesPDF : Words.Statement.Mail.carriesHTML
    (title, button) = (Words.Statement.Mail.title, Words.Statement.Mail.send)
  }
}

/// The form by itself, when something was wrong.
struct StatementMailPage: Page {
  static let template = "Reports/StatementMailPage"

  var shell: Shell
  var heading: String
  /// Leads to the statement.
  var back: Link
  var form: StatementMailForm
}

/// The statements that went out by mail.
struct StatementMailsPage: Page {
  static let template = "Reports/StatementMailsPage"
  /// How many the page shows.
  static let rows = 100

  var shell: Shell
  var tabs: [Link]
  var heading: String
  var notice: ActionNotice?
  /// That no mail is sent.
  var off: ActionNotice?
  /// The newest first.
  var mails: [StatementMailRow]
  var hasMails: Bool
  /// Shown instead of mails; empty on a later page.
  var nothing: String
  /// Absent while none was sent.
  var pager: Pager?

  /// - Parameters:
  ///   - isFirst: whether the newest mails are shown.
  ///   - next: the last mail of the page, when there are older ones.
  init(
    shell: Shell, slug: String, sendsMail: Bool, mails: [StatementMailRow], isFirst: Bool = true,
    next: StatementMail.ID? = nil, isSent: Bool = false
  ) {
    typealias Text = Words.Statement.Mail
    (self.shell, tabs) = (shell, ReportsPage.tabs(slug, current: "/statements"))
    (heading, nothing) = (Text.list, isFirst ? Text.noneYet : "")
    (self.mails, hasMails) = (mails, !mails.isEmpty)
    let path = Self.path(slug)
    pager =
      isFirst && mails.isEmpty
      ? nil
      : Pager(
        range: Words.Lists.onThisPage(Text.many(mails.count)), previous: isFirst ? "" : path,
        next: next.map { "\(path)?cursor=\($0.rawValue)" } ?? "")
    notice = isSent ? ActionNotice(.calm, Text.onItsWay, detail: Text.onItsWayAdvice) : nil
    off = sendsMail ? nil : ActionNotice(.warning, Text.noMail)
  }

  static func path(_ slug: String) -> String { "\(Shell.Section.reports.path(slug))/statements" }
}

/// A statement that was sent to a mailbox.
struct StatementMailRow: PagePart {
  /// The number by which the audit knows it.
  var number: String
  var made: Moment
  /// Whom it is about, from when to when, and up to when what was known counts.
  var about, span, known: String
  var recipient, by: String
  var sha256: String
  var state: StatePill
  /// What went wrong in the latest attempt, or why it was not sent; may be empty.
  var reason: String
  /// When it is tried again; absent when it is not.
  var next: Moment?

  init(_ mail: StatementMail, about: String, by: String, clock: PageClock) {
    let (question, delivery) = (mail.question, mail.delivery)
    let time = StatementTime(clock, question.span)
    (number, made) = ("\(mail.id.rawValue)", clock.time(mail.mark.at))
    (self.about, span) = (about, time.span(question.span))
    known = Words.Statement.knownBefore(time.full(question.knownBefore))
    (recipient, self.by, sha256) = (mail.recipient, by, mail.sha256)
    let isTriedAgain = delivery.state == .waiting && delivery.attempts > 0
    state =
      switch delivery.state {
      case .waiting: StatePill("wait", Words.Statement.Mail.waiting, .half)
      case .accepted: StatePill("good", Words.Statement.Mail.handedOver, .check)
      case .failed: StatePill("bad", Words.Statement.Mail.givenUp, .triangle)
      case .cancelled: StatePill("idle", Words.Statement.Mail.notSent, .dash)
      }
    reason = isTriedAgain || [.failed, .cancelled].contains(delivery.state) ? delivery.reason : ""
    next = isTriedAgain ? clock.time(delivery.nextAt) : nil
  }
}
