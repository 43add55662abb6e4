import CCurl

/// A URL that we may call, read by the parser that will call it.
struct WebURL: Equatable {
  /// The longest URL that is accepted, in bytes.
  static let longest = 2_048

  let text: String

  /// An https URL with a host, without user, password and fragment; nil for anything else.
  init?(_ text: String, allowsPlainHTTP: Bool) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isPlain),
      let scheme = Self.scheme(of: text), scheme == "https" || allowsPlainHTTP && scheme == "http"
    else { return nil }
    self.text = text
  }

  /// The operator's base URL: http or https, without a query, and without the slash at its end.
  init?(base text: String) {
    guard let url = WebURL(text, allowsPlainHTTP: true), !text.utf8.contains(UInt8(ascii: "?")) else {
      return nil
    }
    self.text = url.text.hasSuffix("/") ? String(url.text.dropLast()) : url.text
  }

  /// Visible ASCII that every URL parser reads alike.
  private static func isPlain(_ byte: UInt8) -> Bool {
    guard (0x21...0x7e).contains(byte) else { return false }
    return byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "\"")
      && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
  }

  /// https://curl.se/libcurl/c/libcurl-url.html
  private static func scheme(of text: String) -> String? {
    guard let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    guard curl_url_set(url, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK,
      part(CURLUPART_HOST, of: url) != nil
    else { return nil }
    return part(CURLUPART_SCHEME, of: url)
  }

  private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, part, &value, 0) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
