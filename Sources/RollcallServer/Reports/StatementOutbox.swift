import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// Statements on their way to mailboxes. Each is made anew when it is sent.
struct StatementOutbox: Outbox {
  /// Its access to the outside.
  struct Acts: Sendable {
    /// Makes the statement of a mail; `nil` = it is not the one that was recorded.
    var make: @Sendable (StatementMail) throws(StoreError) -> MailedStatement?
    /// Hands a mail to the mail server, and waits.
    var hand: @Sendable (ChannelMessage, _ recipient: String) -> DeliveryResult
    /// Ends the work in progress.
    var stop: @Sendable () -> Void
  }

  /// One at a time: see ``StatementMail/lane``.
  static let workers = 1

  private let acts: Acts
  private let texts: MessageTexts
  private let store: Store

  init(_ acts: Acts, _ texts: MessageTexts, store: Store) {
    (self.acts, self.texts, self.store) = (acts, texts, store)
  }

  func due(limit: Int) throws -> [StatementMail] { try store.reports.dueStatementMails(limit: limit) }

  func untilDue() throws -> Milliseconds? {
    try store.reports.nextStatementMailDue().map { $0.since(store.clock()) }
  }

  func send(_ mail: StatementMail) -> DeliveryResult {
    do throws(StoreError) {
      // The server may have been down for days, and a backup may be older than that.
      guard store.clock() < mail.delivery.expiresAt else {
        return .refused(reason: "It did not go out within 24 hours: make it again")
      }
      // It may have been cancelled since it was looked up: the one before it took its time.
      guard try isWanted(mail) else { return Self.unwanted }
      guard let made = try acts.make(mail) else {
        return .refused(reason: "Something of it was deleted or changed since: make it again")
      }
      // So does the making of a PDF.
      guard try isWanted(mail) else { return Self.unwanted }
      var result = acts.hand(message(of: mail, made), mail.recipient)
      result.carried = made.file?.audited
      return result
    } catch {
      guard case .unavailable = error else {
        return .refused(reason: "It cannot be made any more: make it again")
      }
      return .retry(after: nil, reason: "The database cannot be read now")
    }
  }

  private static let unwanted = DeliveryResult.refused(
    reason: "Who sent it may not export any more, or its address is not kept")

  private func isWanted(_ mail: StatementMail) throws(StoreError) -> Bool {
    guard MailAddress.isPlain(mail.recipient) else { return false }
    return try store.reports.isStatementMailWanted(mail)
  }

  private func message(of mail: StatementMail, _ made: MailedStatement) -> ChannelMessage {
    let text = texts.text(of: made)
    return ChannelMessage(
      // The same at every attempt, so that a mailbox can detect a repetition.
      id: "stm_\(mail.mark.at.milliseconds)_\(mail.id.rawValue)", type: "statement",
      at: mail.mark.at.milliseconds, title: text.title, body: text.body,
      url: store.publicAddress.current.map { $0 + made.page },
      attachment: made.file.map { ChannelMessage.Attachment(name: $0.name, type: $0.type, bytes: $0.bytes) })
  }

  func settle(_ result: DeliveryResult, of mail: StatementMail) throws {
    try store.reports.record(result, of: mail.id, chance: Double.random(in: 0..<1))
  }

  /// Mails end with their attempts.
  func tidy() {}

  func stop() { acts.stop() }
}

extension StatementOutbox.Acts {
  /// Acts of a server.
  init(_ settings: ChannelSender.Settings, _ web: Web, clock: @escaping @Sendable () -> Timestamp) {
    let sender = ChannelSender(settings, clock: { clock().milliseconds })
    let maker = StatementMaker(web)
    self.init(
      make: { mail throws(StoreError) in try maker.make(mail) },
      hand: { DeliveryResult(sender.send($0, by: MailChannel([$1]))) },
      stop: {
        sender.stop()
        maker.stopPrinting()
      })
  }
}
