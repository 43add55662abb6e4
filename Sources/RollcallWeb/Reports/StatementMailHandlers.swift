import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension StatementWeb {
  /// `POST …/statement/mail`: the statement on the screen, to one mailbox.
  func send(
    _ asked: ConsoleRequest, _ subject: StatementQuestion.Subject
  ) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let workspace = asked.visitor.workspace
    try requireSubject(subject, in: workspace)
    let question = AskedStatement(form, subject, in: workspace, otherwise: nil)
    guard question.isComplete else { throw .invalid(Words.Statement.Form.wrong) }
    let recipient = (form["recipient"] ?? "").trimmingCharacters(in: .whitespaces)
    guard web.paper.sendsMail else {
      return try formPage(asked, subject, form, Words.Statement.Mail.noMail, status: .conflict)
    }
    guard MailAddress.isPlain(recipient) else {
      return try formPage(asked, subject, form, Words.Statement.Mail.noAddress, status: .badRequest)
    }
    let statement = try store.reports.statement(
      subject, in: question.span, knownBefore: question.known, of: workspace)
    do throws(StoreError) {
      try store.reports.mailStatement(
        statement.question, sha256: StatementFiles(statement).sha256, to: recipient, in: asked.visitor.scope)
    } catch {
      guard case .conflict(let words) = error else { throw error }
      return try formPage(asked, subject, form, words, status: .conflict)
    }
    return .redirect(to: "\(StatementMailsPage.path(workspace.slug))?sent=1")
  }

  /// The form on the page of a statement; `nil` = no mail is sent here.
  func mailForm(of question: StatementQuestion, _ path: String) -> StatementMailForm? {
    guard web.paper.sendsMail else { return nil }
    return StatementMailForm(
      path: "\(path)/mail", from: question.span.from.rfc3339, to: question.span.to.rfc3339,
      known: question.knownBefore.rfc3339, makesPDF: web.paper.printer != nil)
  }

  /// The form by itself, with what is wrong.
  private func formPage(
    _ asked: ConsoleRequest, _ subject: StatementQuestion.Subject, _ form: FormFields, _ problem: String,
    status: HTTPResponse.Status
  ) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let place = try self.place(subject, visitor.workspace)
    let path = "/w/\(visitor.workspace.slug)/\(place.path)/statement"
    let texts = ["from", "to", "known"].map { form[$0] ?? "" }
    var query = URLQuery()
    for (name, text) in zip(["from", "to", "known"], texts) { query.add(name, text) }
    let page = StatementMailPage(
      shell: web.shell(place.section, visitor, title: Words.Statement.Mail.title), heading: place.heading,
      back: Link(label: place.heading, href: query.link(path)),
      form: StatementMailForm(
        path: "\(path)/mail", from: texts[0], to: texts[1], known: texts[2],
        makesPDF: web.paper.printer != nil, recipient: form["recipient"] ?? "",
        problems: [FieldProblem("recipient", problem)]))
    return web.html(pages.render(page), status: status)
  }

  /// `GET /w/{ws}/reports/statements`: what went out by mail, and what became of it.
  @Sendable func mails(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let actors = try AuditNames(store, workspace.id)
    let people = try store.fleet.names(of: workspace.id)
    let cursor = asked.request.query["cursor"].flatMap { Int64($0) }.map { StatementMail.ID($0) }
    let found = try store.reports.statementMails(
      of: workspace.id, behind: cursor, limit: StatementMailsPage.rows + 1)
    let mails = found.prefix(StatementMailsPage.rows)
    let page = StatementMailsPage(
      shell: web.shell(.reports, visitor, title: Words.Statement.Mail.list), slug: workspace.slug,
      sendsMail: web.paper.sendsMail,
      mails: mails.map { mail in
        StatementMailRow(
          mail, about: Self.title(of: mail.question, people), by: actors.actor(mail.madeBy), clock: clock)
      }, isFirst: cursor == nil, next: found.count > mails.count ? mails.last?.id : nil,
      isSent: asked.request.query["sent"] != nil)
    return web.html(pages.render(page))
  }

  private static func title(of question: StatementQuestion, _ people: [Responder.ID: String]) -> String {
    switch question.subject {
    case .person(let id): Words.Statement.about(name(id, people))
    case .incident(let id): Words.Statement.incident(id.rawValue)
    case .shift: Words.Statement.shift
    }
  }
}
