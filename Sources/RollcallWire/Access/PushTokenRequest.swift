/// Where a phone can be woken: `{provider, token}`.
public struct PushTokenRequest: Equatable, Sendable {
  /// The service that delivers, e.g. `fcm`. 1 to 32 bytes.
  public var provider: String
  /// The phone's address there. 1 to 4,096 bytes.
  public var token: String

  /// Decodes an address.
  public static func decode(bytes: [UInt8]) throws(WireError) -> PushTokenRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> PushTokenRequest in
      let members = JSONMembers<PushTokenField>(of: root)
      var findings = Findings()
      let provider = findings.required(members[.provider], PushTokenField.provider.name)
        .flatMap { findings.text($0, PushTokenField.provider.name, limit: 32) }
      let token = findings.required(members[.token], PushTokenField.token.name)
        .flatMap { findings.text($0, PushTokenField.token.name, limit: 4_096) }
      try findings.throwFaults()
      guard let provider, let token else { throw .invalid([]) }
      return PushTokenRequest(provider: provider, token: token)
    }
  }
}

enum PushTokenField: Int, JSONField {
  case provider, token
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .provider: "provider"
    case .token: "token"
    }
  }
}
