/// A report that is made regularly, about the previous day, week or month.
public struct ReportSchedule: Equatable, Sendable {
  /// A schedule's id.
  public typealias ID = Identifier<ReportSchedule>

  /// How often it is made.
  public enum Rhythm: String, CaseIterable, Sendable {
    /// Of each local day.
    case day
    /// Of each week, beginning on Monday.
    case week
    /// Of each month.
    case month

    /// The latest period that ended with `day` or before: from its first day to the day after its last.
    ///
    /// - Parameter day: days since 1970.
    public func last(endedBy day: Int) -> ReportPeriod {
      switch self {
      case .day: return ReportPeriod(from: day - 1, to: day)
      case .week:
        // 1970-01-01 was a Thursday: three days after a Monday.
        let monday = day - ((day + 3) % 7 + 7) % 7
        return ReportPeriod(from: monday - 7, to: monday)
      case .month:
        let end = day - CivilDate(daysSince1970: day).day + 1
        return ReportPeriod(from: end - CivilDate(daysSince1970: end - 1).day, to: end)
      }
    }
  }

  /// Its id.
  public let id: ID
  /// Which report.
  public let kind: String
  /// The filter, as in the query of the report's page; may be empty.
  public let filter: String
  /// How often.
  public let rhythm: Rhythm
  /// The hour in the workspace's time zone, 0…23.
  public let hour: Int
  /// Whether it is made.
  public let isOn: Bool
  /// The end of the last period that was made, or that was due when the schedule was created: days since
  /// 1970.
  public let doneTo: Int
  /// What went wrong in the latest attempt; empty on success.
  public let problem: String
  /// When a failed attempt is repeated; `nil` = it did not fail.
  public let retryAt: Timestamp?
  /// The last file, below the workspace's folder; empty = none yet.
  public let file: String
  /// When it was made.
  public let madeAt: Timestamp?

  /// Creates a schedule.
  public init(
    id: ID, kind: String, filter: String, rhythm: Rhythm, hour: Int, isOn: Bool = true, doneTo: Int,
    problem: String = "", retryAt: Timestamp? = nil, file: String = "", madeAt: Timestamp? = nil
  ) {
    (self.id, self.kind, self.filter, self.rhythm, self.hour) = (id, kind, filter, rhythm, hour)
    (self.isOn, self.doneTo, self.problem, self.retryAt) = (isOn, doneTo, problem, retryAt)
    (self.file, self.madeAt) = (file, madeAt)
  }

  /// The period to make now; `nil` = none. Of several missed ones it is the last.
  ///
  /// - Parameters:
  ///   - today: the workspace's day, days since 1970.
  ///   - hour: the present hour in its time zone.
  public func due(today: Int, hour now: Int, at instant: Timestamp) -> ReportPeriod? {
    guard isOn, retryAt.map({ $0 <= instant }) ?? true else { return nil }
    // On the day itself, the report waits for its hour; until then the previous period is the last one.
    let period = rhythm.last(endedBy: now < hour ? today - 1 : today)
    return period.to > doneTo ? period : nil
  }

  /// The file name for a period. A schedule with a filter has its number in the name.
  public func fileName(_ period: ReportPeriod) -> String {
    let own = filter.utf8.isEmpty ? "" : "-\(id.rawValue)"
    return "\(kind)-\(period.firstDay)-\(period.endDay)\(own).csv"
  }
}

/// Whole local days.
public struct ReportPeriod: Equatable, Sendable {
  /// The first one, days since 1970.
  public let from: Int
  /// The day after the last, days since 1970.
  public let to: Int

  /// Days from one to before another.
  public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

  /// `2026-11-16`.
  public var firstDay: String { Self.text(from) }
  /// `2026-11-23`: not included.
  public var endDay: String { Self.text(to) }

  private static func text(_ day: Int) -> String {
    let date = CivilDate(daysSince1970: day)
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
  }
}
