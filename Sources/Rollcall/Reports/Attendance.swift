/// The visits of one person on one day, counted.
public struct Attendance: Equatable, Sendable {
  /// Planned for the day, whatever their outcome.
  public var planned = 0
  /// Checked in and out.
  public var done = 0
  /// Over without a check-in.
  public var missed = 0
  /// The first check-in.
  public var firstCheckIn: Timestamp?
  /// The last check-out.
  public var lastCheckOut: Timestamp?
  /// The valid check-ins by verdict.
  public var verdicts: [VisitVerdict.Word: Int] = [:]

  /// No visits.
  public init() {}

  /// Counts the visits of one person as they are at `now`.
  public init(of visits: some Sequence<Visit>, at now: Timestamp) {
    for visit in visits {
      planned += 1
      switch visit.state(at: now) {
      // A check-out alone does not prove a visit.
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
