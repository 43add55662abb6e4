/// A request about one's own data: `{kind}`.
public struct PrivacyRequestBody: Equatable, Sendable {
  /// What can be asked for.
  public enum Kind: String, CaseIterable, Sendable {
    /// A copy of all data about them.
    case export
    /// That it be erased.
    case erase
  }

  /// For what.
  public var kind: Kind

  /// Creates a request.
  public init(kind: Kind) { self.kind = kind }
}

extension PrivacyRequestBody {
  /// Decodes a request.
  public static func decode(bytes: [UInt8]) throws(WireError) -> PrivacyRequestBody {
    try JSON.readObject(bytes) { root throws(WireError) -> PrivacyRequestBody in
      var findings = Findings()
      let kind: Kind? = findings.requiredWord(
        JSONMembers<PrivacyField>(of: root)[.kind], PrivacyField.kind.name)
      try findings.throwFaults()
      guard let kind else { throw .invalid([]) }
      return PrivacyRequestBody(kind: kind)
    }
  }

  /// The body that a phone sends.
  public func encode() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { $0.member(PrivacyField.kind.name, kind.rawValue) }
    return writer.bytes
  }
}

private enum PrivacyField: Int, JSONField {
  case kind
  static let names = JSONFieldNames(allCases)
  var name: String { "kind" }
}
