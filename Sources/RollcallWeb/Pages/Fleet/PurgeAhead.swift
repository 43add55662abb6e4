import Rollcall
import RollcallStore

/// What the purges take that come until the next midnight.
public struct PurgeAhead: PagePart {
  /// `41,220 pings of 37 people, 3,100 uploads and 12 device events go.`
  public var goes: String
  /// When what is older goes: the limit at that midnight.
  public var before: Moment
  /// `812 pings of 3 people, by holds 3, 4`; may be empty.
  public var passedOver: String

  /// From the preview of the store.
  init(_ preview: RetentionPreview, clock: PageClock) {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      let limit = RetentionPreview.countLimit
      return number > limit
        ? "more than \(Words.count(Int64(limit), one, many))" : Words.count(Int64(number), one, many)
    }
    let people = Words.count(Int64(preview.people), "person", "people")
    let isNothing = preview.pings == 0 && preview.uploads == 0 && preview.deviceEvents == 0
    goes =
      isNothing
      ? "Nothing expires until midnight."
      : "Until midnight \(count(preview.pings, "ping", "pings")) of \(people), "
        + "\(count(preview.uploads, "upload", "uploads")) and "
        + "\(count(preview.deviceEvents, "device event", "device events")) go."
    before = clock.time(preview.before)
    passedOver = preview.passedOver.words
  }

  private init(goes: String, passedOver: String) {
    self.goes = goes
    before = BoardPage.sampleClock.time(BoardPage.sampleNow.advanced(by: -7_776_000_000))
    self.passedOver = passedOver
  }

  /// An example with every kind of content.
  public static let sample = PurgeAhead(
    goes: "Until midnight 41,220 pings of 37 people, 3,100 uploads and 12 device events go.",
    passedOver: "812 pings of 3 people, by holds 3, 4")

  static let nothing = PurgeAhead(goes: "Nothing expires until midnight.", passedOver: "")
}
