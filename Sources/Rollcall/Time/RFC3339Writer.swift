extension Timestamp {
  /// The first instant that RFC 3339 can write: the beginning of the year 0.
  public static let earliestWritten = Timestamp(milliseconds: -62_167_219_200_000)
  /// The last instant that RFC 3339 can write: the last millisecond of the year 9999.
  public static let latestWritten = Timestamp(milliseconds: 253_402_300_799_999)

  /// The instant as the product writes it everywhere: UTC, milliseconds, `Z`, e.g. `2026-11-21T09:30:00.120Z`.
  ///
  /// Instants outside the years 0…9999 are written as the nearest that RFC 3339 can write.
  public var rfc3339: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    appendRFC3339(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The instant in a zone `offsetSeconds` east of UTC, with the offset: `2026-11-21T10:30:00.120+01:00`.
  ///
  /// RFC 3339 writes offsets in whole minutes below 24 h: seconds of an offset are dropped (the instant stays
  /// the same), larger ones are cut to 23:59.
  public func rfc3339(offsetSeconds: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(29)
    appendRFC3339(to: &bytes, offsetSeconds: offsetSeconds)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``rfc3339``, for writers of many.
  public func appendRFC3339(to bytes: inout [UInt8]) {
    appendLocalTime(shiftedBy: 0, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Appends ``rfc3339(offsetSeconds:)``, for writers of many.
  public func appendRFC3339(to bytes: inout [UInt8], offsetSeconds: Int) {
    let minutes = min(max(offsetSeconds / 60, -1_439), 1_439)
    appendLocalTime(shiftedBy: minutes, to: &bytes)
    bytes.append(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    bytes.append(twoDigits: abs(minutes) / 60)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(twoDigits: abs(minutes) % 60)
  }

  private func appendLocalTime(shiftedBy minutes: Int, to bytes: inout [UInt8]) {
    let local = advanced(by: Milliseconds(minutes) * 60_000)
    let written = Int(min(max(local, .earliestWritten), .latestWritten).milliseconds)
    let dayLength = 86_400_000
    let days = (written >= 0 ? written : written - (dayLength - 1)) / dayLength
    let timeOfDay = written - days * dayLength
    let date = CivilDate(daysSince1970: days)
    // In one piece, because files have millions.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 23) { text in
      text.put(date.year / 100, at: 0)
      text.put(date.year % 100, at: 2)
      text[4] = UInt8(ascii: "-")
      text.put(date.month, at: 5)
      text[7] = UInt8(ascii: "-")
      text.put(date.day, at: 8)
      text[10] = UInt8(ascii: "T")
      text.put(timeOfDay / 3_600_000, at: 11)
      text[13] = UInt8(ascii: ":")
      text.put(timeOfDay / 60_000 % 60, at: 14)
      text[16] = UInt8(ascii: ":")
      text.put(timeOfDay / 1_000 % 60, at: 17)
      text[19] = UInt8(ascii: ".")
      text[20] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: timeOfDay / 100 % 10)
      text.put(timeOfDay % 100, at: 21)
      bytes.append(contentsOf: text)
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes two decimal digits of a number from 0 to 99.
  fileprivate func put(_ number: Int, at place: Int) {
    self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10)
    self[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
  }
}

extension [UInt8] {
  /// Appends two decimal digits of a number from 0 to 99.
  fileprivate mutating func append(twoDigits number: Int) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
