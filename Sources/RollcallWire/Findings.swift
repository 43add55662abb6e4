import Rollcall

/// The errors found while reading a request.
struct Findings {
  /// What a value of the wrong JSON type invalidates: its whole member, or only itself.
  enum WrongType { case refused, unknown }

  /// The rules of an error, as words.
  enum Rule: String {
    case required, type, range, format
    case tooFar = "too_far"
  }

  /// The present member of the array.
  var index = 0
  private(set) var errors: [PingError] = []
  private(set) var unknown: [String: Int] = [:]

  mutating func refuse(_ field: String, _ rule: Rule, _ message: String) {
    errors.append(PingError(index: index, field: field, rule: rule.rawValue, message: message))
  }

  /// Counts a value that is stored as unknown.
  mutating func forget(_ field: String) { unknown[field, default: 0] += 1 }

  /// Runs `body` for the member `name` of the present one: its errors are named `name.field`.
  mutating func within<Value>(_ name: String, _ body: (inout Findings) -> Value) -> Value {
    var inner = Findings()
    inner.index = index
    let value = body(&inner)
    errors += inner.errors.map { error in
      var error = error
      error.field = error.field.isEmpty ? name : "\(name).\(error.field)"
      return error
    }
    unknown.merge(inner.unknown, uniquingKeysWith: +)
    return value
  }

  mutating func wrongType(_ field: String, _ cost: WrongType, expected: String) {
    switch cost {
    case .refused: refuse(field, .type, "\(field) must be \(expected)")
    case .unknown: forget(field)
    }
  }
}

// Optional values: one that is out of range or unrecognised is counted, and stored as unknown.
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
