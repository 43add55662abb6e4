/// A span without contact longer than the degraded threshold, before its cause is judged.
public struct Quiet: Equatable, Sendable {
  /// The last contact.
  public var from: Timestamp
  /// The next contact; `nil` while there was none.
  public var to: Timestamp?
  /// The thresholds in force.
  public var thresholds: Thresholds

  /// A quiet span from its parts.
  public init(from: Timestamp, to: Timestamp?, thresholds: Thresholds) {
    self.from = from
    self.to = to
    self.thresholds = thresholds
  }

  /// Its extent as known at `now`.
  public func span(at now: Timestamp) -> TimeSpan { TimeSpan(from: from, to: to ?? now) }

  /// How bad it was, by the part outside our own `absences`; `nil` = within D, which counts against no one.
  public func worst(outside absences: [TimeSpan], at now: Timestamp) -> Silence.Worst? {
    let remaining = ObservedSpan(span(at: now), outside: absences).length
    if remaining > thresholds.offline { return .offline }
    return remaining > thresholds.degraded ? .degraded : nil
  }
}

/// A span in which the responder could not be reached, with its level and cause.
///
/// It is never removed afterwards: it happened, whatever the phone delivers later.
public struct Silence: Equatable, Sendable {
  /// How far a silence went.
  public enum Worst: String, CaseIterable, Sendable { case degraded, offline }

  /// The last contact.
  public var from: Timestamp
  /// The next contact; `nil` while there was none.
  public var to: Timestamp?
  /// The thresholds in force.
  public var thresholds: Thresholds
  /// How bad it was outside our own absence; `nil` when it fell into it.
  public var worst: Worst?
  /// Why.
  public var cause: Cause
  /// The evidence for the cause, by time.
  public var evidence: [Evidence]

  /// A silence from its parts, e.g. as the store remembers it.
  public init(
    from: Timestamp, to: Timestamp?, thresholds: Thresholds, worst: Worst?, cause: Cause,
    evidence: [Evidence]
  ) {
    self.from = from
    self.to = to
    self.thresholds = thresholds
    self.worst = worst
    self.cause = cause
    self.evidence = evidence
  }

  /// Judges a quiet span by the facts at `now`.
  public init(judging quiet: Quiet, by facts: SilenceFacts, at now: Timestamp) {
    let (cause, evidence) = CauseRules.judge(quiet, by: facts, at: now)
    self.init(
      from: quiet.from, to: quiet.to, thresholds: quiet.thresholds,
      worst: quiet.worst(outside: facts.absences, at: now), cause: cause, evidence: evidence)
  }

  /// The silence without its judgement.
  public var quiet: Quiet { Quiet(from: from, to: to, thresholds: thresholds) }
}
