import Rollcall
import RollcallStore

/// A message in the log of a channel.
public struct NoticeRow: PagePart {
  /// When it was made.
  public var made: Moment
  /// What it told.
  public var what: String
  /// Whom that was about; may be empty.
  public var subject: String
  /// How it stands.
  public var state: String
  /// The colour of that: `danger`, `warning` or `calm`.
  public var level: String
  /// When it is tried next.
  public var next: Moment?
  /// The attempts, the newest first.
  public var attempts: [NoticeAttemptRow]

  /// The row of a message.
  init(_ entry: NoticeEntry, subject: String, clock: PageClock) {
    made = clock.time(entry.createdAt)
    what = Self.words(entry)
    self.subject = subject
    (state, level) =
      switch entry.state {
      case .waiting: ("Waiting", entry.attempts.isEmpty ? "calm" : "warning")
      case .delivered: ("Delivered", "calm")
      case .failed: ("Given up", "danger")
      case .summed: ("Told in one message with others", "calm")
      case .cancelled: ("Not sent: \(entry.reason)", "warning")
      }
    next = entry.attempts.isEmpty ? nil : entry.nextAt.map { clock.time($0) }
    attempts = entry.attempts.map { NoticeAttemptRow($0, clock: clock) }
  }

  private static func words(_ entry: NoticeEntry) -> String {
    let kind =
      entry.alert.map { AlertWords($0.topic.kind.rawValue).title } ?? "An alert that is not kept any more"
    return switch entry.kind {
    case .opened: kind
    case .closed: "Over: \(kind)"
    case .sum: "\(Words.grouped(Int64(entry.count))) messages in one"
    case .report: "A scheduled report"
    case .test: "Test"
    }
  }

  static let sampleAttempt = NoticeEntry.Attempt(
    at: PageClock.sampleNow.advanced(by: -60_000),
    result: NoticeResult(.retry, reason: "The server failed (503)", status: 503, took: 41))

  /// An example with every kind of content.
  public static let sample = example(
    12, .opened, .waiting, alert: .noOnlineResponders(region: "North"), attempts: [sampleAttempt],
    subject: "North")

  static let summed = example(11, .sum, .cancelled, count: 37, reason: "the channel was switched off")

  static let sent = example(
    10, .test, .delivered,
    attempts: [
      NoticeEntry.Attempt(
        at: PageClock.sampleNow.advanced(by: -90_000), result: NoticeResult(.delivered, status: 200, took: 38)
      )
    ])

  private static func example(
    _ id: Int64, _ kind: ChannelNotice.Kind, _ state: NoticeEntry.State, alert: AlertTopic? = nil,
    count: Int = 0, reason: String = "", attempts: [NoticeEntry.Attempt] = [], subject: String = ""
  ) -> NoticeRow {
    NoticeRow(
      NoticeEntry(
        id: ChannelNotice.ID(id), kind: kind,
        alert: alert.map { Alert(id: 1, topic: $0, openedAt: PageClock.sampleNow, detail: "") }, count: count,
        state: state, reason: reason, createdAt: PageClock.sampleNow.advanced(by: -90_000),
        nextAt: state == .waiting ? PageClock.sampleNow.advanced(by: 30_000) : nil, attempts: attempts),
      subject: subject,
      clock: PageClock.sample)
  }
}

/// An attempt to hand a message over.
public struct NoticeAttemptRow: PagePart {
  /// When it ended.
  public var at: Moment
  /// What became of it: `taken (200) in 38 ms`.
  public var outcome: String

  /// The row of an attempt.
  init(_ attempt: NoticeEntry.Attempt, clock: PageClock) {
    at = clock.time(attempt.at)
    let result = attempt.result
    let words =
      result.kind == .delivered
      ? "Taken" + (result.status.map { " (\($0))" } ?? "") : result.reason
    outcome = "\(words), \(Words.grouped(result.took)) ms"
  }

  /// An example with every kind of content.
  public static let sample = NoticeAttemptRow(NoticeRow.sampleAttempt, clock: PageClock.sample)
}
