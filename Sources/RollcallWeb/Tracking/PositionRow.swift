import Rollcall
import RollcallStore

/// A position as files and programs have it. A reference: each of its columns reads a large position.
final class PositionRow: Sendable {
  let position: HistoryPing
  /// The person's name.
  let name: String

  init(position: HistoryPing, name: String) { (self.position, self.name) = (position, name) }

  static let table = Table<PositionRow> {
    Column("id") { $0.position.id }
    Column("responder_id") { $0.position.responder }
    Column("responder", "The report's number, and whose it is.") { $0.name }
    Column(
      "recorded_at", "When the phone took it, corrected where its clock was wrong: the time that counts."
    ) { $0.position.effective }
    Column("received_at", "When it was on the server's disk.") { $0.position.receivedAt }
    Column("recorded_at_raw", "The time as the phone sent it.") { $0.position.ping.recordedAt }
    Column("time_source", "phone, corrected or server: whose word recorded_at is.") {
      $0.position.timeSource.word
    }.oneOf(["phone", "corrected", "server"])
    Column("lat") { $0.position.ping.position.latitude }
    Column("lng", "Degrees, WGS 84.") { $0.position.ping.position.longitude }
    Column("accuracy_m") { $0.position.ping.accuracy }
    Column("speed_mps") { $0.position.ping.speed }
    Column("heading_deg") { $0.position.ping.heading }
    Column("altitude_m", "As the phone says; empty when it does not.") { $0.position.ping.altitude }
    Column("source", "gps, network or passive.") { $0.position.ping.source?.rawValue }.oneOf([
      "gps", "network", "passive",
    ])
    Column("battery_level", "0 to 1.") { $0.position.ping.batteryLevel }
    Column("is_mock", "Whether the phone says that the position is made up.") {
      $0.position.ping.isMock.word
    }.oneOf(["yes", "no", "unknown"])
    Column("signal_quality") { $0.position.ping.signalQuality?.rawValue }.oneOf(["good", "fair", "poor"])
    Column("visit_id", "As the phone says.") { $0.position.ping.visitID }
    Column("queue") { $0.position.queue }
    Column("sequence", "Its place in the phone's queue; a missing number is a lost report.") {
      $0.position.ping.sequence
    }
    Column("flags", "Reasons to doubt it, separated by blanks.") { $0.position.flags.names }.oneOf(
      DoubtFlags.words.map(\.word))
  }
}

extension Ping.MockReport {
  /// The word for the phone's statement about a mock position.
  var word: String {
    switch self {
    case .yes: "yes"
    case .no: "no"
    case .unknown: "unknown"
    }
  }
}

extension PositionRow {
  static let listing = Listing<HistoryFilter, PositionRow>(
    name: "history", title: "Positions",
    about: "Every report of a phone, as it was sent and as Rollcall understood it.",
    permission: .viewHistory, exported: .exportHistory, member: "pings", table: table,
    counted: ("ping", "pings"),
    nothing: EmptyState(
      title: Words.History.none, advice: Words.History.noneAdvice),
    unmatched: EmptyState(
      title: Words.History.noMatch,
      advice: Words.Lists.otherDays))
}
