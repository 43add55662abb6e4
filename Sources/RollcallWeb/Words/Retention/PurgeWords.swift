import Rollcall
import RollcallStore

extension Words {
  enum Purges {
    static func nothing(_ days: String) -> String {
      "Nothing would be purged: nothing is older than \(days)."
    }
    /// `81,332 positions of 37 people, 38,101 uploads and 212 device events older than 60 days would be purged.`
    static func preview(_ preview: RetentionPreview, _ days: String) -> String {
      let reports = reports(preview)
      let most = reports.dropLast().joined(separator: ", ")
      return "\(most) and \(reports.last ?? "") older than \(days) would be purged."
    }
    static let nothingAhead = "Nothing expires until midnight."
    /// `Until midnight 41,220 positions of 37 people, 3,100 uploads, 12 device events and 52 entries of the log go.`
    static func ahead(_ preview: RetentionPreview) -> String {
      let log = count(preview.logRows, entry, limit: RetentionPreview.logCountLimit)
      return "Until midnight \(reports(preview).joined(separator: ", ")) and \(log) go."
    }

    private typealias Noun = (one: String, many: String)
    private static let position: Noun = ("position", "positions")
    private static let upload: Noun = ("upload", "uploads")
    private static let event: Noun = ("device event", "device events")
    private static let entry: Noun = ("entry of the log", "entries of the log")

    private static func reports(_ preview: RetentionPreview) -> [String] {
      [
        "\(count(preview.pings, position)) of \(Words.count(preview.people, "person", "people"))",
        count(preview.uploads, upload), count(preview.deviceEvents, event),
      ]
    }

    /// `8,812 positions`, or that there are too many to count quickly.
    private static func count(
      _ number: Int, _ noun: Noun, limit: Int = RetentionPreview.countLimit
    ) -> String {
      number > limit
        ? "more than \(Words.count(limit, noun.one, noun.many))" : Words.count(number, noun.one, noun.many)
    }

    /// `812 positions and 31 uploads of 3 people, by holds 3, 4`; empty for none.
    static func heldBack(_ held: HeldBack) -> String {
      let counts = held.counts
      guard counts.total > 0 else { return "" }
      let parts = [
        (counts.pings, position), (counts.uploads, upload), (counts.deviceEvents, event),
        (counts.logRows, entry),
      ].filter { $0.0 > 0 }.map { Words.count($0.0, $0.1.one, $0.1.many) }
      let rows = [parts.dropLast().joined(separator: ", "), parts.last ?? ""].filter { !$0.utf8.isEmpty }
      let numbers = held.holds.map { "\($0.rawValue)" }.joined(separator: ", ")
      return "\(rows.joined(separator: " and ")) of \(Words.count(held.people, "person", "people")), by "
        + "\(held.holds.count == 1 ? "hold" : "holds") \(numbers)"
    }
  }
}
