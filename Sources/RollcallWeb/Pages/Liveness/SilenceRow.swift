import Rollcall

/// One silence in the table under the timeline: from when to when, how bad, why, and what of the track is lost.
struct SilenceRow: PageRow {
  static let template = "Liveness/SilenceRow"

  /// A fact from which the cause follows.
  struct Evidence: PagePart, Hashable {
    /// When it was so.
    var at: Moment
    /// What was so, without the instant: `low power mode on`.
    var text: String
  }

  /// The row's name in the page, `s` and the instant at which it began.
  var key: String
  /// When it began: the last contact.
  var from: Moment
  /// When it ended: the next contact; nothing while it goes on.
  var to: Moment?
  /// How long it was: `30 min`; empty while it goes on.
  var length: String
  /// How long it has lasted, while it goes on.
  var lasting: Moment?
  /// Degraded or offline; nothing when it fell wholly into our own absence.
  var worst: StatusPill?
  /// `No network`
  var cause: String
  /// Why that cause, oldest first.
  var evidence: [Evidence]
  /// `track complete`, `36 min missing`, or `—`.
  var track: String
  /// When fixes that arrived later filled it.
  var backfilled: Moment?

  /// The row of a silence, read at `clock`.
  init(_ silence: SilenceEntry, clock: PageClock) {
    key = "s\(silence.from.milliseconds)"
    from = clock.minute(silence.from)
    to = silence.to.map { clock.minute($0, after: silence.from) }
    length = silence.to.map { Words.duration($0.since(silence.from)) } ?? ""
    lasting = silence.to == nil ? clock.span(since: silence.from) : nil
    worst = silence.worst.map { StatusPill($0) }
    cause = Words.cause(silence.cause, isOpen: silence.to == nil)
    evidence = silence.evidence.sorted { $0.at < $1.at }.map { fact in
      Evidence(at: clock.time(fact.at), text: fact.text)
    }
    switch silence.track {
    case .unknown: track = Words.none
    case .complete: track = "track complete"
    case .backfilled(let at): (track, backfilled) = ("track complete", clock.minute(at))
    case .missing(let length): track = "\(Words.duration(length)) missing"
    }
  }

  /// `21:06 – 21:36 · 30 min · No network`: what a pointer on the silence in the drawing tells.
  var hint: String {
    "\(from.text) – \(to?.text ?? "now") · \(length.utf8.isEmpty ? "" : "\(length) · ")\(cause)"
  }
}

extension Words {
  /// The cause of a silence for people; words that are not known are shown as they are.
  static func cause(_ word: String, isOpen: Bool = false) -> String {
    if isOpen, word == "unknown" { return "Not known yet" }
    return causes[word] ?? plain(word)
  }

  /// As short as it must be beside a lane: `app killed`.
  static func shortCause(_ word: String) -> String {
    switch word {
    case "session_revoked": "signed out"
    case "permission_revoked": "not allowed"
    case "app_killed": "app killed"
    case "unknown": "not known"
    default: plain(word)
    }
  }

  private static let causes = [
    "not_observed": "Not observed", "session_revoked": "Signed out here",
    "session_expired": "Session expired",
    "permission_revoked": "Location not allowed", "location_off": "Location services off",
    "battery_empty": "Battery empty", "power_saving": "Power saving", "no_network": "No network",
    "app_killed": "App killed in background", "unknown": "Not known",
  ]
}
