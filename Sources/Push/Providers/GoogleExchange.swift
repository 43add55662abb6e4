import CryptoExtras
import Foundation

/// A signed statement of who we are, exchanged for an access token (RFC 7523).
/// https://developers.google.com/identity/protocols/oauth2/service-account#httprest
enum GoogleExchange {
  /// An access token.
  struct Access: Equatable {
    var token: String
    /// When it ends, in milliseconds since 1970.
    var expiresAt: Int64
  }

  private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

  /// The call that asks for an access token.
  static func call(_ account: FCMAccount, now: Int64, userAgent: String) throws(NotSent) -> HTTPCall {
    let form =
      "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
      + (try assertion(account, now: now))
    return HTTPCall(
      url: account.tokenURL,
      headers: [("Content-Type", "application/x-www-form-urlencoded"), ("User-Agent", userAgent)],
      body: Array(form.utf8), isTrusted: true)
  }

  /// The access token in an answer, or the outcome of there being none.
  static func access(in answer: HTTPAnswer, now: Int64) throws(NotSent) -> Access {
    let document = JSONAnswer(answer.body)
    guard (200...299).contains(answer.status) else { throw NotSent(outcome: failure(answer, document, now)) }
    guard let token = document["access_token"].text, !token.isEmpty,
      token.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else {
      throw NotSent(outcome: .retry(after: nil, reason: "FCM: Google's answer cannot be understood"))
    }
    let seconds = Int64(min(max(document["expires_in"].number ?? 0, 0), 86_400))
    return Access(token: token, expiresAt: now + seconds * 1_000)
  }

  private static func failure(_ answer: HTTPAnswer, _ document: JSONAnswer, _ now: Int64) -> Outcome {
    guard [400, 401, 403].contains(answer.status) else { return answer.plainOutcome(.fcm, now: now) }
    let code = document["error"].code ?? String(answer.status)
    return .misconfigured(reason: "FCM: Google refuses the service account (\(code))")
  }

  /// A JSON Web Token, RS256, good for an hour.
  private static func assertion(_ account: FCMAccount, now: Int64) throws(NotSent) -> String {
    var header: [(String, JSONText)] = [("alg", .text("RS256")), ("typ", .text("JWT"))]
    if let id = account.keyID { header.append(("kid", .text(id))) }
    let claims = JSONText.object([
      ("iss", .text(account.clientEmail)), ("scope", .text(scope)), ("aud", .text(account.tokenURL)),
      ("iat", .number(now / 1_000)), ("exp", .number(now / 1_000 + 3_600)),
    ])
    let signed = base64(JSONText.object(header).bytes) + "." + base64(claims.bytes)
    let signature = try? account.key.signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5)
    guard let signature else { throw .misconfigured("FCM: the service account's key cannot sign") }
    return signed + "." + base64(signature.rawRepresentation)
  }

  /// Base 64 for URLs, without padding.
  private static func base64(_ bytes: some Sequence<UInt8>) -> String {
    let text = Data(bytes).base64EncodedString().utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
