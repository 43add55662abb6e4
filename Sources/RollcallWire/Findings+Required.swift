import Rollcall

// Required values, and optional ones that must be valid when present.
extension Findings {
  mutating func required(_ value: JSONValue?, _ field: String) -> JSONValue? {
    if value == nil { refuse(field, .required, "\(field) is required") }
    return value
  }

  /// The id of something that is there.
  mutating func id(_ value: JSONValue?, _ field: String) -> Int64? {
    guard let value = required(value, field) else { return nil }
    guard case .exact(let id) = value.integer else {
      refuse(field, .type, "\(field) must be an id")
      return nil
    }
    return id
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

  /// A text of 1 to `limit` bytes without U+0000.
  mutating func text(_ value: JSONValue?, _ field: String, limit: Int) -> String? {
    guard let text = sizedText(value, field, limit: limit) else { return nil }
    guard !text.utf8.contains(0) else {
      refuse(field, .format, "\(field) must not contain the character U+0000")
      return nil
    }
    return text
  }

  /// An id that the sender chooses: a text of 1 to `limit` bytes without control characters. An integer
  /// stands for its digits when `orInteger`.
  ///
  /// It decides what is a duplicate, so it is refused rather than cut or cleaned.
  mutating func identifier(
    _ value: JSONValue?, _ field: String, limit: Int, orInteger: Bool = false
  ) -> String? {
    if orInteger, case .exact(let number)? = value?.integer { return String(number) }
    let expected = "a string" + (orInteger ? " or an integer" : "")
    guard let id = sizedText(value, field, limit: limit, expected: expected) else { return nil }
    guard !id.hasControlCharacters else {
      refuse(field, .format, "\(field) must not contain control characters")
      return nil
    }
    return id
  }

  private mutating func sizedText(
    _ value: JSONValue?, _ field: String, limit: Int, expected: String = "a string"
  ) -> String? {
    guard let value else { return nil }
    guard let text = value.string else {
      refuse(field, .type, "\(field) must be \(expected)")
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

  /// One of the words of a type.
  mutating func requiredWord<Word: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue?, _ field: String
  ) -> Word? {
    guard let value = required(value, field) else { return nil }
    guard value.kind == .string else {
      refuse(field, .type, "\(field) must be a string")
      return nil
    }
    guard let word = value.string.flatMap({ Word(rawValue: $0) }) else {
      refuse(
        field, .range, "\(field) must be one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
      return nil
    }
    return word
  }

  /// The array of a request, with 1 to `limit` members; when it is missing, throws all errors found so far.
  mutating func array(_ value: JSONValue?, _ field: String, limit: Int) throws(WireError) -> JSONValue {
    let array = required(value, field)
    if let array, array.kind != .array {
      refuse(field, .type, "\(field) must be an array")
    } else if let array, !(1...limit).contains(array.count) {
      refuse(field, .range, "\(field) must have 1 to \(limit) members, not \(array.count)")
    }
    try throwFaults()
    guard let array else { throw .invalid(faults) }
    return array
  }

  /// 1 to `limit` ids, each once; when they are missing, throws all errors found so far.
  mutating func ids(_ value: JSONValue?, _ field: String, limit: Int) throws(WireError) -> [Int64] {
    let list = try array(value, field, limit: limit)
    var (ids, seen) = ([Int64](), Set<Int64>())
    for (_, element) in list.elements {
      guard case .exact(let id) = element.integer else {
        refuse(field, .type, "\(field) must be an array of ids")
        return []
      }
      if seen.insert(id).inserted { ids.append(id) }
    }
    return ids
  }

  /// Refuses the request as a whole if there are any errors.
  func throwFaults() throws(WireError) {
    guard errors.isEmpty else { throw .invalid(faults) }
  }

  /// The errors as faults of the request.
  private var faults: [RequestFault] {
    errors.map { RequestFault(field: $0.field, rule: $0.rule, message: $0.message) }
  }
}
