import Rollcall

/// One responder on the board.
struct BoardRow: PageRow {
  static let template = "Liveness/BoardRow"

  /// The row's name in the page, `r` and the responder's id: the script keeps the focus by it.
  var key: String
  var status: StatusPill
  var since: Moment
  /// The sentence of the last transition; may be empty.
  var rule: String = ""
  var name: String
  /// The responder's page; empty when the reader may not follow.
  var href: String = ""
  /// Profile and region: `Responder · North`.
  var about: String
  /// The profile's word for the duty state, e.g. `On shift`.
  var duty: String
  var lastContact: Moment
  /// When its newest position was taken.
  var latestFix: Moment
  var battery: String = Words.none
  /// `low power`; may be empty.
  var batteryNote: String = ""
  /// Reasons to doubt the latest fix, and badges.
  var flags: [FlagMark] = []
  /// The last two hours of contact.
  var strip: ReachStrip? = nil
  /// `INC-214 · re-offering`; may be empty.
  var assignment: String = ""
  /// The incident's page; empty when there is none to follow to.
  var assignmentHref: String = ""

  /// How long the status has lasted, and how long ago the phone was heard, when there are such instants.
  var ticking: [String] { [since, lastContact].filter { !$0.ticks.isEmpty }.map(\.text) }

  var stilled: BoardRow {
    var row = self
    if !since.ticks.isEmpty { row.since.text = "" }
    if !lastContact.ticks.isEmpty { row.lastContact.text = "" }
    return row
  }

  /// Adds what changes when the responder's data does, and not what changes because time passes.
  func addVersion(to hash: inout ContentHash) {
    for text in [
      key, status.name, since.iso, rule, name, href, about, duty, lastContact.iso, latestFix.iso, battery,
      batteryNote, assignment, assignmentHref, strip?.text ?? "",
    ] { hash.add(text) }
    for flag in flags { hash.add(flag.name) }
    for path in strip?.paths ?? [] { hash.add(path.path) }
  }
}
