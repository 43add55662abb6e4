public import Rollcall

/// A phone's push address: `{provider, token}`.
public struct PushTokenRequest: Equatable, Sendable {
  /// The service that delivers.
  public var provider: PushService
  /// The address at that service. 1 to 4,096 bytes, in the service's form.
  public var token: String

  /// Decodes an address.
  ///
  /// - Parameter allowsPlainHTTP: Whether `http` addresses are allowed, because the operator lets addresses
  ///   lead into private networks.
  public static func decode(
    bytes: [UInt8], allowsPlainHTTP: Bool = false
  ) throws(WireError) -> PushTokenRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> PushTokenRequest in
      let members = JSONMembers<PushTokenField>(of: root)
      var findings = Findings()
      let provider = findings.required(members[.provider], PushTokenField.provider.name)
        .flatMap { findings.text($0, PushTokenField.provider.name, limit: 32) }
      let token = findings.required(members[.token], PushTokenField.token.name)
        .flatMap { findings.text($0, PushTokenField.token.name, limit: 4_096) }
      let service = provider.flatMap(PushService.init)
        .flatMap { PushService.registrable.contains($0) ? $0 : nil }
      if provider != nil, service == nil {
        findings.refuse(
          PushTokenField.provider.name, .range, "provider must be expo, fcm, ntfy or webhook")
      }
      if let service, let token, !service.accepts(token, allowsPlainHTTP: allowsPlainHTTP) {
        let shape = Self.shape(of: service, allowsPlainHTTP ? "http or https" : "https")
        findings.refuse(PushTokenField.token.name, .format, "token must be \(shape)")
      }
      try findings.throwFaults()
      guard let service, let token else { throw .invalid([]) }
      return PushTokenRequest(provider: service, token: token)
    }
  }

  /// The form of a service's addresses, as text.
  private static func shape(of service: PushService, _ schemes: String) -> String {
    switch service {
    case .expo: "ExponentPushToken[…] or ExpoPushToken[…]"
    case .fcm: "a registration token: letters, digits, -, _ and :"
    case .ntfy: "a topic of 1 to 64 letters, digits, - and _, or its \(schemes) address"
    case .webhook: "an \(schemes) address without a user's name"
    case .sms: "no number"
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
