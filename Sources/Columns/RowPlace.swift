/// Where a row stands among those of its person: by time, and by number where the times are equal.
public struct RowPlace: Comparable, Hashable, Sendable {
  /// Milliseconds since 1970, UTC.
  public var time: Int64
  /// Of a position its id, of an upload its number.
  public var number: Int64

  /// A place from its parts.
  public init(time: Int64, number: Int64) { (self.time, self.number) = (time, number) }

  /// The order of rows.
  public static func < (left: RowPlace, right: RowPlace) -> Bool {
    (left.time, left.number) < (right.time, right.number)
  }

  /// Days since 1970-01-01, UTC.
  public var day: Int64 { Self.day(of: time) }

  /// The day of an instant.
  public static func day(of time: Int64) -> Int64 {
    let (days, rest) = time.quotientAndRemainder(dividingBy: 86_400_000)
    return rest < 0 ? days - 1 : days
  }
}

extension Rows {
  /// The place of a row. Its columns must have been decoded.
  ///
  /// - Parameter row: 0 ..< `count`.
  public func place(_ row: Int) -> RowPlace {
    RowPlace(time: integer(Name.place.time, row) ?? 0, number: integer(Name.place.number, row) ?? 0)
  }

  /// The places of the first and the last of rows in order; `nil` = there are none.
  public var ends: ClosedRange<RowPlace>? {
    guard count > 0 else { return nil }
    let (first, last) = (place(0), place(count - 1))
    return first <= last ? first...last : nil
  }

  /// The rows in order. Those of equal place keep theirs.
  public func ordered() -> Rows {
    let places = (0..<count).map(place)
    if zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 }) { return self }
    return picked((0..<count).sorted { (places[$0], $0) < (places[$1], $1) })
  }

  /// Rows in order, a part for each day that has some.
  public func byDay() -> [(day: Int64, rows: Rows)] {
    var (parts, start): ([(day: Int64, rows: Rows)], Int) = ([], 0)
    while start < count {
      let day = place(start).day
      var end = start + 1
      while end < count, place(end).day == day { end += 1 }
      parts.append((day, start == 0 && end == count ? self : picked(start..<end)))
      start = end
    }
    return parts
  }
}
