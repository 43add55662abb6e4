import HTTPServer
import HTTPTypes

/// Whether a form was sent by our own page. There are two proofs, because each has gaps: the browser's
/// statement about the request's origin, and a token that only our page knows.
enum FormGuard {
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")

  /// Whether a browser says that the request comes from another site. Programs do not say.
  static func isCrossSite(_ request: Request) -> Bool {
    if let fetchSite, let site = request.headers[fetchSite] { return site != "same-origin" && site != "none" }
    guard let origin = request.headers[.origin] else { return false }
    guard let host = request.headers[HTTPField.Name.host] else { return true }
    return origin != "https://\(host)" && origin != "http://\(host)"
  }

  /// The path of our own page that sent a form; `nil` when the browser does not say.
  static func ownReferrer(of request: Request) -> String? {
    guard let referrer = request.headers[.referer], let host = request.headers[HTTPField.Name.host] else {
      return nil
    }
    for scheme in ["https://", "http://"] {
      let origin = scheme + host
      if referrer.hasPrefix(origin + "/") { return String(referrer.dropFirst(origin.count)) }
    }
    return nil
  }

  /// Whether the form carries the token.
  static func isOurs(_ form: FormFields, token: String) -> Bool {
    PasswordHasher.isEqual(Array((form["_csrf"] ?? "").utf8), Array(token.utf8))
  }
}

extension HTTPField.Name {
  /// `Host`, which HTTPTypes stores separately as `:authority`.
  static var host: HTTPField.Name { HTTPField.Name(parsed: "host") ?? .origin }
}
