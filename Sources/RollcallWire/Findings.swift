import Rollcall

/// What a reader of a request found wrong on its way.
struct Findings {
  /// What a value of the wrong JSON type costs: its whole member, or only itself.
  enum WrongType { case refused, unknown }

  /// The rules of an error, as words.
  enum Rule: String {
    case required, type, range, format
    case tooFar = "too_far"
  }

  /// The member of the array that is read now.
  var index = 0
  private(set) var errors: [PingError] = []
  private(set) var unknown: [String: Int] = [:]

  mutating func refuse(_ field: String, _ rule: Rule, _ message: String) {
    errors.append(PingError(index: index, field: field, rule: rule.rawValue, message: message))
  }

  /// Counts a value that is stored as unknown.
  mutating func forget(_ field: String) { unknown[field, default: 0] += 1 }

  mutating func wrongType(_ field: String, _ cost: WrongType, expected: String) {
    switch cost {
    case .refused: refuse(field, .type, "\(field) must be \(expected)")
    case .unknown: forget(field)
    }
  }

  /// The errors as faults of a request that has no array.
  var faults: [RequestFault] {
    errors.map { RequestFault(field: $0.field, rule: $0.rule, message: $0.message) }
  }
}

// Optional values: out of range or unknown is stored as unknown, and counted.
extension Findings {
  mutating func number(
    _ value: JSONValue?, _ field: String, in range: ClosedRange<Double>, else cost: WrongType
  ) -> Double? {
    guard let value else { return nil }
    guard value.kind == .number else {
      wrongType(field, cost, expected: "a number")
      return nil
    }
    guard let number = value.double, range.contains(number) else {
      forget(field)
      return nil
    }
    return number
  }

  mutating func integer(
    _ value: JSONValue?, _ field: String, in range: ClosedRange<Int64>, else cost: WrongType
  ) -> Int64? {
    guard let value else { return nil }
    guard value.kind == .number else {
      wrongType(field, cost, expected: "an integer")
      return nil
    }
    guard case .exact(let number) = value.integer, range.contains(number) else {
      forget(field)
      return nil
    }
    return number
  }

  mutating func word<Word: RawRepresentable<String>>(
    _ value: JSONValue?, _ field: String, else cost: WrongType
  ) -> Word? {
    guard let value else { return nil }
    guard value.kind == .string else {
      wrongType(field, cost, expected: "a string")
      return nil
    }
    guard let word = value.string.flatMap({ Word(rawValue: $0) }) else {
      forget(field)
      return nil
    }
    return word
  }

  mutating func flag(_ value: JSONValue?, _ field: String, else cost: WrongType) -> Bool? {
    guard let value else { return nil }
    guard let flag = value.bool else {
      wrongType(field, cost, expected: "true or false")
      return nil
    }
    return flag
  }
}

// Required values, and those that must be right when they are there.
extension Findings {
  mutating func required(_ value: JSONValue?, _ field: String) -> JSONValue? {
    if value == nil { refuse(field, .required, "\(field) is required") }
    return value
  }

  mutating func coordinate(_ value: JSONValue?, _ field: String, limit: Double) -> Double? {
    guard let value = required(value, field) else { return nil }
    guard value.kind == .number else {
      refuse(field, .type, "\(field) must be a number")
      return nil
    }
    guard let degrees = value.double, abs(degrees) <= limit else {
      refuse(field, .range, "\(field) must be between -\(Int64(limit)) and \(Int64(limit))")
      return nil
    }
    return degrees
  }

  /// A text of 1 to `limit` bytes; an integer stands for its digits when `orInteger`.
  mutating func text(_ value: JSONValue?, _ field: String, limit: Int, orInteger: Bool = false) -> String? {
    guard let value else { return nil }
    if orInteger, case .exact(let number) = value.integer { return String(number) }
    guard let text = value.string else {
      refuse(field, .type, "\(field) must be a string" + (orInteger ? " or an integer" : ""))
      return nil
    }
    guard (1...limit).contains(text.utf8.count) else {
      refuse(field, .range, "\(field) must have 1 to \(limit) bytes")
      return nil
    }
    return text
  }

  /// When something happened, at most ``PhoneTime/limit`` from now.
  mutating func instant(_ value: JSONValue?, _ field: String, near now: Timestamp) -> Timestamp? {
    guard let value else { return nil }
    switch PhoneTime.read(value) {
    case .wrongType:
      refuse(field, .type, "\(field) must be an RFC 3339 time or integer milliseconds")
    case .unreadable:
      refuse(field, .format, "\(field) is not an RFC 3339 time with offset or integer milliseconds")
    case .instant(let instant):
      if PhoneTime.isNear(instant, now) { return instant }
      refuse(field, .tooFar, "\(field) is more than 366 days from the server's time")
    }
    return nil
  }
}
