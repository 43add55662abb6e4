import Rollcall

/// One silence, as input of the page.
struct SilenceEntry: Sendable {
  /// The track during a silence.
  enum Track: Hashable, Sendable {
    /// Unknown: it was not observed, or it continues.
    case unknown
    /// No gap remains and none was filled late.
    case complete
    /// No gap remains, since fixes arrived afterwards.
    case backfilled(at: Timestamp)
    /// This much of it will never be known, milliseconds.
    case missing(Milliseconds)
  }

  var silence: Silence
  var track = Track.unknown

  /// - Parameters:
  ///   - gaps: the track gaps around it; others are ignored.
  ///   - isTracked: whether all of its positions are kept; otherwise its track is unknown.
  init(_ silence: Silence, gaps: [TrackGap] = [], isTracked: Bool = true) {
    self.silence = silence
    guard isTracked, let to = silence.to, silence.worst != nil else { return }
    let span = TimeSpan(from: silence.from, to: to)
    let within = gaps.compactMap { gap in
      span.overlap(TimeSpan(from: gap.from, to: gap.to)).map { (length: $0.length, at: gap.backfilledAt) }
    }
    let missing = within.filter { $0.at == nil }.reduce(Int64(0)) {
      $0.addingReportingOverflow($1.length).partialValue
    }
    track =
      missing > 0 ? .missing(missing) : within.compactMap(\.at).max().map { .backfilled(at: $0) } ?? .complete
  }
}

/// One silence in the table under the timeline: its span, level and cause, and the lost part of the track.
struct SilenceRow: PageRow {
  static let template = "Liveness/SilenceRow"

  /// Evidence for the cause, without its instant: `low power mode on`.
  struct Evidence: PagePart, Hashable {
    var at: Moment
    var text: String
  }

  var key: String
  /// The last contact before it, and the next one; empty while it continues.
  var from: Moment
  var to: Moment?
  /// Its length: `30 min`; empty while it continues.
  var length: String
  /// How long it has lasted, while it continues.
  var lasting: Moment?
  /// Degraded or offline; absent when all of it is in our own absence.
  var worst: StatusPill?
  var cause: String
  /// Why that cause, oldest first.
  var evidence: [Evidence]
  /// `track complete`, `36 min missing`, or `—`.
  var track: String
  /// When fixes that arrived later filled it.
  var backfilled: Moment?

  init(_ entry: SilenceEntry, clock: PageClock) {
    let silence = entry.silence
    key = "s\(silence.from.milliseconds)"
    from = clock.minute(silence.from)
    to = silence.to.map { clock.minute($0, after: silence.from) }
    length = silence.to.map { Words.duration($0.since(silence.from)) } ?? ""
    lasting = silence.to == nil ? clock.span(since: silence.from) : nil
    worst = silence.worst.map { StatusPill($0 == .offline ? .offline : .degraded) }
    cause = Words.cause(silence.cause.rawValue, isOpen: silence.to == nil)
    evidence = silence.evidence.sorted { $0.at < $1.at }.map {
      Evidence(at: clock.time($0.at), text: $0.text)
    }
    switch entry.track {
    case .unknown: track = Words.none
    case .complete: track = Words.Silences.trackComplete
    case .backfilled(let at): (track, backfilled) = (Words.Silences.trackComplete, clock.minute(at))
    case .missing(let length): track = Words.Silences.missing(length)
    }
  }

  /// `21:06 – 21:36 · 30 min · No network`: the tooltip of the silence in the drawing.
  var hint: String {
    "\(from.text) – \(to?.text ?? "now") · \(length.utf8.isEmpty ? "" : "\(length) · ")\(cause)"
  }
}

/// One status change of the log.
struct TransitionRow: PageRow {
  static let template = "Liveness/TransitionRow"

  var key: String
  var at: Moment
  /// The status before; absent for a person's first.
  var from: StatusPill?
  var to: StatusPill
  /// The rule in words.
  var rule: String

  init(_ transition: Transition, clock: PageClock) {
    key = "t\(transition.at.milliseconds)-\(transition.to.rawValue)"
    at = clock.time(transition.at)
    (from, to) = (transition.from.map { StatusPill($0) }, StatusPill(transition.to))
    rule = Words.rule(transition.rule)
  }
}
