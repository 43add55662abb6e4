import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Statements that go by mail stand in an outbox")
struct StatementMailTests {
  private let fixture: TestStore
  private let ana: Responder.ID
  private let auditor: Member.ID
  private let hash = String(repeating: "ab", count: 32)

  private var store: Store { fixture.store }
  private var workspace: Workspace.ID { fixture.workspace.id }
  private var scope: Scope { .test(workspace, .member(auditor)) }

  init() throws {
    fixture = try TestStore()
    fixture.clock.set(10_000)
    ana = try fixture.phone(name: "Ana Lee").id
    auditor = try fixture.store.accounts.addMember(
      email: "eva@example.org", passwordHash: "none", role: .auditor, slug: "north")
  }

  private func question(
    _ subject: StatementQuestion.Subject? = nil, from: Double = 1_000, known: Double = 9_000
  ) -> StatementQuestion {
    StatementQuestion(
      subject ?? .person(ana), in: TimeSpan(from: .at(from), to: .at(2_000)), knownBefore: .at(known))
  }

  @discardableResult
  private func send(
    _ subject: StatementQuestion.Subject? = nil, from: Double = 1_000, known: Double = 9_000,
    to recipient: String = "judge@example.org"
  ) throws -> StatementMail.ID {
    try store.reports.mailStatement(
      question(subject, from: from, known: known), sha256: hash, to: recipient, in: scope)
  }

  private var due: [StatementMail] { get throws { try store.reports.dueStatementMails(limit: 99) } }

  private func entries(_ action: String) throws -> [AuditEntry] {
    try store.audit.entries(
      of: workspace, AuditFilter(from: .distantPast, to: .at(1_000_000), action: action), behind: nil,
      limit: 99)
  }

  @Test("One is queued with its question and its entry, and is there after a restart")
  func queued() throws {
    let id = try send()
    try fixture.restart()
    let mail = try #require(try due.first)
    #expect(mail.id == id && mail.recipient == "judge@example.org" && mail.sha256 == hash)
    #expect(mail.question == question() && mail.workspace.slug == "north")
    let made = try #require(try entries("statement.make").first)
    #expect(mail.mark == StatementMark(number: made.number, hash: made.hashText, at: .at(10_000)))
    #expect(mail.madeBy == "member:\(auditor.rawValue)" && made.actor == mail.madeBy)
    #expect(try store.reports.isStatementMailWanted(mail))
    for subject in [StatementQuestion.Subject.shift, .incident(Incident.ID(7))] {
      try send(subject)
      #expect(try due.last?.question == question(subject))
    }
    #expect(try store.reports.statementMails(of: workspace).map(\.id.rawValue) == [3, 2, 1])
    #expect(
      try store.reports.statementMails(of: workspace, behind: StatementMail.ID(3), limit: 1)
        .map(\.id.rawValue) == [2])
    #expect(try store.reports.statementMails(of: fixture.addWorkspace("south").id) == [])
  }

  @Test("The audit says who sent which statement, and knows the address again without having it")
  func audited() throws {
    let id = try send(to: "Judge@example.org")
    let entry = try #require(try entries("statement.mail").first)
    #expect(entry.actor == "member:\(auditor.rawValue)" && entry.subject == "responder \(ana.rawValue)")
    let address = FileFingerprint.of(Array("judge@example.org".utf8)).hashText
    #expect(entry.detail.hasSuffix("sha256 \(hash), mail \(id.rawValue), recipient sha256 \(address)"))
    #expect(entry.detail.contains("known before \(Timestamp.at(9_000).rfc3339)"))
    try store.reports.record(
      DeliveryResult(.accepted, carried: "application/pdf sha256 x"), of: id, chance: 0)
    let taken = try #require(try entries("statement.mailed").first)
    #expect(taken.actor == "rollcall" && taken.detail == "mail \(id.rawValue), application/pdf sha256 x")
    let all = try fixture.texts("SELECT detail || subject || actor FROM audit").joined()
    #expect(!all.contains("udge@"))
  }

  @Test("A failure is tried again, and what the mail server took is not sent twice")
  func again() throws {
    let id = try send()
    try store.reports.record(
      DeliveryResult(.retry, reason: "The mail server cannot be reached"), of: id, chance: 0)
    #expect(try due == [] && store.reports.nextStatementMailDue() == .at(10_005))
    let waiting = try #require(try store.reports.statementMails(of: workspace).first).delivery
    #expect(waiting.state == .waiting && waiting.reason == "The mail server cannot be reached")
    fixture.clock.set(10_005)
    #expect(try due.map(\.id) == [id])
    try store.reports.record(DeliveryResult(.accepted, status: 250), of: id, chance: 0)
    #expect(try due == [] && store.reports.nextStatementMailDue() == nil)
    let mail = try #require(try store.reports.statementMails(of: workspace).first)
    #expect(mail.delivery.state == .accepted && mail.delivery.attempts == 2)
    #expect(try !store.reports.isStatementMailWanted(mail))
  }

  @Test("A second click sends nothing, nor does one who floods a mailbox; what is no address is refused")
  func limits() throws {
    try send()
    #expect(throws: StoreError.self) { try send() }
    #expect(throws: StoreError.self) { try send(to: "Judge@Example.org") }
    #expect(throws: StoreError.self, "a page loaded again knows more") { try send(known: 9_001) }
    try send(to: "other@example.org")
    try send(from: 1_001)
    for address in ["", "judge", "a@b\r\nRCPT TO:<c@d>", "a b@example.org", "a@example.org, b@example.org"] {
      #expect(throws: StoreError.invalid("This is no address of mail.")) { try send(to: address) }
    }
    for number in 4...ReportStore.mostMailsAnHour { try send(from: 1_000 + Double(number)) }
    #expect(throws: StoreError.self) { try send(from: 1_900) }
    #expect(try entries("statement.mail").count == ReportStore.mostMailsAnHour)
    fixture.clock.set(10_000 + 3_601)
    try send(from: 1_900)
    #expect(throws: StoreError.self, "the first one still waits") { try send() }
  }

  @Test("Whoever sent it must still be allowed to export when it goes out")
  func allowed() throws {
    try send()
    let mail = try #require(try due.first)
    try store.members.setRole(.dispatcher, of: auditor, by: .commandLine, in: workspace)
    #expect(try !store.reports.isStatementMailWanted(mail))
    _ = try store.members.issueAPIKey(slug: "north", name: "script", role: .auditor)
    try store.reports.mailStatement(
      question(), sha256: hash, to: "clerk@example.org", in: .test(workspace, "key:script"))
    let byKey = try #require(try due.last)
    #expect(try store.reports.isStatementMailWanted(byKey))
    try store.members.revokeAPIKey(slug: "north", name: "script")
    #expect(try !store.reports.isStatementMailWanted(byKey))
  }

  @Test("An erasure cancels what could tell of the person, and takes the rows about them away")
  func erased() throws {
    let bor = try fixture.phone(name: "Bor", device: "phone-2").id
    try send()
    try send(.shift)
    try send(.person(bor), to: "ana.lee@example.org")
    let claimed = try due
    try store.privacy.erase(ana, in: scope)
    #expect(try due.map(\.question.subject) == [.person(bor)])
    #expect(try claimed.map { try store.reports.isStatementMailWanted($0) } == [false, false, true])
    // Whether she is in the shift's is not known, and not said.
    let reasons = try store.reports.statementMails(of: workspace).map(\.delivery.reason)
    #expect(
      reasons == [
        "", "somebody was erased meanwhile who may be in it: make it again", "the person was erased",
      ])
    // One that was on its way is a record all the same.
    try store.reports.record(DeliveryResult(.accepted), of: claimed[0].id, chance: 0)
    try store.privacy.finishErasures()
    let left = try store.reports.statementMails(of: workspace)
    #expect(Set(left.map(\.question.subject)) == [.shift, .person(bor)])
    try store.reports.record(DeliveryResult(.accepted), of: claimed[0].id, chance: 0)
  }

  @Test("An address that is a person's number is erased with them, and nothing is sent to what is left of it")
  func erasedAddress() throws {
    _ = try store.phones.setResponder(
      ana, slug: "north", name: nil, phone: "+38640123456", profile: nil, region: nil, isActive: nil)
    let bor = try fixture.phone(name: "Bor", device: "phone-2").id
    try send(.person(bor), to: "+38640123456@sms.example.org")
    let claimed = try #require(try due.first)
    try store.privacy.erase(ana, in: scope)
    let left = try #require(try due.first)
    #expect(!left.recipient.contains("123456") && !MailAddress.isPlain(left.recipient))
    #expect(try !store.reports.isStatementMailWanted(claimed))
  }

  @Test("What has ended is purged with the log; what waits is not")
  func purged() throws {
    let first = try send()
    try send(.shift)
    try store.reports.record(DeliveryResult(.accepted), of: first, chance: 0)
    fixture.clock.set(10_000 + 401 * 86_400)
    #expect(try store.retention.retentionPreview(of: workspace, days: 90).logRows >= 1)
    var pass = try store.retention.beginPurge(of: workspace)
    while !pass.isDone { pass = try store.retention.purgeSlice(pass) }
    #expect(try store.reports.statementMails(of: workspace).map(\.question.subject) == [.shift])
  }
}
