public import Rollcall

/// Somebody who fell silent in a mass silence.
public struct AlertPersonRow: PageRow {
  /// Its template.
  public static let template = "Reports/AlertPersonRow"

  /// The row's name in the page, `p` and the person's id.
  public var key: String
  /// Their name.
  public var name: String
  /// Their page; empty when the reader may not follow.
  public var href: String
  /// When they were last heard before it.
  public var fell: Moment
  /// When they were heard again, or no longer watched; absent while they are silent.
  public var back: Moment?
  /// What stands there while they are not back.
  public var wait: String

  /// A person from their parts.
  public init(
    id: Responder.ID, name: String, href: String = "", fell: Timestamp, back: Timestamp? = nil,
    isCarried: Bool = false, clock: PageClock
  ) {
    key = "p\(id.rawValue)"
    self.name = name
    self.href = href
    self.fell = clock.time(fell)
    self.back = back.map { clock.time($0) }
    wait = isCarried ? "not before the next alert, which goes on with them" : "not yet"
  }

  /// An example with every kind of content.
  public static let sample = AlertPersonRow(
    id: Responder.ID(1), name: "Mirela Novak", href: "/w/city-rescue/responders/1",
    fell: PageClock.sampleNow.advanced(by: -400_000), back: PageClock.sampleNow.advanced(by: -20_000),
    clock: PageClock.sample)
}
