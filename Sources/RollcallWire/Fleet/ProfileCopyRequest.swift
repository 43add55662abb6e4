/// A profile to add as a copy of another: `{name, copy_of}`.
public struct ProfileCopyRequest: Equatable, Sendable {
  /// Its name.
  public var name: String
  /// The name of the profile that it is a copy of.
  public var original: String

  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> ProfileCopyRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> ProfileCopyRequest in
      var findings = Findings()
      let members = JSONMembers<ProfileCopyField>(of: root)
      let name = findings.required(members[.name], ProfileCopyField.name.name).flatMap {
        findings.identifier($0, ProfileCopyField.name.name, limit: 40)
      }
      let original = findings.required(members[.original], ProfileCopyField.original.name).flatMap {
        findings.identifier($0, ProfileCopyField.original.name, limit: 40)
      }
      try findings.throwFaults()
      guard let name, let original else { throw .invalid([]) }
      return ProfileCopyRequest(name: name, original: original)
    }
  }
}

private enum ProfileCopyField: Int, JSONField {
  case name, original
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .name: "name"
    case .original: "copy_of"
    }
  }
}
