import Rollcall

/// Somebody who fell silent in a mass silence.
struct AlertPersonRow: PageRow {
  static let template = "Reports/AlertPersonRow"

  var key: String
  var name: String
  var href: String
  /// When they were last heard before it.
  var fell: Moment
  /// When they were heard again, or no longer watched; absent while they are silent.
  var back: Moment?
  /// What stands there while they are not back.
  var wait: String

  /// A person from their parts.
  init(
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
}
