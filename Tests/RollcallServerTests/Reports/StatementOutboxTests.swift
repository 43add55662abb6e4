import Foundation
import Push
import Rollcall
import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer
@testable import RollcallWeb

@Suite("Statements handed to the mail server")
final class StatementOutboxTests {
  /// A mail server that answers what it is told to.
  private final class MailServer: Sendable {
    private struct State {
      var results: [DeliveryResult] = []
      var handed: [ChannelMessage] = []
      var recipients: [String] = []
    }

    private let state = Mutex(State())

    func answer(_ results: DeliveryResult...) { state.withLock { $0.results += results } }

    func hand(_ message: ChannelMessage, _ recipient: String) -> DeliveryResult {
      state.withLock { state in
        state.handed.append(message)
        state.recipients.append(recipient)
        return state.results.isEmpty ? .accepted(id: nil) : state.results.removeFirst()
      }
    }

    var handed: [ChannelMessage] { state.withLock { $0.handed } }
    var recipients: [String] { state.withLock { $0.recipients } }
  }

  /// The machine's clock, put forward.
  private final class Clock: Sendable {
    private let ahead = Mutex<Milliseconds>(0)

    var now: Timestamp { Timestamp.wallClock.advanced(by: ahead.withLock { $0 }) }
    func pass(_ time: Milliseconds) { ahead.withLock { $0 += time } }
  }

  private let place: TemporaryPlace
  private let clock: Clock
  private let web: Web
  private let store: Store
  private let workspace: Workspace
  private let auditor: Member.ID
  private let server: MailServer
  private let box: StatementOutbox

  init() throws {
    let (place, server, clock) = (try TemporaryPlace(), MailServer(), Clock())
    let store = try Store(
      path: place.database,
      options: Store.Options(clock: { clock.now }, publicURL: "https://r.example"))
    workspace = try store.fleet.addWorkspace(slug: "north", name: "North", timeZone: "UTC", profiles: [])
    auditor = try store.accounts.addMember(
      email: "eva@example.org", passwordHash: "none", role: .auditor, slug: "north")
    let web = try Web(
      store: store, templates: Places.ofTests.templates, files: Places.ofTests.files)
    box = StatementOutbox(
      StatementOutbox.Acts(
        make: { mail throws(StoreError) in try StatementMaker(web).make(mail) },
        hand: { server.hand($0, $1) }, stop: {}),
      try MessageTexts(directory: Places.ofTests.templates), store: store)
    (self.place, self.store, self.server, self.clock, self.web) = (place, store, server, clock, web)
  }

  deinit { store.close() }

  /// Queues the statement about the last hour's shift.
  private func queue(sha256: String? = nil) throws -> StatementMail {
    let now = store.clock()
    let span = TimeSpan(from: now.advanced(by: -3_600_000), to: now.advanced(by: -60_000))
    let known = now.advanced(by: -1_000)
    let made = try store.reports.statement(.shift, in: span, knownBefore: known, of: workspace)
    try store.reports.mailStatement(
      made.question, sha256: sha256 ?? StatementFiles(made).sha256, to: "judge@example.org",
      in: Scope(workspace.id, by: .member(auditor), role: .auditor, from: "test"))
    return try #require(try box.due(limit: 9).first)
  }

  @Test("It goes out with its file, its sums and a link, under the same id at every attempt")
  func handed() throws {
    server.answer(.retry(after: nil, reason: "The mail server cannot be reached"))
    let mail = try queue()
    let first = box.send(mail)
    #expect(first.kind == .retry)
    try box.settle(first, of: mail)
    #expect(try box.due(limit: 9) == [])
    let second = box.send(mail)
    try box.settle(second, of: mail)
    #expect(server.handed.count == 2 && server.recipients == ["judge@example.org", "judge@example.org"])
    let (message, again) = (server.handed[0], server.handed[1])
    #expect(message.id == again.id && message.title == "North: statement \(mail.mark.number)")
    #expect(message.attachment?.type == "text/html; charset=utf-8")
    #expect(message.attachment?.bytes == again.attachment?.bytes, "the same bytes")
    #expect(message.url?.hasPrefix("https://r.example/w/north/shift/statement?from=") == true)
    #expect(message.body.contains("rollcall-head:north:\(mail.mark.number):\(mail.mark.hash)"))
    let now = try #require(try store.reports.statementMails(of: workspace.id).first)
    #expect(now.delivery.state == .accepted)
    let taken = try store.audit.entries(
      of: workspace.id,
      AuditFilter(from: .distantPast, to: Timestamp(milliseconds: .max), action: "statement.mailed"),
      behind: nil, limit: 9)
    let hash = FileFingerprint.of(message.attachment?.bytes ?? []).hashText
    #expect(taken.map(\.detail) == ["mail \(mail.id.rawValue), text/html; charset=utf-8 sha256 \(hash)"])
    // Claimed twice by mistake it is not sent again.
    #expect(box.send(mail).kind == .refused && server.handed.count == 2)
  }

  @Test("What is not the recorded statement any more is not sent, and says so")
  func changed() throws {
    let mail = try queue(sha256: String(repeating: "0", count: 64))
    let result = box.send(mail)
    #expect(result.kind == .refused && result.reason.contains("make it again") && server.handed.isEmpty)
    try box.settle(result, of: mail)
    #expect(try store.reports.statementMails(of: workspace.id).first?.delivery.state == .failed)
  }

  @Test("Whoever sent it and has left since sends nothing")
  func left() throws {
    let mail = try queue()
    try store.members.removeMember(auditor, by: .commandLine, in: workspace.id)
    #expect(box.send(mail).kind == .refused && server.handed.isEmpty)
  }

  @Test("Whoever leaves while it is made sends nothing either")
  func leftMeanwhile() throws {
    let mail = try queue()
    let (store, web, server) = (self.store, self.web, self.server)
    let (auditor, workspace) = (self.auditor, self.workspace.id)
    let slow = StatementOutbox(
      StatementOutbox.Acts(
        make: { mail throws(StoreError) in
          let made = try StatementMaker(web).make(mail)
          try store.members.removeMember(auditor, by: .commandLine, in: workspace)
          return made
        },
        hand: { server.hand($0, $1) }, stop: {}),
      try MessageTexts(directory: Places.ofTests.templates), store: store)
    #expect(slow.send(mail).kind == .refused && server.handed.isEmpty)
  }

  @Test("One that is older than a day, as in a backup that was restored, is not sent")
  func expired() throws {
    let mail = try queue()
    clock.pass(86_400_000)
    #expect(try box.due(limit: 9) == [mail])
    let result = box.send(mail)
    #expect(result.kind == .refused && server.handed.isEmpty)
    try box.settle(result, of: mail)
    #expect(try store.reports.statementMails(of: workspace.id).first?.delivery.state == .failed)
  }
}
