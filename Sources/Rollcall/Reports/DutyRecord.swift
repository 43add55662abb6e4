/// What is told of one person's duty: how they could be reached, how old their fix was, what it cost the battery.
///
/// A record may reach beyond what is asked of it; what is asked of its parts adds up to what is asked of the whole.
public struct DutyRecord: Sendable {
  /// A fix that counts, when it was taken and when it was known.
  public struct Fix: Equatable, Sendable {
    /// When it was taken: of a position from the phone's cache, when it was put there.
    public var at: Timestamp
    /// When it was on disk, not before.
    public var known: Timestamp

    /// A fix from its parts.
    public init(at: Timestamp, known: Timestamp) { (self.at, self.known) = (at, known) }
  }

  /// What the battery was said to hold.
  public struct Battery: Equatable, Sendable {
    /// When.
    public var at: Timestamp
    /// 0…1.
    public var level: Double
    /// Of which queue: readings of two of them are those of two phones.
    public var queue: Int64

    /// A reading from its parts.
    public init(at: Timestamp, level: Double, queue: Int64 = 0) {
      (self.at, self.level, self.queue) = (at, level, queue)
    }
  }

  /// A status and since when it held, ascending. Before the first, and while it is `offDuty`, nothing counts.
  public var statuses: [(at: Timestamp, status: Status)] = []
  /// When Rollcall itself was away, in any order.
  public var absences: [TimeSpan] = []
  /// The fixes that count, in the order in which they were taken.
  public var fixes: [Fix] = []
  /// What the battery was said to hold, in order of time.
  public var battery: [Battery] = []
  /// Until when anything is known: not beyond now.
  public var end: Timestamp

  /// A record of which nothing is known yet.
  public init(end: Timestamp) { self.end = end }

  /// Spans of one status, on duty or off, that lie in `span`.
  func spans(in span: TimeSpan) -> [(span: TimeSpan, status: Status)] {
    statuses.indices.compactMap { place in
      let next = statuses.indices.contains(place + 1) ? statuses[place + 1].at : end
      return TimeSpan(from: statuses[place].at, to: min(next, end)).overlap(span).map {
        ($0, statuses[place].status)
      }
    }
  }

  /// The time on duty that lies in `span`, ascending.
  public func duty(in span: TimeSpan) -> [TimeSpan] {
    spans(in: span).filter { $0.status != .offDuty }.map(\.span)
  }

  /// The shifts that touch `span`, each whole as far as the record goes: from going on duty to going off it.
  func shifts(in span: TimeSpan) -> [TimeSpan] {
    var shifts: [TimeSpan] = []
    for (piece, status) in spans(in: TimeSpan(from: .distantPast, to: end)) where status != .offDuty {
      if let last = shifts.last, last.to == piece.from {
        shifts[shifts.count - 1].to = piece.to
      } else {
        shifts.append(piece)
      }
    }
    return shifts.filter { $0.overlap(span) != nil }
  }
}

/// How somebody could be reached in a span: every millisecond on duty is in one of the five, and in one only.
public struct DutyShares: Equatable, Sendable {
  /// With a fresh fix, milliseconds.
  public var online: Milliseconds = 0
  /// In contact without one, or late, milliseconds.
  public var degraded: Milliseconds = 0
  /// Not in contact, milliseconds.
  public var offline: Milliseconds = 0
  /// Nothing could be said, milliseconds.
  public var unknown: Milliseconds = 0
  /// Rollcall itself was away, milliseconds: whatever the status was then.
  public var notObserved: Milliseconds = 0

  /// On duty, milliseconds: the sum of the five.
  public var onDuty: Milliseconds { online + degraded + offline + unknown + notObserved }

  /// No duty.
  public init() {}

  /// The share of the duty that was observed in which they were online, 0 to 1; `nil` = none was observed.
  public var onlineShare: Double? { share(online, of: onDuty - notObserved) }

  /// A part of the duty, 0 to 1; `nil` = there was none.
  public func share(of part: Milliseconds) -> Double? { share(part, of: onDuty) }

  private func share(_ part: Milliseconds, of all: Milliseconds) -> Double? {
    all > 0 ? Double(part) / Double(all) : nil
  }
}

extension DutyRecord {
  /// How the time on duty in `span` was spent.
  public func shares(in span: TimeSpan) -> DutyShares {
    var shares = DutyShares()
    for (piece, status) in spans(in: span) where status != .offDuty {
      let observed = Observed(piece, outside: absences).length
      shares.notObserved += piece.length - observed
      switch status {
      case .online: shares.online += observed
      case .degraded: shares.degraded += observed
      case .offline: shares.offline += observed
      case .unknown, .offDuty: shares.unknown += observed
      }
    }
    return shares
  }
}
