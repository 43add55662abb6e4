@testable import Rollcall

extension AlertPerson {
  /// Somebody with a status, timed by 90 and 180 s.
  init(
    id: Int64, _ status: Status, region: String? = nil, grace: Timestamp? = nil,
    offline: Milliseconds? = 180_000,
    flapping: TimeSpan? = nil
  ) {
    self.init(
      id: Responder.ID(id), region: region, status: status, graceUntil: grace,
      offlineThreshold: status == .offDuty ? nil : offline, flapping: flapping)
  }
}

extension [AlertPerson] {
  /// People told as `2 offline 1 degraded`, with ids from `from` on.
  static func people(_ text: String, region: String? = nil, from first: Int64 = 1) -> [AlertPerson] {
    let words = text.split(separator: " ")
    var found: [AlertPerson] = []
    for (count, word) in zip(words, words.dropFirst()) {
      guard let count = Int(count), let status = Status(rawValue: String(word)) else { continue }
      for _ in 0..<count {
        found.append(AlertPerson(id: first + Int64(found.count), status, region: region))
      }
    }
    return found
  }
}
