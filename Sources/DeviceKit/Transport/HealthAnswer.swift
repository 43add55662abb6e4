import Foundation

/// Who answers at the server's address.
enum ServerPresence {
  /// Rollcall.
  case there
  /// Nobody, or a proxy that finds nobody behind it.
  case silent
  /// Somebody else: a hotel's login page.
  case stranger
}

/// The answer to `GET /health`: `{"status":"ok","time":"…"}`.
struct HealthAnswer: Decodable {
  var status: String
  var time: String

  /// Whether a body is Rollcall's own. A page that swallows every request says 200, too.
  static func isReal(_ body: [UInt8]) -> Bool {
    guard let answer = try? JSONDecoder().decode(HealthAnswer.self, from: Data(body)) else { return false }
    return answer.status == "ok" && !answer.time.isEmpty
  }
}
