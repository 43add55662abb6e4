import Rollcall

/// What would be purged if a retention were in force.
struct PurgePreview: PagePart {
  /// `60 days`.
  var days: String
  /// `1,204,332 pings of 37 people, 38,101 uploads and 212 device events older than 60 days would be purged.`
  var sentence: String
  /// The oldest of them; absent when nothing would be purged.
  var oldest: Moment?
  /// What the saving form sends back to prove that this was seen.
  var seen: String

  /// The preview of a retention.
  ///
  /// - Parameters:
  ///   - people: of how many people there are pings among them.
  ///   - countLimit: a count above it is only known to be more.
  ///   - oldest: the effective time of the oldest of them; `nil` when nothing would be purged.
  ///   - seen: a text that changes with the form: saving asks for it.
  init(
    days: Int, pings: Int64, people: Int64, uploads: Int64, deviceEvents: Int64,
    countLimit: Int64 = .max, oldest: Timestamp?, seen: String, clock: PageClock
  ) {
    func count(_ number: Int64, _ one: String, _ many: String) -> String {
      number > countLimit ? "more than \(Words.count(countLimit, one, many))" : Words.count(number, one, many)
    }
    self.days = Words.count(days, "day", "days")
    let isNothing = pings == 0 && uploads == 0 && deviceEvents == 0
    sentence =
      isNothing
      ? "Nothing would be purged: nothing is older than \(self.days)."
      : "\(count(pings, "ping", "pings")) of \(Words.count(people, "person", "people")), "
        + "\(count(uploads, "upload", "uploads")) and "
        + "\(count(deviceEvents, "device event", "device events")) older than \(self.days) would be purged."
    self.oldest = isNothing ? nil : oldest.map { clock.time($0) }
    self.seen = seen
  }
}
