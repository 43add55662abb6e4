import Rollcall
public import RollcallStore

/// A statement made for a mail.
public struct MailedStatement: Sendable {
  /// The file that goes with a mail.
  public struct File: Sendable {
    /// Its name, in plain letters.
    public let name: String
    /// Its type, `application/pdf`.
    public let type: String
    /// What is in it.
    public let bytes: [UInt8]

    /// What the audit says of it, without its name, which is a person's.
    public var audited: String { "\(type) sha256 \(FileFingerprint.of(bytes).hashText)" }
  }

  /// Larger mails are refused by many servers, megabytes of 1,000,000 bytes.
  static let mostMegabytes = 7

  /// As PDF where that can be made, else as HTML; `nil` = mail servers would not take it.
  public let file: File?
  /// Its page below the server's address, with a leading slash.
  public let page: String
  let text: StatementMailText
}

extension MessageTexts {
  /// The text of a mail with a statement.
  public func text(of mailed: MailedStatement) -> MessageText { text(of: mailed.text) }
}

/// Makes the statements of mails.
public struct StatementMaker: Sendable {
  private let web: Web

  /// Makes statements by the pages and files of `web`.
  public init(_ web: Web) { self.web = web }

  /// Makes the statement of a mail anew; `nil` = it is not the one that was recorded: something of it was deleted or
  /// changed since. Blocks, also while its PDF is made.
  ///
  /// - Throws: errors of the store; `notFound` and `invalid` when the question cannot be answered any more.
  public func make(_ mail: StatementMail) throws(StoreError) -> MailedStatement? {
    try StatementWeb(web: web).mailed(mail)
  }

  /// Ends the making of PDF files, for good. Does not block.
  public func stopPrinting() { web.paper.printer?.stop() }
}

extension StatementWeb {
  fileprivate func mailed(_ mail: StatementMail) throws(StoreError) -> MailedStatement? {
    let (question, workspace) = (mail.question, mail.workspace)
    let statement = try store.reports.statement(
      question.subject, in: question.span, knownBefore: question.knownBefore, of: workspace)
    let files = StatementFiles(statement)
    guard files.sha256 == mail.sha256 else { return nil }
    let names = try AuditNames(store, workspace.id)
    let made = try written(statement, files, mail.mark, by: names.actor(mail.madeBy), in: workspace)
    let (file, isPromised) = attachment(of: made)
    let isSmall = file.bytes.count <= MailedStatement.mostMegabytes * 1_000_000
    let place = try self.place(question.subject, workspace)
    var query = URLQuery()
    query.add("from", question.span.from.rfc3339)
    query.add("to", question.span.to.rfc3339)
    query.add("known", question.knownBefore.rfc3339)
    return MailedStatement(
      file: isSmall ? file : nil, page: query.link("/w/\(workspace.slug)/\(place.path)/statement"),
      text: StatementMailText(
        made.sheet, made.cover,
        json: FileFingerprint.of(files.bytes(StatementFiles.json)).hashText,
        note: note(isSmall: isSmall, isPromised: isPromised)))
  }

  /// The statement as PDF, as HTML where none can be made; and whether that is what the form promised.
  private func attachment(of made: Made) -> (MailedStatement.File, isPromised: Bool) {
    let html = sheet(made)
    let printer = web.paper.printer
    if case .made(let pdf)? = printer?.print(html, web.paper.style) {
      return (
        MailedStatement.File(name: fileName(of: made, "pdf"), type: "application/pdf", bytes: pdf), true
      )
    }
    return (
      MailedStatement.File(
        name: fileName(of: made, "html"), type: "text/html; charset=utf-8", bytes: styled(html)),
      printer == nil
    )
  }

  /// Why the mail has no file, or another one than its form said; empty when it has that one.
  private func note(isSmall: Bool, isPromised: Bool) -> String {
    guard isSmall else {
      return Words.Statement.Mail.tooLarge(megabytes: MailedStatement.mostMegabytes)
    }
    return isPromised ? "" : Words.Statement.Mail.noPDF
  }

  /// A mail carries one file: the page with its style sheet in it.
  private func styled(_ html: [UInt8]) -> [UInt8] {
    guard let link = html.firstRange(of: Array(#"<link rel="stylesheet" href="statement.css">"#.utf8)) else {
      return html
    }
    var page = Array(html[..<link.lowerBound])
    page += Array("<style>".utf8)
    page += web.paper.style
    page += Array("</style>".utf8)
    page += html[link.upperBound...]
    return page
  }
}
