import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension StatementWeb {
  /// `GET …/statement` and its files.
  func answer(
    _ asked: ConsoleRequest, _ subject: StatementQuestion.Subject, as form: Form
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    // A form is filled in first; programs get the last 24 hours, as everywhere.
    let lastDay = form == .page ? nil : TimeSpan(from: now.advanced(by: -86_400_000), to: now)
    let question = AskedStatement(asked.request.query, subject, in: workspace, otherwise: lastDay)
    try requireSubject(subject, in: workspace)
    guard form == .page else {
      guard question.isComplete else { throw .invalid(Words.Statement.Form.wrong) }
      return try file(try make(question, asked), asked, as: form)
    }
    guard question.isComplete else { return try page(question, nil, problem: question.problem, asked) }
    do throws(StoreError) { return try page(question, try make(question, asked), problem: "", asked) } catch {
      guard case .invalid(let problem) = error else { throw error }
      return try page(question, nil, problem: problem, asked)
    }
  }

  /// A statement that was made and recorded.
  struct Made {
    let statement: Statement
    let files: StatementFiles
    let cover: StatementCover
    let names: [Responder.ID: String]
    let sheet: StatementSheet
  }

  private func make(_ asked: AskedStatement, _ request: ConsoleRequest) throws(StoreError) -> Made {
    let visitor = request.visitor
    let statement = try store.reports.statement(
      asked.subject, in: asked.span, knownBefore: asked.known, of: visitor.workspace)
    let files = StatementFiles(statement)
    let mark = try store.reports.recordStatement(
      statement.question, sha256: files.sha256, in: visitor.scope)
    return try written(statement, files, mark, by: visitor.name, in: visitor.workspace)
  }

  /// A recorded statement as it is read.
  ///
  /// - Parameter name: who made it.
  func written(
    _ statement: Statement, _ files: StatementFiles, _ mark: StatementMark, by name: String,
    in workspace: Workspace
  ) throws(StoreError) -> Made {
    let cover = StatementCover(
      workspace: workspace, madeBy: name, version: web.paper.version, mark: mark, sha256: files.sha256)
    let names = try store.fleet.names(of: workspace.id)
    let actors = try AuditNames(store, workspace.id)
    let sheet = StatementSheet(statement, cover, names: { Self.name($0, names) }, actors: actors.actor)
    return Made(statement: statement, files: files, cover: cover, names: names, sheet: sheet)
  }

  static func name(_ id: Responder.ID, _ names: [Responder.ID: String]) -> String {
    names[id] ?? Words.Statement.person(id.rawValue)
  }

  /// A question without a subject is not recorded.
  func requireSubject(
    _ subject: StatementQuestion.Subject, in workspace: Workspace
  ) throws(StoreError) {
    if case .person(let id) = subject, try store.fleet.names(of: workspace.id)[id] == nil {
      throw .notFound("responder \(id.rawValue)")
    }
    if case .incident(let id) = subject { _ = try store.dispatch.incident(id, in: workspace.id) }
  }

  // MARK: - The page

  private func page(
    _ asked: AskedStatement, _ made: Made?, problem: String, _ request: ConsoleRequest
  ) throws(StoreError) -> Response {
    let visitor = request.visitor
    let (workspace, slug) = (visitor.workspace, visitor.workspace.slug)
    let now = store.clock()
    let clock = Zone.pageClock(workspace.timeZone, now: now, isTicking: false)
    let place = try self.place(asked.subject, workspace)
    let path = "/w/\(slug)/\(place.path)/statement"
    let question = made?.statement.question
    let today = clock.start(of: clock.local(now).date)
    let isIncident = if case .incident = asked.subject { true } else { false }
    let second = now.advanced(by: -(now.milliseconds % 1_000))
    let times = StatementPage.times(
      from: question?.span.from ?? asked.span?.from ?? (isIncident ? nil : today),
      to: question?.span.to ?? asked.span?.to ?? (isIncident ? nil : second), known: asked.known, clock)
    let page = StatementPage(
      shell: web.shell(place.section, visitor, title: made?.sheet.title ?? Words.Statement.title),
      heading: made?.sheet.title ?? place.heading, path: path, times: times, error: problem,
      sheet: made?.sheet, files: question.map { links(to: $0, path) } ?? [],
      note: made == nil || web.paper.printer != nil ? "" : Words.Statement.Form.noPDF,
      mail: question.flatMap { mailForm(of: $0, path) },
      noMail: web.paper.sendsMail ? "" : Words.Statement.Mail.noMail,
      back: place.back.flatMap { link in
        visitor.role.allows(place.section.permission)
          ? Link(label: link, href: "/w/\(slug)/\(place.path)") : nil
      })
    return web.html(pages.render(page), status: problem.utf8.isEmpty ? .ok : .badRequest)
  }

  /// The files of the same question with the same knowledge.
  private func links(to question: StatementQuestion, _ path: String) -> [Link] {
    var query = URLQuery()
    query.add("from", question.span.from.rfc3339)
    query.add("to", question.span.to.rfc3339)
    query.add("known", question.knownBefore.rfc3339)
    let all: [(Form, String)] = [
      (.pdf, Words.Statement.Form.pdf), (.zip, Words.Statement.Form.zip), (.json, Words.Statement.Form.json),
    ]
    return all.filter { $0.0 != .pdf || web.paper.printer != nil }.map {
      Link(label: $0.1, href: query.link(path + $0.0.ending))
    }
  }

  func place(
    _ subject: StatementQuestion.Subject, _ workspace: Workspace
  ) throws(StoreError) -> (section: Shell.Section, path: String, heading: String, back: String?) {
    switch subject {
    case .person(let id):
      let name = Self.name(id, try store.fleet.names(of: workspace.id))
      return (.responders, "responders/\(id.rawValue)", Words.Statement.about(name), name)
    case .incident(let id):
      return (
        .incidents, "incidents/\(id.rawValue)", Words.Statement.incident(id.rawValue), "INC-\(id.rawValue)"
      )
    case .shift: return (.reports, "shift", Words.Statement.shift, nil)
    }
  }

  // MARK: - Files

  private func file(_ made: Made, _ asked: ConsoleRequest, as form: Form) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let (bytes, type) = try content(made, as: form)
    let ending = String(form.ending.dropFirst())
    let ended = try web.exports.noting(
      "statement.\(ending)", filter: "statement \(made.cover.mark.number)", visitor)
    let rows = made.statement.people.count
    let export = FileExport(ended: ended) { (bytes, rows, true) }
    var response = Response.stream(export, contentType: type)
    response.headers[.contentDisposition] = FileName.attachment(fileName(of: made, ending))
    return response
  }

  /// `statement-barbara-potocnik-2026-11-22-1200-2026-11-22-1600.pdf`.
  func fileName(of made: Made, _ ending: String) -> String {
    let who =
      switch made.statement.question.subject {
      case .person(let id): Self.name(id, made.names)
      case .incident(let id): "INC-\(id.rawValue)"
      case .shift: "shift"
      }
    let clock = Zone.pageClock(made.cover.workspace.timeZone, now: store.clock())
    return FileName.make(["statement", who], made.statement.question.span, clock, ending: ending)
  }

  private func content(_ made: Made, as form: Form) throws(StoreError) -> (bytes: [UInt8], type: String) {
    switch form {
    case .json, .page: return (made.files.bytes(StatementFiles.json), "application/json")
    case .zip: return (ZipFile.bytes(of: members(made)), "application/zip")
    case .pdf:
      guard let printer = web.paper.printer else { throw .notFound("PDF") }
      switch printer.print(sheet(made), web.paper.style) {
      case .made(let pdf): return (pdf, "application/pdf")
      case .tooLong: throw .invalid(Words.Statement.Form.tooLongForPDF)
      case .failed: throw .unavailable("The PDF could not be made.")
      }
    }
  }

  /// The files with their sums, and what is not part of them: the cover, the page, and how to check.
  private func members(_ made: Made) -> [ZipFile.Member] {
    made.files.members + [
      made.files.sums,
      ZipFile.Member(name: "CHECK.txt", bytes: Array(Words.Statement.checkText(made.files.sha256).utf8)),
      ZipFile.Member(name: "cover.json", bytes: cover(made)),
      ZipFile.Member(name: "statement.html", bytes: sheet(made)),
      ZipFile.Member(name: "statement.css", bytes: web.paper.style),
    ]
  }

  /// The statement as a page of its own.
  func sheet(_ made: Made) -> [UInt8] {
    pages.render(
      StatementSheetPage(
        sheet: made.sheet, title: made.sheet.title, made: made.cover.mark.at.rfc3339,
        head: made.cover.head.text))
  }

  private func cover(_ made: Made) -> [UInt8] {
    let cover = made.cover
    var writer = JSONWriter()
    writer.object { root in
      root.member("statement_sha256", cover.sha256)
      root.member("workspace", cover.workspace.slug)
      root.member("workspace_name", cover.workspace.name)
      root.member("time_zone", cover.workspace.timeZone)
      root.member("made_by", cover.madeBy)
      root.member("made_at", cover.mark.at)
      root.member("version", cover.version)
      root.member("audit_head", cover.head.text)
      root.array("people") { list in
        for person in made.statement.people {
          list.object {
            $0.member("responder_id", person.responder.rawValue)
            $0.member("name", Self.name(person.responder, made.names))
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
