import Rollcall
import RollcallStore

/// One responder on the board.
struct BoardRow: TickingRow {
  static let template = "Liveness/BoardRow"

  /// The row's name in the page, `r` and the responder's id: the script keeps the focus by it.
  var key: String
  var status: StatusPill
  var since: Moment
  /// Why they are silent now; may be empty.
  var cause = ""
  /// The sentence of the last transition; may be empty.
  var rule = ""
  var name: String
  /// The responder's page; empty when the reader may not open it.
  var href = ""
  /// Their telephone number; absent for readers who may not see numbers.
  var call: CallLink?
  /// Profile and region: `Responder · North`.
  var about: String
  /// The profile's word for the duty state, e.g. `On shift`.
  var duty: String
  /// Absent for readers who may not switch it.
  var turn: DutyTurn?
  var lastContact, latestFix: Moment
  var battery = Words.none
  /// `low power`; may be empty.
  var batteryNote = ""
  var flags: [FlagMark] = []
  var strip: ReachStrip?
  /// `INC-214 · re-offering` and the incident's page; each may be empty.
  var assignment = "", assignmentHref = ""

  /// How long the status has lasted, and how long ago the phone was heard.
  static var moments: [WritableKeyPath<BoardRow, Moment>] { [\.since, \.lastContact] }

  /// Adds everything that changes with the responder's data, but not with passing time.
  func addVersion(to hash: inout ContentHash) {
    for text in [
      key, status.name, since.iso, rule, name, href, about, duty, lastContact.iso, latestFix.iso, battery,
      batteryNote, assignment, assignmentHref, strip?.text ?? "", call?.href ?? "", cause, turn?.to ?? "",
      turn?.path ?? "",
    ] { hash.add(text) }
    for flag in flags { hash.add(flag.name) }
    for path in strip?.paths ?? [] { hash.add(path.path) }
  }
}

/// The button that puts a person on or off duty, and the page with the other ways.
struct DutyTurn: PagePart, Hashable {
  /// The page, and the target of the button.
  var path: String
  /// `on` or `off`; empty while it cannot be switched, because an incident is theirs.
  var to: String
  /// What the button says, and what it says to those who cannot see its row.
  var button, label: String

  init(of name: String, _ duty: DutyState, hasIncident: Bool, path: String) {
    self.path = path
    to = hasIncident ? "" : duty.isWatched ? "off" : "on"
    button = duty.isWatched ? Words.Duty.takeOff : Words.Duty.putOn
    label = duty.isWatched ? Words.Duty.takeOff(name) : Words.Duty.putOn(name)
  }
}

extension BoardRow {
  /// A person on the board, without links to other pages.
  init(_ item: BoardView.Item, strip: ReachStrip? = nil, clock: PageClock) {
    let (entry, live) = (item.entry, item.live)
    self.init(
      key: "r\(entry.id.rawValue)", status: StatusPill(live.status), since: clock.span(since: live.since),
      cause: item.cause.map(Words.openCause) ?? "", rule: Words.rule(live.reason), name: entry.person.name,
      about: [Words.capitalized(entry.person.profile), entry.person.region].compactMap { $0 }
        .joined(separator: " · "),
      duty: item.dutyLabel, lastContact: Self.lastContact(of: entry, clock),
      latestFix: clock.time(entry.fixAt), battery: Words.share(entry.phone.battery.value),
      batteryNote: entry.phone.powerMode.value == .lowPower ? Words.Phone.lowPower : "",
      flags: item.flags.map { FlagMark($0) }, strip: strip,
      assignment: Words.errand(entry.errand(at: clock.now)))
  }

  /// The last contact: on a past board as an instant, because nothing there is "ago".
  private static func lastContact(of entry: BoardEntry, _ clock: PageClock) -> Moment {
    guard let within = entry.heardWithin else {
      guard !clock.isTicking else { return clock.age(of: entry.live.lastContact) }
      return entry.live.lastContact.map { clock.time($0) } ?? .none
    }
    return Moment(text: Words.Board.within(within), iso: "", full: "", ticks: "")
  }
}
