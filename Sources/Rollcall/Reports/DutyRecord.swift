/// The record of one responder's duty: how reachable they were, how old their fix was, what it cost the
/// battery.
///
/// A record may reach beyond the span that is asked for. The results of parts add up to the result of the
/// whole.
public struct DutyRecord: Sendable {
  /// A fix with the time it was taken and the time it became known.
  public struct Fix: Equatable, Sendable {
    /// When it was taken; for a cached position, when it was cached.
    public var at: Timestamp
    /// When it was on disk.
    public var known: Timestamp

    /// Creates a fix.
    public init(at: Timestamp, known: Timestamp) { (self.at, self.known) = (at, known) }
  }

  /// A reading of the battery.
  public struct Battery: Equatable, Sendable {
    /// When it was read.
    public var at: Timestamp
    /// 0…1.
    public var level: Double
    /// Its queue: readings of two queues belong to two phones.
    public var queue: Int64

    /// Creates a reading.
    public init(at: Timestamp, level: Double, queue: Int64 = 0) {
      (self.at, self.level, self.queue) = (at, level, queue)
    }
  }

  /// Each status with its beginning, ascending. Before the first, and while it is `offDuty`, nothing counts.
  public var statuses: [(at: Timestamp, status: Status)] = []
  /// When Rollcall itself was down, in any order.
  public var absences: [TimeSpan] = []
  /// The valid fixes, in the order in which they were taken.
  public var fixes: [Fix] = []
  /// The battery readings, in order of time.
  public var battery: [Battery] = []
  /// The end of the record; not beyond now.
  public var end: Timestamp

  /// An empty record.
  public init(end: Timestamp) { self.end = end }

  /// The spans of one status within `span`, on duty or off.
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

  /// The shifts that overlap `span`, each in full as far as the record goes: from going on duty to going off.
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

/// How reachable a responder was in a span. Every millisecond on duty is in exactly one of the five.
public struct DutyShares: Equatable, Sendable {
  /// With a fresh fix, milliseconds.
  public var online: Milliseconds = 0
  /// In contact without a fix, or with a late one, milliseconds.
  public var degraded: Milliseconds = 0
  /// Not in contact, milliseconds.
  public var offline: Milliseconds = 0
  /// Nothing could be said, milliseconds.
  public var unknown: Milliseconds = 0
  /// Rollcall itself was down, milliseconds, whatever the status was then.
  public var notObserved: Milliseconds = 0

  /// On duty, milliseconds: the sum of the five.
  public var onDuty: Milliseconds { online + degraded + offline + unknown + notObserved }

  /// No duty.
  public init() {}

  /// The online share of the observed duty, 0 to 1; `nil` = none was observed.
  public var onlineShare: Double? { share(online, of: onDuty - notObserved) }

  /// A part of the duty, 0 to 1; `nil` = there was no duty.
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
      let observed = ObservedSpan(piece, outside: absences).length
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

extension DutyRecord {
  /// What duty cost the battery in a span.
  public struct BatteryUse: Equatable, Sendable {
    /// The sum of all falls, in parts of a full battery; charging in between is not subtracted.
    public var used = 0.0
    /// How many shifts had at least two readings.
    public var shifts = 0

    /// The average of one shift; `nil` = there were no readings.
    public var perShift: Double? { shifts > 0 ? used / Double(shifts) : nil }
  }

  /// What the battery lost on duty. A fall counts at the later of its two readings, so a shift over midnight
  /// loses nothing between two days. Falls between two shifts do not count, nor does the difference between
  /// two phones.
  public func batteryUse(in span: TimeSpan) -> BatteryUse {
    var use = BatteryUse()
    for shift in shifts(in: span) {
      var before: [Int64: Double] = [:]
      var wasTold = false
      // The end is not part of the shift, but the request that ends it may carry a reading.
      for reading in battery where reading.at >= shift.from && reading.at <= shift.to {
        if let before = before[reading.queue], reading.at >= span.from, reading.at < span.to {
          use.used += max(0, before - reading.level)
          wasTold = true
        }
        before[reading.queue] = reading.level
      }
      if wasTold { use.shifts += 1 }
    }
    return use
  }
}
