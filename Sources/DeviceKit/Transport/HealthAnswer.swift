import Foundation

/// Who answers at the server's address.
enum ServerPresence {
  /// Rollcall.
  case there
  /// No answer, or a proxy whose server does not answer.
  case silent
  /// Another server, such as a captive portal.
  case stranger
}

/// The answer to `GET /health`: `{"status":"ok","time":"…"}`.
struct HealthAnswer: Decodable {
  var status: String
  var time: String

  /// Whether a body is Rollcall's own. A captive portal may answer every request with 200.
  static func isReal(_ body: [UInt8]) -> Bool {
    guard let answer = try? JSONDecoder().decode(HealthAnswer.self, from: Data(body)) else { return false }
    return answer.status == "ok" && !answer.time.isEmpty
  }
}
