/// Which region: `{name}`.
public enum RegionNameRequest {
  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> String {
    try JSON.readObject(bytes) { root throws(WireError) -> String in
      var findings = Findings()
      let value = findings.required(JSONMembers<RegionNameField>(of: root)[.name], RegionNameField.name.name)
      let name = findings.text(value, RegionNameField.name.name, limit: RegionFile.longestName)
      try findings.throwFaults()
      guard let name else { throw .invalid([]) }
      return name
    }
  }
}

private enum RegionNameField: Int, JSONField {
  case name
  static let names = JSONFieldNames(allCases)
  var name: String { "name" }
}
