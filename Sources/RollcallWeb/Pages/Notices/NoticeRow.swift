import Rollcall
import RollcallStore

/// A message in the log of a channel.
struct NoticeRow: PagePart {
  var made: Moment
  /// The message and its subject; may be empty.
  var what, subject: String
  /// The state, and its colour: `danger`, `warning` or `calm`.
  var state, level: String
  var next: Moment?
  /// The attempts, the newest first.
  var attempts: [NoticeAttemptRow]
}

extension NoticeRow {
  init(_ entry: NoticeEntry, subject: String, clock: PageClock) {
    let (state, level) =
      switch entry.state {
      case .waiting: ("Waiting", entry.attempts.isEmpty ? "calm" : "warning")
      case .accepted: ("Delivered", "calm")
      case .failed: (Words.Channels.givenUp, "danger")
      case .cancelled where entry.isSummed: (Words.Channels.toldOneMessageOthers, "calm")
      case .cancelled: (Words.Channels.notSent(entry.reason), "warning")
      }
    self.init(
      made: clock.time(entry.createdAt), what: Self.words(entry), subject: subject, state: state,
      level: level, next: entry.attempts.isEmpty ? nil : entry.nextAt.map { clock.time($0) },
      attempts: entry.attempts.map { NoticeAttemptRow($0, clock: clock) })
  }

  private static func words(_ entry: NoticeEntry) -> String {
    let kind = entry.alert.map { AlertWords($0.topic.kind.rawValue).title } ?? Words.Channels.purgedAlert
    return switch entry.kind {
    case .opened: kind
    case .closed: "Over: \(kind)"
    case .escalated: Words.Escalations.reminder(kind)
    case .sum: Words.Channels.messagesOne(Words.grouped(entry.count))
    case .report: Words.Channels.scheduledReport
    case .incident: Words.Channels.incidentStep
    case .test: "Test"
    }
  }
}

/// An attempt to hand a message over.
struct NoticeAttemptRow: PagePart {
  var at: Moment
  /// The result: `taken (200) in 38 ms`.
  var outcome: String

  init(_ attempt: NoticeEntry.Attempt, clock: PageClock) {
    at = clock.time(attempt.at)
    let result = attempt.result
    let words = result.kind == .accepted ? "Taken" + (result.status.map { " (\($0))" } ?? "") : result.reason
    outcome = "\(words), \(Words.grouped(result.took)) ms"
  }
}
