import Foundation
import Rollcall
import StoreSupport
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("Sending a statement by mail")
struct StatementMailTests {
  /// It is 09:02:00Z, and Barbara reported at 09:00 and 09:01.
  private let desk: TimelineDesk
  private let auditor: AccountDesk
  private let north = Workspace.ID(1)

  init() async throws {
    let desk = try TimelineDesk("Barbara <b>Potočnik</b>", web: TestWeb(sendsMail: true))
    for sequence in [1, 2] {
      await desk.report(sequence)
      desk.web.pass(seconds: 60)
    }
    auditor = try AccountDesk(desk.web, .auditor, email: "eva@example.org")
    self.desk = desk
  }

  private var asked: [String: String] {
    [
      "from": "2026-11-21T09:00:00Z", "to": "2026-11-21T09:01:30Z", "known": "2026-11-21T09:02:00Z",
      "recipient": " judge@example.org ",
    ]
  }

  private var path: String { "\(desk.path)/statement/mail" }
  private var mails: [StatementMail] { get throws { try desk.web.store.reports.statementMails(of: north) } }

  @Test("The page of a statement has a form with its question; what was sent stands in a list")
  func form() async throws {
    let page = await auditor.get(
      "\(desk.path)/statement?from=2026-11-21T09:00:00Z&to=2026-11-21T09:01:30Z&known=2026-11-21T09:02:00Z")
    #expect(page.text.contains("action=\"\(path)\"") && page.text.contains("type=\"email\""))
    #expect(page.text.contains("name=\"known\" value=\"2026-11-21T09:02:00.000Z\""))
    let answer = await auditor.post(path, asked)
    #expect(answer.status == 303, "\(answer.text)")
    #expect(answer.header("Location") == "/w/north/reports/statements?sent=1")
    let mail = try #require(try mails.first)
    #expect(mail.recipient == "judge@example.org" && mail.question.subject == .person(desk.id))
    let list = await auditor.get("/w/north/reports/statements?sent=1").text
    for text in [
      "judge@example.org", "The statement is on its way.", "Waiting", mail.sha256, "eva@example.org",
    ] {
      #expect(list.contains(text), "\(text)")
    }
    #expect(list.contains("Statement about Barbara &lt;b&gt;Potočnik"), "names are escaped")
    #expect(await auditor.post(path, asked).status == 409, "a second click sends nothing")
    let later = asked.merging(["known": "2026-11-21T09:01:59Z"]) { $1 }
    #expect(await auditor.post(path, later).status == 409, "nor does one on the page loaded again")
    #expect(try mails.count == 1)
  }

  @Test("The list has pages, and the last of them begins with the oldest")
  func pages() async throws {
    let scope = Scope.test(north, "key:script")
    for number in 0...Int64(StatementMailsPage.rows) {
      let from = Timestamp(milliseconds: number)
      try desk.web.store.reports.mailStatement(
        StatementQuestion(
          .shift, in: TimeSpan(from: from, to: from.advanced(by: 60_000)),
          knownBefore: desk.web.store.clock()),
        sha256: String(repeating: "0", count: 64), to: "judge\(number)@example.org", in: scope)
      if number % 20 == 19 { desk.web.pass(seconds: 3_601) }
    }
    // The login has lapsed meanwhile.
    let reader = try AccountDesk(desk.web, .auditor, email: "fay@example.org")
    let first = await reader.get("/w/north/reports/statements").text
    #expect(first.contains("100 statements on this page") && first.contains("judge100@example.org"))
    #expect(!first.contains("judge0@example.org") && !first.contains("rel=\"prev\""))
    let next = try #require(try mails.last).id.rawValue
    #expect(first.contains("rel=\"next\" href=\"/w/north/reports/statements?cursor=\(next)\""))
    let last = await reader.get("/w/north/reports/statements?cursor=\(next)").text
    #expect(last.contains("1 statement on this page") && last.contains("judge0@example.org"))
    #expect(last.contains("rel=\"prev\" href=\"/w/north/reports/statements\""))
    #expect(!last.contains("rel=\"next\""))
    let beyond = await reader.get("/w/north/reports/statements?cursor=1").text
    #expect(beyond.contains("0 statements on this page") && !beyond.contains("No statement was sent"))
    let wrong = await reader.get("/w/north/reports/statements?cursor=x").text
    #expect(wrong.contains("100 statements on this page"))
  }

  @Test("Of an incident and of a shift, too; an incident has hours of its own")
  func others() async throws {
    let shift = await auditor.post("/w/north/shift/statement/mail", asked)
    #expect(shift.status == 303, "\(shift.text)")
    #expect(try mails.first?.question.subject == .shift)
    #expect(await auditor.post("/w/north/incidents/99/statement/mail", asked).status == 404)
    #expect(await auditor.post("/w/north/responders/999/statement/mail", asked).status == 404)
  }

  @Test(
    "What is wrong is said beside the field, with what was typed; nothing is sent or recorded",
    arguments: ["", "judge", "a@example.org, b@example.org", "\"><script>x</script>@example.org"])
  func wrong(recipient: String) async throws {
    let answer = await auditor.post(path, asked.merging(["recipient": recipient]) { $1 })
    #expect(answer.status == 400 && answer.text.contains("This is no address of mail: ana@example.org."))
    #expect(answer.text.contains("id=\"recipient-problem\"") && !answer.text.contains("<script>x"))
    #expect(try mails == [])
    let actions = try desk.web.store.audit.entries(
      of: north, AuditFilter(from: .distantPast, to: Timestamp(milliseconds: .max), action: "statement"),
      behind: nil, limit: 99)
    #expect(actions == [])
  }

  @Test("A question that cannot be answered, a foreign form and a role that may not export send nothing")
  func refused() async throws {
    #expect(await auditor.post(path, asked.merging(["to": ""]) { $1 }).status == 400)
    #expect(await auditor.post(path, asked.merging(["_csrf": "x"]) { $1 }).status == 400)
    let foreign = await desk.web.form(
      path, "from=2026-11-21T09:00:00Z&to=2026-11-21T09:01:00Z&recipient=a@example.org",
      headers: ["Cookie": "rollcall=\(auditor.cookie)"])
    #expect(foreign.status == 400)
    let dispatcher = try AccountDesk(desk.web, .dispatcher, email: "d@example.org")
    #expect(await dispatcher.post(path, asked).status == 403)
    #expect(await dispatcher.get("/w/north/reports/statements").status == 403)
    #expect(try mails == [])
  }

  @Test("Without a mail server the page says what is missing, and nothing is sent")
  func off() async throws {
    let plain = try TimelineDesk("Ana")
    let auditor = try AccountDesk(plain.web, .auditor, email: "eva@example.org")
    let page = await auditor.get("\(plain.path)/statement?from=2026-11-21T08:00:00Z&to=2026-11-21T08:30:00Z")
    #expect(page.text.contains("its operator sets --smtp-url") && !page.text.contains("type=\"email\""))
    let answer = await auditor.post("\(plain.path)/statement/mail", asked)
    #expect(answer.status == 409 && answer.text.contains("--smtp-url"), "\(answer.text)")
    #expect(await auditor.get("/w/north/reports/statements").text.contains("--smtp-url"))
    #expect(try plain.web.store.reports.statementMails(of: north) == [])
  }

  @Test("The mail has the statement as its page shows it, with its sums, the head of the audit and a link")
  func made() async throws {
    #expect(await auditor.post(path, asked).status == 303)
    let mail = try #require(try mails.first)
    let made = try #require(try StatementMaker(desk.web.web).make(mail))
    let file = try #require(made.file)
    #expect(file.name == "statement-barbara-b-potocnik-b-2026-11-21-1000-2026-11-21-1001.html")
    #expect(file.type == "text/html; charset=utf-8")
    let html = String(decoding: file.bytes, as: UTF8.self)
    #expect(html.contains("<style>/* A statement:") && !html.contains("<link"))
    #expect(html.contains("Barbara &lt;b&gt;Potočnik") && html.contains(mail.sha256))
    #expect(html.contains("rollcall-head:north:\(mail.mark.number):\(mail.mark.hash)"))
    let query =
      "from=2026-11-21T09%3A00%3A00.000Z&to=2026-11-21T09%3A01%3A30.000Z&known=2026-11-21T09%3A02%3A00.000Z"
    #expect(made.page == "\(desk.path)/statement?\(query)")
    let texts = try MessageTexts(directory: Console.root.appendingPathComponent("Templates").path)
    let text = texts.text(of: made)
    #expect(!text.body.contains("no PDF"), "the form said that it would be HTML")
    #expect(text.title == "north: statement \(mail.mark.number)", "it names nobody")
    let json = await auditor.get("\(desk.path)/statement.json?\(query)").text
    for line in [
      "Statement about Barbara <b>Potočnik</b>", "Sent by eva@example.org.",
      "SHA-256 of statement.json: \(FileFingerprint.of(Array(json.utf8)).hashText)",
      "SHA-256 of its files, as on its cover: \(mail.sha256)",
      "Audit: rollcall-head:north:\(mail.mark.number):\(mail.mark.hash)",
    ] {
      #expect(text.body.components(separatedBy: "\n").contains(line), "\(line)")
    }
  }

  @Test(
    "As PDF where that is made; as HTML where it cannot be, and the mail says so",
    arguments: [PDFPrinter.Outcome.made(Array("%PDF-1".utf8)), .tooLong, .failed])
  func printed(outcome: PDFPrinter.Outcome) async throws {
    let works = outcome != .tooLong && outcome != .failed
    let desk = try TimelineDesk(web: TestWeb(printer: PDFPrinter { _, _ in outcome }, sendsMail: true))
    let auditor = try AccountDesk(desk.web, .auditor, email: "eva@example.org")
    desk.web.pass(seconds: 120)
    #expect(await auditor.post("\(desk.path)/statement/mail", asked).status == 303)
    let mail = try #require(try desk.web.store.reports.statementMails(of: north).first)
    let made = try #require(try StatementMaker(desk.web.web).make(mail))
    let file = try #require(made.file)
    #expect(file.type == (works ? "application/pdf" : "text/html; charset=utf-8"))
    #expect(file.name.hasSuffix(works ? ".pdf" : ".html"))
    let texts = try MessageTexts(directory: Console.root.appendingPathComponent("Templates").path)
    #expect(texts.text(of: made).body.contains("because no PDF could be made of it") == !works)
  }

  @Test("One that is not the same any more is not made")
  func changed() async throws {
    #expect(await auditor.post(path, asked).status == 303)
    let mail = try #require(try mails.first)
    // What comes later changes nothing.
    await desk.report(3, secondsAgo: [0, 60])
    #expect(try StatementMaker(desk.web.web).make(mail) != nil)
    desk.web.pass(seconds: 91 * 86_400)
    #expect(try StatementMaker(desk.web.web).make(mail) == nil, "it is no longer complete")
  }
}
