import Foundation

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
