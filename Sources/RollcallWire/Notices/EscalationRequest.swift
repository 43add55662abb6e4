public import Rollcall

/// Which channels are told while no member acknowledges an alert: `{steps: [{channel_id, after_s}], only_critical?}`.
public enum EscalationRequest {
  /// Decodes and checks a body. The store checks whether the channels exist.
  ///
  /// Throws `malformed` when it is not JSON, `invalid` with every invalid field.
  public static func decode(bytes: [UInt8]) throws(WireError) -> Escalation {
    try JSON.readObject(bytes) { root throws(WireError) -> Escalation in
      var findings = Findings()
      let members = JSONMembers<EscalationField>(of: root)
      var escalation = Escalation()
      if let flag = members[.onlyCritical] {
        if let value = flag.bool {
          escalation.isOnlyCritical = value
        } else {
          findings.refuse("only_critical", .type, "only_critical must be true or false")
        }
      }
      if let steps = findings.required(members[.steps], "steps") {
        escalation.steps = findings.steps(steps)
      }
      try findings.throwFaults()
      return escalation
    }
  }
}

extension Findings {
  fileprivate mutating func steps(_ value: JSONValue) -> [Escalation.Step] {
    guard value.kind == .array else {
      refuse("steps", .type, "steps must be an array")
      return []
    }
    if value.count > Escalation.stepLimit {
      refuse("steps", .range, "There are at most \(Escalation.stepLimit) steps")
    }
    var steps: [Escalation.Step] = []
    for (index, item) in value.elements.prefix(Escalation.stepLimit).enumerated() {
      if let step = step(item.value, under: "steps.\(index)") { steps.append(step) }
    }
    return steps
  }

  private mutating func step(_ value: JSONValue, under name: String) -> Escalation.Step? {
    guard value.kind == .object else {
      refuse(name, .type, "\(name) must be an object")
      return nil
    }
    let members = JSONMembers<EscalationStepField>(of: value)
    guard case .exact(let channel)? = members[.channel]?.integer else {
      refuse("\(name).channel_id", .type, "\(name).channel_id must be an id")
      return nil
    }
    let least = Escalation.waits.lowerBound / 1_000
    let most = Escalation.waits.upperBound / 1_000
    guard case .exact(let seconds)? = members[.after]?.integer, (least...most).contains(seconds) else {
      refuse("\(name).after_s", .range, "\(name).after_s must be \(least) to \(most)")
      return nil
    }
    return Escalation.Step(Channel.ID(channel), after: seconds * 1_000)
  }
}

private enum EscalationField: Int, JSONField {
  case steps, onlyCritical
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .steps: "steps"
    case .onlyCritical: "only_critical"
    }
  }
}

private enum EscalationStepField: Int, JSONField {
  case channel, after
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .channel: "channel_id"
    case .after: "after_s"
    }
  }
}
