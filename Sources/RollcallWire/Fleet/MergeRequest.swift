/// A request to merge a second record of a person into the one that is kept: `{duplicate_id}`.
public enum MergeRequest {
  /// Decodes a body: the id of the duplicate.
  public static func decode(bytes: [UInt8]) throws(WireError) -> Int64 {
    try JSON.readObject(bytes) { root throws(WireError) -> Int64 in
      var findings = Findings()
      let id = findings.id(JSONMembers<MergeField>(of: root)[.duplicate], MergeField.duplicate.name)
      try findings.throwFaults()
      return id ?? 0
    }
  }
}

private enum MergeField: Int, JSONField {
  case duplicate
  static let names = JSONFieldNames(allCases)
  var name: String { "duplicate_id" }
}
