import Push
import Rollcall
import RollcallStore

/// Messages to the channels of workspaces.
struct ChannelOutbox: Outbox {
  private let sender: ChannelSender
  private let publicURL: String?
  private let store: Store

  /// - Parameter publicURL: under which address browsers reach this server; `nil` = messages carry no link.
  init(_ settings: ChannelSender.Settings, publicURL: String?, store: Store) {
    sender = ChannelSender(settings, clock: { store.clock().milliseconds })
    (self.publicURL, self.store) = (publicURL, store)
  }

  func due(limit: Int) throws -> [ChannelNotice] { try store.channels.dueNotices(limit: limit) }

  func untilDue() throws -> Milliseconds? {
    try store.channels.nextNoticeDue().map { $0.since(store.clock()) }
  }

  func send(_ notice: ChannelNotice) -> DeliveryResult {
    let start = ContinuousClock.now
    let report = sender.send(
      NoticeText.message(of: notice, publicURL: publicURL), by: ChannelWay(notice.way))
    return DeliveryResult(report, took: (ContinuousClock.now - start).wholeMilliseconds)
  }

  func settle(_ result: DeliveryResult, of notice: ChannelNotice) throws {
    try store.channels.record(result, of: notice.id, chance: Double.random(in: 0..<1))
  }

  func tidy() throws { try store.channels.tidyNotices() }

  func stop() { sender.stop() }
}

extension ChannelWay {
  fileprivate init(_ way: ChannelNotice.Way) {
    switch way.kind {
    case .webhook: self = .webhook(url: way.address, secrets: way.secrets)
    case .ntfy: self = .ntfy(url: way.address, token: way.secrets.first)
    case .mail: self = .mail(ChannelAddress.recipients(way.address))
    }
  }
}

extension DeliveryResult {
  /// What a server's answer means.
  init(_ report: ChannelReport, took: Milliseconds) {
    switch report.kind {
    case .delivered: self.init(.accepted, status: report.status, took: took)
    case .retry(let after):
      self.init(.retry, after: after, reason: report.reason, status: report.status, took: took)
    case .refused: self.init(.refused, reason: report.reason, status: report.status, took: took)
    case .gone: self.init(.gone, reason: report.reason, status: report.status, took: took)
    }
  }
}

extension Duration {
  /// Rounded down; 0 for what is negative.
  fileprivate var wholeMilliseconds: Milliseconds {
    let (seconds, attoseconds) = components
    let (thousandfold, overflow) = max(0, seconds).multipliedReportingOverflow(by: 1_000)
    return overflow ? .max : thousandfold + max(0, attoseconds) / 1_000_000_000_000_000
  }
}
