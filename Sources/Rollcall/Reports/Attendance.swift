/// One person's visits of one day, counted.
public struct Attendance: Equatable, Sendable {
  /// Planned for the day, whatever became of them.
  public var planned = 0
  /// Checked in and out.
  public var done = 0
  /// Over, and nobody came.
  public var missed = 0
  /// The first check-in.
  public var firstCheckIn: Timestamp?
  /// The last check-out.
  public var lastCheckOut: Timestamp?
  /// The check-ins that count, by what they prove.
  public var verdicts: [VisitVerdict.Word: Int] = [:]

  /// No visits.
  public init() {}

  /// The visits of one person, as far as they are at `now`.
  public init(of visits: some Sequence<Visit>, at now: Timestamp) {
    for visit in visits {
      planned += 1
      switch visit.state(at: now) {
      // A check-out alone does not prove that anybody came.
      case .done: done += visit.checkIn == nil ? 0 : 1
      case .missed: missed += 1
      case .planned, .there: break
      }
      if let check = visit.checkIn {
        verdicts[check.verdict.word, default: 0] += 1
        firstCheckIn = min(firstCheckIn ?? check.at, check.at)
      }
      if let check = visit.checkOut { lastCheckOut = max(lastCheckOut ?? check.at, check.at) }
    }
  }
}
