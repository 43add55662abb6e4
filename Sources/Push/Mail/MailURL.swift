import CCurl

/// The URL of a mail server, read by the parser that will call it.
struct MailURL: Equatable {
  /// `smtp` or `smtps`.
  let scheme: String
  let host: String

  /// smtp or smtps, with a host, without user, password, path, query and fragment; `nil` for anything else.
  ///
  /// https://curl.se/libcurl/c/libcurl-url.html
  init?(_ text: String) {
    guard text.utf8.count <= WebURL.longest, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      let url = curl_url()
    else { return nil }
    defer { curl_url_cleanup(url) }
    guard curl_url_set(url, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: url), ["smtp", "smtps"].contains(scheme),
      let host = Self.part(CURLUPART_HOST, of: url),
      ["", "/"].contains(Self.part(CURLUPART_PATH, of: url) ?? ""),
      Self.part(CURLUPART_QUERY, of: url) == nil, Self.part(CURLUPART_FRAGMENT, of: url) == nil
    else { return nil }
    (self.scheme, self.host) = (scheme, host)
  }

  /// TLS from the first byte.
  var isSecure: Bool { scheme == "smtps" }

  /// This machine, by its address or the name `localhost`.
  var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || host.utf8.starts(with: "127.".utf8)
        && host.utf8.allSatisfy { $0 == 0x2e || (0x30...0x39).contains($0) }
  }

  private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, part, &value, 0) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
