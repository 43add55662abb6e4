import Rollcall
import RollcallStore

/// Something about one person, as statements write it: the person by id alone, because names can change.
struct Theirs<Item: Sendable>: Sendable {
  let responder: Responder.ID
  let item: Item

  /// A table whose first column is the person.
  static func table(@Columns<Theirs<Item>> _ columns: () -> [Column<Theirs<Item>>]) -> Table<Theirs<Item>> {
    let own = columns()
    return Table { [Column("responder_id", "The person.") { $0.responder }] + own }
  }
}

/// The tables of a statement. Their columns are part of its format.
enum StatementTables {
  static let answer = Theirs<StatementFigures>.table {
    Column("covered_ms", "The part of the span about which something could be known.") { $0.item.asked }
    Column("on_duty_ms", "On duty in it.") { $0.item.onDuty }
    Column("not_observed_ms", "On duty while Rollcall itself was away.") { $0.item.notObserved }
    Column("in_contact_ms", "On duty, observed, and not in a silence.") { $0.item.inContact }
    Column("silent_ms", "On duty, observed, and in a silence.") { $0.item.silent }
    Column("overdue_ms", "The part of the silences beyond the first limit.") { $0.item.overdue }
    Column("out_of_reach_ms", "The part beyond the second limit.") { $0.item.outOfReach }
    Column("shown_online_ms") { $0.item.shown.online }
    Column("shown_degraded_ms") { $0.item.shown.degraded }
    Column("shown_offline_ms") { $0.item.shown.offline }
    Column("shown_unknown_ms", "How long the control room was shown each status.") { $0.item.shown.unknown }
    Column("longest_silence_from") { $0.item.longest?.from }
    Column("longest_silence_to", "The longest silent stretch in the span.") { $0.item.longest?.to }
  }

  static let transitions = Theirs<Transition>.table {
    Column("at") { $0.item.at }
    Column("from") { $0.item.from?.rawValue }
    Column("to") { $0.item.to.rawValue }
    Column("rule") { $0.item.rule }
  }

  static let silences = Theirs<Silence>.table {
    Column("from", "The last contact before it.") { $0.item.from }
    Column("to", "The next contact; empty when it lasted.") { $0.item.to }
    Column("degraded_ms") { $0.item.thresholds.degraded }
    Column("offline_ms", "The limits in force.") { $0.item.thresholds.offline }
    Column("worst") { $0.item.worst?.rawValue }
    Column("cause") { $0.item.cause.rawValue }
    Column("evidence") { DatedTexts($0.item.evidence.map { (at: $0.at, text: $0.text) }) }
  }

  static let spans = Theirs<TimeSpan>.table {
    Column("from") { $0.item.from }
    Column("to") { $0.item.to }
  }

  static let duty = Theirs<Timeline.Duty>.table {
    Column("at") { $0.item.at }
    Column("state") { $0.item.state.rawValue }
  }

  static let contacts = Theirs<PersonStatement.Contact>.table {
    Column("received_at") { $0.item.at }
    Column("new_positions") { $0.item.stored }
    Column("known_positions") { $0.item.duplicates }
  }

  static let gaps = Theirs<TrackGap>.table {
    Column("from") { $0.item.from }
    Column("to") { $0.item.to }
    Column("backfilled_at") { $0.item.backfilledAt }
  }

  static let late = Theirs<PersonStatement.Late>.table {
    Column("first_taken_at") { $0.item.first }
    Column("last_taken_at") { $0.item.last }
    Column("positions") { $0.item.count }
    Column("first_arrived_at") { $0.item.arrivedFirst }
    Column("last_arrived_at") { $0.item.arrivedLast }
  }

  static let doubts = Theirs<PersonStatement.Doubt>.table {
    Column("flag") { $0.item.flag }
    Column("positions") { $0.item.count }
    Column("first_taken_at") { $0.item.first }
    Column("last_taken_at") { $0.item.last }
  }

  static let decisions = Theirs<PersonStatement.Decision>.table {
    Column("at") { $0.item.at }
    Column("by") { $0.item.by }
    Column("flag") { $0.item.flag }
    Column("decision") { $0.item.state.word }
    Column("positions") { $0.item.count }
    Column("note") { $0.item.note }
  }

  static let looks = Theirs<PersonStatement.Look>.table {
    Column("audit_entry") { $0.item.entry }
    Column("at") { $0.item.at }
    Column("by") { $0.item.by }
    Column("action") { $0.item.action }
    Column("of", "person, or list: a list of people that could show them.") {
      $0.item.isList ? "list" : "person"
    }
  }

  static let offers = Table<IncidentRecord.Offer> {
    Column("id") { $0.id }
    Column("responder_id") { $0.responder }
    Column("queued_at") { $0.queuedAt }
    Column("sent_at") { $0.sentAt }
    Column("delivered_at") { $0.deliveredAt }
    Column("seen_at") { $0.seenAt }
    Column("answer") { $0.answer }
    Column("answered_at") { $0.answeredAt }
  }

  static let assignments = Table<IncidentRecord.Assignment> {
    Column("responder_id") { $0.responder }
    Column("by") { $0.by }
    Column("since") { $0.since }
    Column("on_the_way_at") { $0.onTheWayAt }
    Column("arrived_at") { $0.arrivedAt }
    Column("ended_at") { $0.endedAt }
  }

  static let steps = Table<IncidentRecord.Step> {
    Column("at") { $0.at }
    Column("actor") { $0.actor }
    Column("step") { $0.step }
    Column("responder_id") { $0.responder }
    Column("detail") { $0.detail }
  }
}
