import HTTPServer
import HTTPTypes
import RollcallWire

/// Answers in the envelope `{"data", "message", "code"}`.
enum Answer {
  /// An answer with data that the closure writes, or `null`.
  static func make(
    _ code: Code, _ message: String, data: ((inout JSONWriter) -> Void)? = nil
  ) -> Response {
    .json(Envelope.bytes(code, message, data: data), status: HTTPResponse.Status(code: code.status))
  }

  /// A refusal without data.
  static func refusal(
    _ status: HTTPResponse.Status, _ code: Code, _ message: String, retryAfter: Int? = nil
  ) -> Response {
    var response = Response.json(Envelope.bytes(code, message, data: nil), status: status)
    if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
    return response
  }

  /// 401, with the field that RFC 6750 requires.
  static func unauthorized(_ code: Code, _ message: String) -> Response {
    var response = refusal(.unauthorized, code, message)
    response.headers[.wwwAuthenticate] = #"Bearer error="invalid_token""#
    return response
  }
}

extension Response {
  /// The new address of what was asked for, with the same query.
  static func moved(to path: String, _ request: Request) -> Response {
    let target = request.target.utf8
    let query = target.firstIndex(of: UInt8(ascii: "?")).map { String(Substring(target[$0...])) } ?? ""
    return .redirect(to: path + query, status: .permanentRedirect)
  }
}
