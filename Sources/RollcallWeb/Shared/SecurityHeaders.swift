import HTTPServer
import HTTPTypes

/// The security fields of every answer to browsers.
struct SecurityHeaders: Sendable {
  private let fields: [(HTTPField.Name, String)]

  /// Allows the images of a map's ground.
  init(_ ground: MapGround) { fields = Self.fields(ground) }

  /// Adds the fields to every answer.
  @Sendable func add(to request: Request, _ response: inout Response) {
    for (name, value) in fields where response.headers[name] == nil { response.headers[name] = value }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    if request.isSecure, let name = HTTPField.Name("Strict-Transport-Security") {
      response.headers[name] = "max-age=31536000"
    }
  }

  /// Only our own files; map tiles come from the operator's server, and Leaflet puts an empty image in place
  /// of one no longer needed.
  private static func fields(_ ground: MapGround) -> [(HTTPField.Name, String)] {
    let origins = ground.imageOrigins.map { ["'self'", "data:", $0].filter { !$0.isEmpty } }
    let images = origins.map { " img-src \($0.joined(separator: " "));" } ?? ""
    return [
      (
        "Content-Security-Policy",
        "default-src 'self';\(images) base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
      ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
  }
}
