/// Whether a person may log in and report: `{active}`.
public enum ActiveRequest {
  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> Bool {
    try JSON.readObject(bytes) { root throws(WireError) -> Bool in
      var findings = Findings()
      let value = findings.required(JSONMembers<ActiveField>(of: root)[.active], ActiveField.active.name)
      if let value, value.bool == nil { findings.refuse("active", .type, "active must be true or false") }
      try findings.throwFaults()
      return value?.bool ?? false
    }
  }
}

private enum ActiveField: Int, JSONField {
  case active
  static let names = JSONFieldNames(allCases)
  var name: String { "active" }
}
