import Rollcall
import RollcallStore

/// What the purges take that come until the next midnight.
struct PurgeAhead: PagePart {
  /// `41,220 pings of 37 people, 3,100 uploads, 12 device events and 52 entries of the log go.`
  var goes: String
  /// When what is older goes: the limit at that midnight.
  var before: Moment
  /// `812 pings of 3 people, by holds 3, 4`; may be empty.
  var passedOver: String
}

extension PurgeAhead {
  /// From the preview of the store.
  init(_ preview: RetentionPreview, clock: PageClock) {
    func count(
      _ number: Int, _ one: String, _ many: String, limit: Int = RetentionPreview.countLimit
    ) -> String {
      number > limit
        ? "more than \(Words.count(limit, one, many))" : Words.count(number, one, many)
    }
    let people = Words.count(preview.people, "person", "people")
    let isNothing = [preview.pings, preview.uploads, preview.deviceEvents, preview.logRows] == [0, 0, 0, 0]
    let reports = [
      "\(count(preview.pings, "ping", "pings")) of \(people)", count(preview.uploads, "upload", "uploads"),
      count(preview.deviceEvents, "device event", "device events"),
    ].joined(separator: ", ")
    let log = count(
      preview.logRows, "entry of the log", "entries of the log", limit: RetentionPreview.logCountLimit)
    goes = isNothing ? "Nothing expires until midnight." : "Until midnight \(reports) and \(log) go."
    before = clock.time(preview.before)
    passedOver = preview.passedOver.words
  }
}
