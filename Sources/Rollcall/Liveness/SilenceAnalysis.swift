/// One silence and the facts about it, put in order for the rules.
struct SilenceAnalysis {
  /// Which facts are looked at.
  enum Stage {
    /// Conditions when the silence began.
    case onset
    /// Conditions that began during the rest of it, and the phone's report on return.
    case later
  }

  let span: TimeSpan
  let isOpen: Bool
  let thresholds: Thresholds
  let facts: SilenceFacts
  /// By effective time.
  let events: [SilenceFacts.Event]
  /// By effective time, from ``SilenceFacts/lookBack`` before the silence to its end.
  let batteries: [SilenceFacts.Battery]
  /// Uploads up to the silence, oldest first.
  let before: [SilenceFacts.Report]
  /// The first upload after it, if it reports about the return.
  let onReturn: SilenceFacts.Report?
  /// Until when something belongs to the silence's beginning: when it counted as offline, or its end.
  let onset: Timestamp
  /// The longest stretch of the silence without any sign of life.
  let pause: TimeSpan
  private let outside: ObservedSpan

  init(_ quiet: Quiet, facts: SilenceFacts, now: Timestamp) {
    let span = quiet.span(at: now)
    self.span = span
    self.facts = facts
    isOpen = quiet.to == nil
    thresholds = quiet.thresholds
    outside = ObservedSpan(span, outside: facts.absences)
    onset = outside.instant(after: quiet.thresholds.offline) ?? span.to
    let window = TimeSpan(
      from: span.from.advanced(by: -SilenceFacts.lookBack), to: span.to.advanced(by: SilenceFacts.lookAhead))
    events = facts.events.filter { $0.at >= window.from && $0.at <= window.to }.sorted { $0.at < $1.at }
    batteries = facts.batteries.filter {
      (0...1).contains($0.level) && $0.at >= window.from && $0.at <= span.to
    }.sorted { $0.at < $1.at }
    let reports = facts.reports.sorted { $0.receivedAt < $1.receivedAt }
    before = reports.filter { $0.receivedAt <= span.from }
    onReturn =
      quiet.to.flatMap { end in
        reports.first { $0.receivedAt >= end && $0.receivedAt > span.from && $0.receivedAt <= window.to }
      }
    pause = Self.longestPause(of: span, facts.fixes, events)
  }

  /// Whether the part outside our own absence is at most D.
  var isOurs: Bool { outside.length < span.length && outside.length <= thresholds.degraded }

  /// Our own absences, as sentences.
  var ownAbsences: [Evidence] {
    facts.absences.compactMap { $0.overlap(span) }.filter { $0.length >= 1_000 }.map {
      Evidence(at: $0.from, text: "Rollcall itself was away for \(EvidenceWords.duration($0.length))")
    }
  }

  /// Whether the phone itself stopped: the longest pause without a sign of life is longer than D and at least
  /// half of the silence. (A phone that only lacks network goes on taking fixes.)
  var phoneStopped: Bool {
    pause.length > thresholds.degraded && pause.length >= span.length - pause.length
  }

  /// Whether the value was reported when the phone came back.
  func isReturn(_ instant: Timestamp) -> Bool { !isOpen && instant >= span.to }

  /// D earlier: values reported since then belong to `instant`.
  func shortlyBefore(_ instant: Timestamp) -> Timestamp { instant.advanced(by: -max(thresholds.degraded, 0)) }

  /// Until when an event belongs to the silence or the return: clocks may differ by a minute.
  var lastEvent: Timestamp { span.to.advanced(by: 60_000) }

  /// The end of the stage: a value in force must have begun by then.
  func limit(of stage: Stage) -> Timestamp { stage == .onset ? onset : span.to }

  /// The reported values of one setting, by time: device events at their time, uploads at their arrival. The
  /// last upload is the one on return.
  func told<Value>(
    event: (DeviceEvent.Kind) -> Value?, report: (Telemetry) -> Value?
  ) -> [(value: Value, at: Timestamp)] {
    let fromEvents = events.filter { $0.at <= lastEvent }
      .compactMap { told in event(told.kind).map { ($0, told.at) } }
    let fromReports = (before + [onReturn].compactMap { $0 }).compactMap { told in
      report(told.telemetry).map { ($0, told.receivedAt) }
    }
    // An upload is written after the events that it brings, so its value counts at the same instant.
    let all: [(value: Value, at: Timestamp)] = fromEvents + fromReports
    return all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// Fixes and events divide a silence into pauses. Starting the phone or opening the app ends a pause
  /// without dividing it: that is the return. An app's end is not a sign of life.
  private static func longestPause(
    of span: TimeSpan, _ fixes: FixesInside, _ events: [SilenceFacts.Event]
  ) -> TimeSpan {
    let whole = fixes.longestPause(in: span)
    var longest = TimeSpan(from: whole.from, to: whole.from)
    var reached = whole.from
    for event in events where event.at > whole.from && event.at < whole.to {
      if case .lifecycle(let step) = event.kind, step != .background { continue }
      let piece = TimeSpan(from: reached, to: event.at)
      if piece.length > longest.length { longest = piece }
      reached = event.at
    }
    let rest = TimeSpan(from: reached, to: whole.to)
    return rest.length > longest.length ? rest : longest
  }
}
