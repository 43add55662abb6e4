import Push
import Rollcall
import RollcallStore

/// Everything that tells channels, from its start to its stop.
final class NoticeDelivery: Sendable {
  private let sender: ChannelSender
  private let loop: NoticeLoop

  /// Starts.
  ///
  /// - Parameter bell: rung by the store when there is something to send.
  init(
    _ settings: ChannelSender.Settings, publicURL: String?, store: Store, bell: PushBell,
    report: @escaping @Sendable (String) -> Void
  ) {
    let sender = ChannelSender(settings, clock: { store.clock().milliseconds })
    let loop = NoticeLoop("channels", .init(sender, publicURL: publicURL, store: store, report: report))
    (self.sender, self.loop) = (sender, loop)
    loop.start()
    bell.calls { loop.ring() }
  }

  /// Ends what is under way, within about a second; nothing of it is lost. Blocks.
  func stop() {
    sender.stop()
    loop.stop()
  }
}

extension OutboxLoop.Acts where Job == ChannelNotice, Outcome == NoticeResult {
  fileprivate init(
    _ sender: ChannelSender, publicURL: String?, store: Store, report: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      due: { try store.channels.dueNotices(limit: $0) },
      wait: { try store.channels.nextNoticeDue().map { $0.since(store.clock()) } },
      send: { notice in
        let start = ContinuousClock.now
        let answer = sender.send(
          NoticeText.message(of: notice, publicURL: publicURL), by: ChannelWay(notice.way))
        return NoticeResult(answer, took: (ContinuousClock.now - start).wholeMilliseconds)
      },
      record: { try store.channels.record($0, of: $1, chance: Double.random(in: 0..<1)) },
      tidy: { try store.channels.tidyNotices() }, report: { report("channels are not told: \($0)") })
  }
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

extension NoticeResult {
  /// What a server's answer means.
  init(_ report: ChannelReport, took: Milliseconds) {
    switch report.kind {
    case .delivered: self.init(.delivered, status: report.status, took: took)
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
