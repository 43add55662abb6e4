import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// Messages to the channels of workspaces.
struct ChannelOutbox: Outbox {
  private let sender: ChannelSender
  private let texts: MessageTexts
  private let reports: ReportFolder?
  private let store: Store

  /// - Parameter reports: where scheduled reports are; `nil` = none are made.
  init(
    _ settings: ChannelSender.Settings, _ texts: MessageTexts, reports: ReportFolder?, store: Store
  ) {
    self.reports = reports
    sender = ChannelSender(settings, clock: { store.clock().milliseconds })
    (self.texts, self.store) = (texts, store)
  }

  func due(limit: Int) throws -> [ChannelNotice] { try store.channels.dueNotices(limit: limit) }

  func untilDue() throws -> Milliseconds? {
    try store.channels.nextNoticeDue().map { $0.since(store.clock()) }
  }

  func send(_ notice: ChannelNotice) -> DeliveryResult {
    let start = ContinuousClock.now
    let file = ReportAttachment(of: notice, in: reports)
    let message = message(of: notice, file)
    let outcome = sender.send(message, by: notice.way.carrier)
    return DeliveryResult(
      outcome, took: (ContinuousClock.now - start).wholeMilliseconds, carried: file?.attachment?.name)
  }

  /// What is sent; it has a link where the server knows its own address.
  func message(of notice: ChannelNotice, _ file: ReportAttachment? = nil) -> ChannelMessage {
    let text = texts.text(of: notice, head: head(for: notice), file: file?.state)
    var message = NoticeMessage.of(notice, text, publicURL: store.publicAddress.current)
    message.attachment = file?.attachment
    return message
  }

  /// Where the audit ends, for mails: they stay where nobody can change them here. A mail is rather sent without
  /// than not at all.
  private func head(for notice: ChannelNotice) -> KnownHead? {
    notice.way.kind == .mail ? try? store.audit.head(of: notice.workspace) : nil
  }

  func settle(_ result: DeliveryResult, of notice: ChannelNotice) throws {
    try store.channels.record(result, of: notice.id, chance: Double.random(in: 0..<1))
  }

  func tidy() throws { try store.channels.tidyNotices() }

  func stop() { sender.stop() }
}

extension ChannelNotice.Way {
  /// How messages are brought there.
  fileprivate var carrier: any ChannelWay {
    switch kind {
    case .webhook: WebhookChannel(url: address, secrets: secrets)
    case .ntfy: NtfyChannel(url: address, token: secrets.first)
    case .mail: MailChannel(ChannelAddress.recipients(address))
    }
  }
}

extension Duration {
  /// Rounded down; 0 for negative values.
  fileprivate var wholeMilliseconds: Milliseconds {
    let (seconds, attoseconds) = components
    let (thousandfold, overflow) = max(0, seconds).multipliedReportingOverflow(by: 1_000)
    return overflow ? .max : thousandfold + max(0, attoseconds) / 1_000_000_000_000_000
  }
}
