public import Rollcall

/// Decoded activities of an event's participant: what may be stored, and the errors of the rest.
public struct ActivityRequest: Equatable, Sendable {
  /// The good activities, in the order sent.
  public var activities: [Activity] = []
  /// The errors of the others, in the order of the array; often several for one activity.
  public var errors: [PingError] = []
  /// Optional values of positions that were out of range or unrecognised, counted by field and stored as
  /// unknown.
  public var unknownValues: [String: Int] = [:]

  /// Decodes a bare array, or `{"activities": […]}`, of 1 to 1,000 of `{id, type, data?, timestamp}`.
  ///
  /// - `now`: the server's time, from which no `timestamp` may be further than 366 days.
  /// - Throws: `malformed` when it is not JSON, `invalid` when there are no activities or too many.
  public static func decode(bytes: [UInt8], now: Timestamp) throws(WireError) -> ActivityRequest {
    try JSON.readValue(bytes) { root throws(WireError) -> ActivityRequest in
      var findings = Findings()
      let list = root.kind == .array ? root : JSONMembers<ActivitiesField>(of: root)[.activities]
      let array = try findings.array(list, ActivitiesField.activities.name, limit: Activity.limit)
      return read(array.elements.map(\.value), now, &findings)
    }
  }

  /// Decodes one `{id, type, data?, timestamp}`. Its errors have index 0.
  ///
  /// - Throws: `malformed` when it is not JSON, `invalid` when it is not an object or its id has a control
  ///   character.
  public static func decodeSingle(bytes: [UInt8], now: Timestamp) throws(WireError) -> ActivityRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> ActivityRequest in
      var findings = Findings()
      let id = JSONMembers<ActivityField>(of: root)[.id]
      if id?.string?.hasControlCharacters == true {
        _ = findings.identifier(id, ActivityField.id.name, limit: Activity.wordLimit)
        try findings.throwFaults()
      }
      return read([root], now, &findings)
    }
  }

  private static func read(
    _ values: [JSONValue], _ now: Timestamp, _ findings: inout Findings
  ) -> ActivityRequest {
    var reader = ActivityReader(now: now)
    var request = ActivityRequest()
    for (index, value) in values.enumerated() {
      findings.index = index
      if let activity = reader.read(value, &findings) { request.activities.append(activity) }
    }
    request.errors = findings.errors
    request.unknownValues = findings.unknown
    return request
  }
}

enum ActivitiesField: Int, JSONField {
  case activities
  static let names = JSONFieldNames(allCases)
  var name: String { "activities" }
}

enum ActivityField: Int, JSONField {
  case id, type, data, timestamp
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .id: "id"
    case .type: "type"
    case .data: "data"
    case .timestamp: "timestamp"
    }
  }
}
