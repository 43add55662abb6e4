extension DutyRecord {
  /// What duty cost the battery in a span.
  public struct BatteryUse: Equatable, Sendable {
    /// How much it fell altogether, in parts of a full one; what was charged in between is not set off.
    public var used = 0.0
    /// In how many shifts it was told at least twice.
    public var shifts = 0

    /// For one shift; `nil` = it was not told.
    public var perShift: Double? { shifts > 0 ? used / Double(shifts) : nil }
  }

  /// What the battery lost on duty. A fall counts at the later of its two readings, so a shift over midnight loses
  /// nothing between two days; falls from one shift to the next count for none, and neither does the difference between
  /// two phones.
  public func batteryUse(in span: TimeSpan) -> BatteryUse {
    var use = BatteryUse()
    for shift in shifts(in: span) {
      var before: [Int64: Double] = [:]
      var wasTold = false
      // An end is no instant of the shift, but a reading may come with the request that ends it.
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
