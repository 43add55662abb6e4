/// The counts of a statement about one person, all in milliseconds.
///
/// On duty, every millisecond is in exactly one of three: *not observed*, *in contact*, *silent*. It is also in
/// exactly one of the statuses or not observed: what the control room was shown is another question than
/// whether the phone was heard.
public struct StatementFigures: Equatable, Sendable {
  /// The covered span.
  public let asked: Milliseconds
  /// On duty.
  public let onDuty: Milliseconds
  /// On duty while Rollcall itself was away.
  public let notObserved: Milliseconds
  /// On duty and observed, outside silences: from each contact to the next the limit was kept.
  public let inContact: Milliseconds
  /// On duty and observed, in a silence, or before anything was ever heard.
  public let silent: Milliseconds
  /// The part of the silences beyond the degraded threshold and within the offline threshold.
  public let overdue: Milliseconds
  /// The part beyond the offline threshold.
  public let outOfReach: Milliseconds
  /// What the control room was shown on duty.
  public let shown: DutyShares
  /// The silent stretches on duty, ascending, each in one piece though Rollcall may have been away in it.
  public let stretches: [TimeSpan]

  /// Counts a person's facts.
  public init(of person: PersonStatement) {
    let (covered, watched) = (person.covered, HeldTime(person.watched))
    asked = covered.length
    let quiet = HeldTime(Self.quiet(person))
    let away = HeldTime(person.absences)
    stretches = watched.spans.flatMap { quiet.held(in: $0) }
    onDuty = Self.sum(watched.spans)
    notObserved = Self.sum(watched.spans.flatMap { away.held(in: $0) })
    silent = Self.sum(stretches.flatMap { away.free(in: $0) })
    inContact = onDuty - notObserved - silent
    let reach = person.reach
    overdue = Self.sum(reach.filter { $0.level == .amber }.map(\.span))
    outOfReach = Self.sum(reach.filter { $0.level == .red }.map(\.span))
    shown = person.record.shares(in: covered)
  }

  /// The longest silent stretch; `nil` = there was none.
  public var longest: TimeSpan? { stretches.max { $0.length < $1.length } }

  /// When they were not heard, and the time before they ever were.
  private static func quiet(_ person: PersonStatement) -> [TimeSpan] {
    let covered = person.covered
    let silences = person.silences.compactMap {
      TimeSpan(from: $0.from, to: $0.to ?? covered.to).overlap(covered)
    }
    let unheard = TimeSpan(from: covered.from, to: min(person.heardSince ?? covered.to, covered.to))
    return silences + [unheard]
  }

  private static func sum(_ spans: [TimeSpan]) -> Milliseconds {
    spans.reduce(0) { $0.addingReportingOverflow($1.length).partialValue }
  }
}
