import Rollcall
import RollcallStore

/// A purge that was done: the certificate of a day.
struct PurgeRow: PagePart {
  var day: String
  var at: Moment
  /// Reports older than this are gone.
  var limit: Moment
  /// How many positions.
  var pings: String
  /// How many uploads.
  var uploads: String
  /// How many device events.
  var deviceEvents: String
  /// How many entries of the log.
  var logRows: String
  /// From how many people.
  var people: String
  /// What was passed over, in words; may be empty.
  var passedOver: String
  /// Its entry in the audit; empty for those who may not see it, and until the day is over.
  var entry: String
  /// The number of the entry.
  var number: String
}

extension PurgeRow {
  /// A purge from its record.
  ///
  /// - Parameter mayAudit: whether the reader may see the audit.
  init(_ purge: PurgeRecord, slug: String, mayAudit: Bool, clock: PageClock) {
    day = purge.day
    at = clock.time(purge.at)
    limit = clock.time(purge.before)
    pings = Words.grouped(purge.counts.pings)
    uploads = Words.grouped(purge.counts.uploads)
    deviceEvents = Words.grouped(purge.counts.deviceEvents)
    logRows = Words.grouped(purge.counts.logRows)
    people = Words.grouped(purge.people)
    passedOver = purge.passedOver.words
    number = purge.entry.map(String.init) ?? ""
    entry = mayAudit && purge.entry != nil ? Self.entry(purge.day, slug) : ""
  }

  private static func entry(_ day: String, _ slug: String) -> String {
    var filter = AuditPageFilter()
    (filter.action, filter.subject, filter.from) = ("retention.purge", day, day)
    return filter.query.link(Shell.Section.audit.path(slug))
  }
}

extension PassedOver {
  /// `812 pings and 31 uploads of 3 people, by holds 3, 4`; empty when nothing is.
  var words: String {
    guard counts.total > 0 else { return "" }
    let parts = [
      (counts.pings, "ping", "pings"), (counts.uploads, "upload", "uploads"),
      (counts.deviceEvents, "device event", "device events"),
      (counts.logRows, "entry of the log", "entries of the log"),
    ].filter { $0.0 > 0 }.map { Words.count($0.0, $0.1, $0.2) }
    let rows = [parts.dropLast().joined(separator: ", "), parts.last ?? ""].filter { !$0.utf8.isEmpty }
    let numbers = holds.map { "\($0.rawValue)" }.joined(separator: ", ")
    return "\(rows.joined(separator: " and ")) of \(Words.count(people, "person", "people")), by "
      + "\(holds.count == 1 ? "hold" : "holds") \(numbers)"
  }
}
