import Foundation
public import Rollcall
import RollcallWire

/// Where the phone can be woken, and whether the server knows since the last login.
struct PushToken: Codable, Equatable {
  private var provider: String
  /// `nil` = taken back, which the server must still hear.
  var token: String?
  var isTold = false

  init(_ service: PushService, _ token: String?) {
    provider = service.rawValue
    self.token = token
  }

  var service: PushService? { PushService(rawValue: provider) }

  /// The same, as a new session needs to hear it; `nil` = it need not.
  var untold: PushToken? {
    var token = self
    token.isTold = false
    return token.token == nil ? nil : token
  }
}

extension DeviceStore {
  private static let pushKey = "push_token"

  func pushToken() throws -> PushToken? {
    try kept(Self.pushKey).flatMap { try? JSONDecoder().decode(PushToken.self, from: $0) }
  }

  func keep(_ token: PushToken?) throws {
    try keep(token.map { try JSONEncoder().encode($0) }, as: Self.pushKey)
  }
}

extension RollcallClient {
  /// Tells where the phone can be woken, once. The same again is no harm.
  func setPushToken(_ service: PushService, _ token: String) async -> Outcome<Void> {
    var writer = JSONWriter()
    writer.object { body in
      body.member("provider", service.rawValue)
      body.member("token", token)
    }
    return await outcome(of: call("PUT", "/app/v1/push-token", body: writer.bytes), empty: ()) { _, _ in () }
  }

  /// Takes back what the server was told, once. What it does not know is no harm.
  func forgetPushToken(_ service: PushService) async -> Outcome<Void> {
    await outcome(of: call("DELETE", "/app/v1/push-token/\(service.rawValue)"), empty: ()) { _, _ in () }
  }
}

/// What a platform gave is no address of that service.
public struct InvalidPushToken: Error, Equatable {
  /// The only one.
  public init() {}
}

/// What a message to the phone says. It is a hint: the offer itself comes with the server's answer.
public struct PushHint: Equatable, Sendable {
  /// What for.
  public enum Kind: String, Sendable {
    case offered = "assignment.offered"
    case withdrawn = "assignment.withdrawn"
    case test
  }

  /// What for.
  public var kind: Kind
  /// The same when the same message comes again; `nil` = it does not say.
  public var id: String?
  /// A notification with this key is replaced, or taken away, by the later one; `nil` = none is.
  public var collapse: String?
  /// The offer; `nil` in a test.
  public var offer: Offer.ID?
  /// The last instant at which it can be answered; `nil` = it does not say.
  public var expiresAt: Timestamp?
  /// Whether it is a drill.
  public var isDrill: Bool

  /// Reads the data of a message; `nil` when it is not from Rollcall, or of a kind that this app does not know.
  public init?(_ data: [String: String]) {
    guard let kind = data["type"].flatMap(Kind.init) else { return nil }
    self.kind = kind
    id = data["push_id"]
    collapse = data["collapse"]
    offer = data["offer_id"].flatMap { Int64($0) }.map { Offer.ID($0) }
    expiresAt = data["expires_at"].flatMap { Timestamp(rfc3339: $0) }
    isDrill = data["drill"] == "true"
    guard kind == .test || offer != nil else { return nil }
  }
}
