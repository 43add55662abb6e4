import HTTPTypes

/// An entity tag: names a state of a resource, so that a client need not download what it already has.
public struct ETag: Sendable, Equatable {
  /// As in the header field: `"…"` with quotes, or `W/"…"`.
  public let text: String

  /// A strong tag of the bytes themselves: 64 bits of FNV-1a and the length. Detects changes, not forgery.
  public init(of bytes: some Sequence<UInt8>) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var count: UInt64 = 0
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      count &+= 1
    }
    text = "\"" + String(hash, radix: 16) + "-" + String(count, radix: 16) + "\""
  }

  /// A tag from a version, such as a row's counter. Characters that a tag may not contain become `_`.
  public init(version: String, isWeak: Bool = false) {
    let safe = version.utf8.map { byte -> UInt8 in
      (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") ? byte : UInt8(ascii: "_")
    }
    text = (isWeak ? "W/\"" : "\"") + String(decoding: safe, as: UTF8.self) + "\""
  }

  /// True when the request says that its client has this state: `If-None-Match`, compared weakly (RFC 9110, 13.1.2).
  public func isHeld(by request: Request) -> Bool {
    let mine = Self.opaque(text[...])
    return request.headers[values: .ifNoneMatch].contains { value in
      value.split(separator: ",").contains { candidate in
        let candidate = candidate.drop { $0 == " " || $0 == "\t" }
        return candidate.prefix { $0 != " " } == "*" || Self.opaque(candidate) == mine
      }
    }
  }

  /// The quoted part, without the mark of weakness.
  private static func opaque(_ text: Substring) -> Substring {
    let quoted = text.hasPrefix("W/") ? text.dropFirst(2) : text
    guard let end = quoted.dropFirst().firstIndex(of: "\"") else { return quoted }
    return quoted[...end]
  }
}

extension Response {
  /// The answer with a tag: 304 when the client has that state, else itself with `ETag`.
  ///
  /// A 304 carries only the length of the body. A handler that knows the tag before it has made the body may
  /// answer `Response(.notModified, headers: [.eTag: tag.text])` instead.
  ///
  /// For example: `Response.json(bytes).tagged(ETag(of: bytes), for: request)`.
  public func tagged(_ tag: ETag, for request: Request) -> Response {
    var response = self
    response.headers[.eTag] = tag.text
    guard status == .ok, request.method == .get || request.method == .head, tag.isHeld(by: request) else {
      return response
    }
    response.status = .notModified
    response.headers[.contentType] = nil
    return response
  }
}
