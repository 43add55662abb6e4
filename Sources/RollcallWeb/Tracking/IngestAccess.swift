import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// The secret of a foreign app: in the path, or in the `Authorization` field, in any form that apps use.
enum IngestSecrets {
  /// The candidates for the secret: at most one of them is right.
  static func all(in request: Request) -> [String] {
    if let secret = request.parameters["secret"] { return [secret] }
    guard let field = request.headers[.authorization] else { return [] }
    let parts = field.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard let first = parts.first.map({ String(decoding: Array($0), as: UTF8.self) }) else { return [] }
    guard parts.count == 2 else { return [first] }
    let value = String(decoding: Array(parts[1]), as: UTF8.self)
    switch first.lowercased() {
    case "bearer": return [value]
    case "basic": return ofBasic(value)
    default: return []
    }
  }

  /// `base64(user:secret)`, where the user is a label; and a plain `secret:`, which Overland sends.
  private static func ofBasic(_ value: String) -> [String] {
    var found: [String] = []
    if let decoded = Data(base64Encoded: value), let colon = decoded.firstIndex(of: UInt8(ascii: ":")) {
      found.append(String(decoding: decoded[(colon + 1)...], as: UTF8.self))
    }
    if let colon = value.utf8.firstIndex(of: UInt8(ascii: ":")) { found.append(String(value[..<colon])) }
    return found
  }
}

extension IngestWeb {
  /// The device of a request; `nil` for an unknown or revoked secret, and for an adapter other than the
  /// device's: all alike.
  func adapterDevice(of request: Request) -> AdapterDevice? {
    request.found(AdapterDevice.self, after: store.adapters.changes) ?? secretDevice(of: request)
  }

  private func secretDevice(of request: Request) -> AdapterDevice? {
    let word = request.parameters["adapter"] ?? Self.lastSegment(request.routePattern)
    let known = IngestSecrets.all(in: request).lazy.compactMap { store.adapters.find(secret: $0) }.first
    guard let known, known.adapter.rawValue == word else { return nil }
    guard known.revokedAt == nil else {
      noteRevoked(known)
      return nil
    }
    return known
  }

  /// A secret that was revoked: no contact, but evidence for a silence.
  private func noteRevoked(_ device: AdapterDevice) {
    guard limits.apps.consume(device.id, cost: 10, now: store.clock()) else { return }
    store.tracking.recordDenial(device, code: Code.sessionRevoked.rawValue)
  }

  private static func lastSegment(_ pattern: String) -> String {
    String(
      decoding: Array(pattern.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()), as: UTF8.self)
  }

  /// Checks the head of a foreign app's request: admits it, or answers the refusal before its body is read.
  @Sendable func admitIngest(_ request: Request) -> Admission {
    // An app that checks whether the server is here sends no credential.
    if request.method == .head { return .refused(Response(.noContent)) }
    let found = Admitted.of(store.adapters.changes) { secretDevice(of: request) }
    guard let found else { return .refused(Self.unknownSecret) }
    let device = found.value
    // 503 rather than 429: OwnTracks on iOS drops reports that are answered 4xx.
    guard limits.apps.consume(device.id, cost: Self.cost(of: request), now: store.clock()) else {
      return .postponed(Self.notNow("Too many requests", retryAfter: 5))
    }
    guard store.hasRoom else { return .postponed(Self.notNow("The server is behind", retryAfter: 2)) }
    return .known("app:\(device.id.rawValue)", finding: found)
  }

  /// The cost of a request for its device: one, and ten more for each 64 KiB. Three of the largest bodies may
  /// come at once, then one every six seconds.
  private static func cost(of request: Request) -> Double {
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    return 1 + 10 * Double(min(max(length, 0), ingestLargeLimit) / ingestLimit)
  }

  /// The same for every invalid secret, whatever the reason.
  static var unknownSecret: Response {
    var response = Answer.unauthorized(.tokenInvalid, "No valid secret")
    response.headers[referrerPolicy] = "no-referrer"
    return response
  }

  /// Nothing was stored; the app should send it again.
  static func notNow(_ message: String, retryAfter: Int) -> Response {
    var response = Answer.refusal(.serviceUnavailable, .unavailable, message, retryAfter: retryAfter)
    response.headers[referrerPolicy] = "no-referrer"
    return response
  }

  static let referrerPolicy = UploadWeb.field("Referrer-Policy")
}
