import HTTPTypes

/// Checks a request's head against its route's body rule.
enum BodyCheck {
  /// Refuses by the announced length and type, before any byte is read.
  ///
  /// - Parameter length: the announced length in bytes, nil when none was announced.
  static func check(
    _ rule: Route.BodyRule, method: HTTPRequest.Method, headers: HTTPFields, length: Int?
  ) throws(Rejection) {
    if rule != .none, method != .get, method != .head {
      // A DELETE may have a body, though few clients send one.
      guard length != nil || method == .delete else { throw Rejection(.lengthRequired) }
      guard hasRightType(rule, headers) else { throw Rejection(.unsupportedMediaType) }
    }
    guard length ?? 0 <= rule.limit else { throw Rejection(.payloadTooLarge) }
  }

  private static func hasRightType(_ rule: Route.BodyRule, _ headers: HTTPFields) -> Bool {
    guard !headers.contains(.contentEncoding) else { return false }
    switch rule {
    case .none, .any: return true
    case .json: return mediaType(headers) == "application/json"
    case .form: return mediaType(headers) == "application/x-www-form-urlencoded"
    case .upload: return mediaType(headers) == "multipart/form-data"
    }
  }

  /// The media type in lower case, without parameters.
  static func mediaType(_ headers: HTTPFields) -> String? {
    guard let field = headers.first(where: { $0.name == .contentType }) else { return nil }
    let type = field.value.utf8.prefix { $0 != UInt8(ascii: ";") }
    let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    return Substring(type).lowercased().utf8.split(whereSeparator: blanks.contains).first.map {
      String(Substring($0))
    }
  }
}
