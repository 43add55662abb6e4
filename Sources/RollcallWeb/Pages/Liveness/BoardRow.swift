import Rollcall

/// One responder on the board.
public struct BoardRow: PageRow {
  /// Its template.
  public static let template = "Liveness/BoardRow"

  /// The row's name in the page, `r` and the responder's id: the script keeps the focus by it.
  public var key: String
  /// The status.
  public var status: StatusPill
  /// How long it has been so.
  public var since: Moment
  /// The sentence of the last transition; may be empty.
  public var rule: String
  /// The responder's name.
  public var name: String
  /// The responder's page; empty when the reader may not follow.
  public var href: String
  /// Profile and region: `Responder · North`.
  public var about: String
  /// The profile's word for the duty state, e.g. `On shift`.
  public var duty: String
  /// When the phone was last heard.
  public var lastContact: Moment
  /// When its newest position was taken.
  public var latestFix: Moment
  /// `38 %`.
  public var battery: String
  /// `low power`; may be empty.
  public var batteryNote: String
  /// Reasons to doubt the latest fix, and badges.
  public var flags: [FlagMark]
  /// The last two hours of contact.
  public var strip: ReachStrip?
  /// `INC-214 · re-offering`; may be empty.
  public var assignment: String
  /// The incident's page; empty when there is none to follow to.
  public var assignmentHref: String

  /// A row from its parts.
  public init(
    key: String, status: StatusPill, since: Moment, rule: String = "", name: String, href: String = "",
    about: String, duty: String, lastContact: Moment, latestFix: Moment, battery: String = Words.none,
    batteryNote: String = "", flags: [FlagMark] = [], strip: ReachStrip? = nil,
    assignment: String = "", assignmentHref: String = ""
  ) {
    self.key = key
    self.status = status
    self.since = since
    self.rule = rule
    self.name = name
    self.href = href
    self.about = about
    self.duty = duty
    self.lastContact = lastContact
    self.latestFix = latestFix
    self.battery = battery
    self.batteryNote = batteryNote
    self.flags = flags
    self.strip = strip
    self.assignment = assignment
    self.assignmentHref = assignmentHref
  }

  /// How long the status has lasted, and how long ago the phone was heard, when there are such instants.
  public var ticking: [String] { [since, lastContact].filter { !$0.ticks.isEmpty }.map(\.text) }

  /// The row without them.
  public var stilled: BoardRow {
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

  /// An example with every kind of content.
  public static let sample = BoardRow(
    key: "r17", status: StatusPill(.offline),
    since: Moment(
      text: "12 min", iso: "2026-11-21T11:52:31.000Z", full: "2026-11-21 11:52:31.000 +00:00", ticks: "span"),
    rule: "responder/on_duty: no contact for 180 s", name: "Mirela Novak",
    href: "/w/city-rescue/responders/17", about: "Responder · North", duty: "On duty",
    lastContact: .sample,
    latestFix: Moment(
      text: "11:52:07", iso: "2026-11-21T11:52:07.000Z", full: "2026-11-21 11:52:07.000 +00:00", ticks: ""),
    battery: "38 %", batteryNote: "low power", flags: [.sample, FlagMark("backlog")],
    strip: .sample, assignment: "INC-214 · re-offering", assignmentHref: "/w/city-rescue/incidents/214")
}
