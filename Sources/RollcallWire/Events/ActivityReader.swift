import Rollcall

/// Reads activities in turn, with one buffer for the positions among them.
struct ActivityReader {
  private let now: Timestamp
  private var pings: PingReader

  init(now: Timestamp) {
    self.now = now
    pings = PingReader(now: now, mockRequired: false)
  }

  /// The activity, or `nil` with every reason among the errors.
  mutating func read(_ object: JSONValue, _ findings: inout Findings) -> Activity? {
    guard object.kind == .object else {
      findings.refuse("", .type, "An activity must be an object")
      return nil
    }
    let members = JSONMembers<ActivityField>(of: object)
    let before = findings.errors.count
    let id = findings.required(members[.id], ActivityField.id.name).flatMap {
      findings.identifier($0, ActivityField.id.name, limit: Activity.wordLimit, orInteger: true)
    }
    let at = findings.required(members[.timestamp], ActivityField.timestamp.name).flatMap {
      findings.instant($0, ActivityField.timestamp.name, near: now)
    }
    let type = findings.required(members[.type], ActivityField.type.name).flatMap {
      findings.identifier($0, ActivityField.type.name, limit: Activity.wordLimit)
    }
    // The rest is read for its errors, so that the phone learns all of them at once.
    let kind = type.flatMap { sort(of: $0, members[.data], &findings) }
    guard findings.errors.count == before, let id, let at, let kind else { return nil }
    guard case .location(var ping) = kind else { return Activity(id: id, kind: kind, at: at) }
    ping.recordedAt = at
    return Activity(id: id, kind: .location(ping), at: at)
  }

  private mutating func sort(
    of type: String, _ data: JSONValue?, _ findings: inout Findings
  ) -> Activity.Kind? {
    switch type {
    case "start": return .start
    case "stop": return .stop
    case "location":
      guard let data = findings.required(data, ActivityField.data.name) else { return nil }
      return findings.within(ActivityField.data.name) { pings.read(data, &$0) }.map { .location($0) }
    default:
      guard let data else { return .other(type: type, data: nil) }
      let text = data.json
      guard text.count <= Activity.dataLimit else {
        findings.refuse(
          ActivityField.data.name, .range, "data must have at most \(Activity.dataLimit) bytes")
        return nil
      }
      return .other(type: type, data: Array(text))
    }
  }
}

extension JSONValue {
  /// The value as it was written.
  fileprivate var json: UnsafeBufferPointer<UInt8> {
    let entry = document.tape[index]
    // The quotes of a string are not part of its contents.
    let quote = kind == .string ? 1 : 0
    return UnsafeBufferPointer(rebasing: document.text[Int(entry.start) - quote..<Int(entry.end) + quote])
  }
}
