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
