public import HTTPTypes

/// One request that has passed every check of the gate.
public struct Request: Sendable {
  /// The method as sent; HEAD stays HEAD although the GET route answers it.
  public var method: HTTPRequest.Method
  /// The request target as sent.
  public var target: String
  /// The path, decoded once.
  public var path: String
  /// The fields of the query, decoded.
  public var query: FormFields
  /// The header fields in the order sent. `Forwarded` and `X-Forwarded-…` of untrusted peers are removed.
  public var headers: HTTPFields
  /// The whole body; empty while only the head has been read.
  public var body: [UInt8]
  /// The client's address in numbers, IPv4 in IPv6 unmapped. Behind a trusted proxy: the address it names, "unknown"
  /// when that is unreadable.
  public var peer: String
  /// True when the client's connection is encrypted, here or at a trusted proxy.
  public var isSecure: Bool
  /// The values matched by the route's parameters.
  public var parameters: [String: String]
  /// The pattern of the route, such as "/w/{ws}/board.json"; empty when there is none.
  public var routePattern: String
  /// What the route's admission found out about the client; `nil` when there is nothing.
  public var finding: (any Sendable)?

  /// Creates a request without a server. Path and query come from the target; if that is malformed, the path
  /// is the target.
  public init(
    method: HTTPRequest.Method = .get, target: String = "/", headers: HTTPFields = [:], body: [UInt8] = [],
    peer: String = "127.0.0.1", isSecure: Bool = false, parameters: [String: String] = [:],
    routePattern: String = ""
  ) {
    let parsed = try? Target(parsing: Array(target.utf8))
    self.init(
      method: method, target: target, path: parsed?.path ?? target, query: parsed?.query ?? FormFields(),
      headers: headers, body: body, peer: peer, isSecure: isSecure, parameters: parameters,
      routePattern: routePattern)
  }

  init(
    method: HTTPRequest.Method, target: String, path: String, query: FormFields, headers: HTTPFields,
    body: [UInt8], peer: String, isSecure: Bool, parameters: [String: String], routePattern: String
  ) {
    self.method = method
    self.target = target
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
    self.isSecure = isSecure
    self.parameters = parameters
    self.routePattern = routePattern
  }

  /// The value of the cookie of this name, without surrounding quotes; nil when it was not sent, or sent
  /// twice: one of the two may have been planted by another site of the same domain.
  public func cookie(_ name: String) -> String? {
    var found: String?
    for field in headers where field.name == .cookie {
      for part in field.value.utf8.split(separator: UInt8(ascii: ";")) {
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let key = part[..<equals].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard key.elementsEqual(name.utf8) else { continue }
        guard found == nil else { return nil }
        found = Self.unquoted(part[part.index(after: equals)...])
      }
    }
    return found
  }

  /// The media type of the body in lower case, without parameters; nil when none was sent.
  public var mediaType: String? { BodyCheck.mediaType(headers) }

  /// The body as a form; nil when it is malformed.
  public func form() -> FormFields? {
    FormFields(parsing: body)
  }

  /// The body as a form with files; nil when it is malformed.
  public func upload() -> MultipartForm? {
    MultipartForm(body, contentType: headers[.contentType] ?? "")
  }

  private static func unquoted(_ value: Substring.UTF8View) -> String {
    var value = value
    while let last = value.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
      value.removeLast()
    }
    let quote = UInt8(ascii: "\"")
    if value.count >= 2, value.first == quote, value.last == quote { value = value.dropFirst().dropLast() }
    return String(decoding: value, as: UTF8.self)
  }
}
