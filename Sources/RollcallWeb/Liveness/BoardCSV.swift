import HTTPServer
import Rollcall
import RollcallStore

/// A person on the board, for files and programs. A reference: each of its columns reads a large item.
final class BoardLine: Sendable {
  let item: BoardView.Item
  /// How soon they hear of an offer; `nil` = never.
  let hearsWithin: Milliseconds?
  let errand: Errand?

  init(item: BoardView.Item, now: Timestamp) {
    self.item = item
    hearsWithin = item.entry.hearing?.within(at: now)
    errand = item.entry.errand(at: now)
  }

  var id: Responder.ID { item.entry.id }

  /// Whether each column of another line has the same value.
  func says(sameAs other: BoardLine) -> Bool {
    item.entry === other.item.entry && item.live == other.item.live && item.cause == other.item.cause
      && item.flags == other.item.flags && item.dutyLabel == other.item.dutyLabel
      && hearsWithin == other.hearsWithin && errand == other.errand
  }

  static let table = Table<BoardLine> {
    Column("id") { $0.id }
    Column("name", "Who.") { $0.item.entry.person.name }
    Column("profile") { $0.item.entry.person.profile }
    Column("region", "Their profile and region.") { $0.item.entry.person.region }
    Column("duty_state", "off_duty, on_duty or on_mission.") { $0.item.entry.live.duty.rawValue }.oneOf(
      DutyState.allCases.map(\.rawValue))
    Column("duty_label", "The profile's word for it.") { $0.item.dutyLabel }
    Column("status", "online, degraded, offline, unknown or off_duty.") { $0.item.live.status.rawValue }
      .oneOf(Status.allCases.map(\.rawValue))
    Column("since", "When that became true.") { $0.item.live.since }
    Column("rule", "The sentence of the last transition.") { $0.item.live.reason }
    Column("rule_name", "The profile's rule in force.") { $0.item.entry.rule }
    Column("cause", "Why they are silent now; none on a past board.") { $0.item.cause?.rawValue }
      .oneOf(Cause.allCases.map(\.rawValue))
    Column("last_contact_at", "When the phone was last heard.") { $0.item.entry.live.lastContact }
    Column("last_fix_at", "When the newest position was taken.") { $0.item.entry.fixAt }
    Column("confirmed_at", "When an app last confirmed that place.") { $0.item.entry.confirmedAt }.only(.json)
    Column("lat") { $0.item.entry.position?.latitude }
    Column("lng", "Degrees, WGS 84.") { $0.item.entry.position?.longitude }
    Column("accuracy_m", "Its radius, metres.") { $0.item.entry.accuracy }
    Column("battery_level", "0 to 1.") { $0.item.entry.phone.battery.value }
    Column("flags", "Doubts about the latest fix, and badges.") { $0.item.flags }
    Column("hears_within_s", "How soon they are expected to hear of an offer; null = never.") {
      $0.hearsWithin.map { Seconds($0) }
    }.only(.json)
    Column("skills", "What they can do, each skill with its last day if it has one.") {
      $0.item.entry.person.skills.text
    }.only(.csv)
    Column("skills", "What they can do, each skill with its last day if it has one.") { line in
      Structure(line.item.entry.person.skills.skills, of: Skill.table)
    }.only(.json)
    Column("assignment", "What they are asked to do, or do.") {
      Words.errand($0.errand)
    }.only(.csv)
    Column("assignment", "What they are asked to do, or do.") {
      Structure($0.errand, of: Errand.table)
    }.only(.json)
  }
}

extension LivenessWeb {
  /// `GET /w/{ws}/board.csv`: complete, with the page's filter and order; with `at` for a past moment.
  @Sendable func boardCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = BoardFilter(asked.request.query.pairs)
    let view = try boardView(asked, filter)
    let words = try filter.audited(store, asked.visitor.workspace)
    return try web.exports.csv(
      "board", BoardLine.table, asked.visitor, filter: words.isEmpty ? "everybody" : words, at: view.now,
      view.items.map { BoardLine(item: $0, now: view.now) })
  }
}
