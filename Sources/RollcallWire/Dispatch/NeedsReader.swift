public import Rollcall

extension Findings {
  /// The lines of `needs`, an array of `{count, skills}`; empty when there are none. The domain checks their limits.
  mutating func needs(_ value: JSONValue?) -> [Needs.Line] {
    guard let value else { return [] }
    let name = "needs"
    guard value.kind == .array else {
      refuse(name, .type, "\(name) must be an array")
      return []
    }
    var lines: [Needs.Line] = []
    for (index, item) in value.elements.enumerated() {
      lines.append(line(item.value, under: "\(name).\(index)"))
    }
    if lines.isEmpty { refuse(name, .range, NeedsProblem.lines.words) }
    return lines
  }

  private mutating func line(_ value: JSONValue, under name: String) -> Needs.Line {
    guard value.kind == .object else {
      refuse(name, .type, "\(name) must be an object")
      return Needs.Line()
    }
    let members = JSONMembers<NeedField>(of: value)
    var (count, skills) = (1, [String]())
    if let given = members[.count] {
      if case .exact(let number) = given.integer, let small = Int(exactly: number) {
        count = small
      } else {
        refuse("\(name).count", .type, "\(name).count must be an integer")
      }
    }
    if let given = members[.skills] {
      guard given.kind == .array else {
        refuse("\(name).skills", .type, "\(name).skills must be an array")
        return Needs.Line(count: count)
      }
      skills = given.elements.compactMap(\.value.string)
      if skills.count < given.count {
        refuse("\(name).skills", .type, "\(name).skills must be an array of strings")
      }
    }
    return Needs.Line(count: count, skills: skills)
  }
}

/// The needs of an open incident: `{needs}`.
public enum NeedsRequest {
  /// Decodes and checks a body.
  ///
  /// Throws `malformed` when it is not JSON, `invalid` with every invalid field.
  public static func decode(bytes: [UInt8]) throws(WireError) -> Needs {
    try JSON.readObject(bytes) { root throws(WireError) -> Needs in
      var findings = Findings()
      let value = findings.required(JSONMembers<NeedsField>(of: root)[.needs], NeedsField.needs.name)
      let lines = findings.needs(value)
      try findings.throwFaults()
      do throws(NeedsProblem) { return try Needs(lines) } catch {
        throw .invalid([RequestFault(field: NeedsField.needs.name, rule: "range", message: error.words)])
      }
    }
  }
}

private enum NeedsField: Int, JSONField {
  case needs
  static let names = JSONFieldNames(allCases)
  var name: String { "needs" }
}

private enum NeedField: Int, JSONField {
  case count, skills
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .count: "count"
    case .skills: "skills"
    }
  }
}

extension JSONWriter {
  /// The member `needs`: lines of `{count, skills}`.
  public mutating func needs(_ needs: Needs) {
    array("needs") { list in
      for line in needs.lines {
        list.object { item in
          item.member("count", Int64(line.count))
          item.array("skills") { words in for skill in line.skills { words.value(skill) } }
        }
      }
    }
  }
}
