import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

/// A hold, for files and programs.
struct HoldLine: Sendable {
  let hold: Hold
  let names: [Responder.ID: String]
  let now: Timestamp

  static let table = Table<HoldLine> {
    Column("hold_id", "Its number.") { $0.hold.id }.only(.csv)
    Column("id", "Its number.") { $0.hold.id }.only(.json)
    Column("state", "in_force, ended or released.") { $0.hold.state(at: $0.now) }.oneOf([
      "in_force", "ended", "released",
    ])
    Column("incident_id", "The incident that is held; empty for the time of a person.") {
      $0.hold.parts.incident
    }
    Column("responder_id") { $0.hold.parts.person }
    Column("responder", "Whose time is held.") { line in line.hold.parts.person.flatMap { line.names[$0] } }
    Column("from") { $0.hold.parts.span?.from }
    Column("to", "From when to when, half-open.") { $0.hold.parts.span?.to }
    Column("reason", "Why, as it was written.") { $0.hold.reason }
    Column("made_at") { $0.hold.madeAt }
    Column("made_by", "When it was made, and by whom.") { $0.hold.madeBy }
    Column("until", "When it ends by itself; empty = never.") { $0.hold.until }
    Column("released_at") { $0.hold.release?.at }
    Column("released_by") { $0.hold.release?.by }
    Column("note", "When it was released, by whom and why.") { $0.hold.release?.note }
  }
}

extension PurgeRecord {
  /// Each day on which data was purged or skipped, for files and programs.
  static let table = Table<PurgeRecord> {
    Column("day", "The local day on which it was purged.") { $0.day }
    Column("reports_before", "Reports older than this went.") { $0.before }
    Column("log_before", "Entries of the log older than this went.") { $0.logBefore }
    Column("pings") { $0.counts.pings }
    Column("uploads") { $0.counts.uploads }
    Column("device_events") { $0.counts.deviceEvents }
    Column("log_entries", "How many of each went.") { $0.counts.logRows }
    Column("people", "Of how many people.") { $0.people }
    Column("first_effective_at") { $0.taken?.from }
    Column("last_effective_at", "The first and the last position that went.") { $0.taken?.to }
    Column("held_pings") { $0.heldBack.counts.pings }.only(.csv)
    Column("held_uploads") { $0.heldBack.counts.uploads }.only(.csv)
    Column("held_device_events") { $0.heldBack.counts.deviceEvents }.only(.csv)
    Column("held_log_entries", "How many of each are on hold and stayed.") {
      $0.heldBack.counts.logRows
    }.only(.csv)
    Column("held_people", "Of how many people they are.") { $0.heldBack.people }.only(.csv)
    Column("holds", "By which holds, their numbers.") {
      $0.heldBack.holds.map { "\($0.rawValue)" }
    }.only(.csv)
    Column("passed_over", "What is on hold and stayed.") { purge in
      Structure { json in json.object { $0.heldBack(purge.heldBack) } }
    }.only(.json)
    Column("done_at", "When it was done.") { $0.at }
    Column("audit_entry", "The number of its entry in the audit.") { $0.entry }
  }
}

extension RetentionWeb {
  /// `GET /w/{ws}/holds.csv`: all of them.
  @Sendable func holdsCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let (now, names) = (store.clock(), try store.fleet.names(of: workspace.id))
    let lines = try store.retention.holds(of: workspace.id).map {
      HoldLine(hold: $0, names: names, now: now)
    }
    return try web.exports.csv("holds", HoldLine.table, asked.visitor, filter: "all", lines)
  }

  /// `GET /w/{ws}/purges.csv`: each day on which data was purged or skipped.
  @Sendable func purgesCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let purges = try store.retention.purges(of: asked.visitor.workspace.id, limit: .max)
    return try web.exports.csv("purges", PurgeRecord.table, asked.visitor, filter: "all", purges)
  }

  /// `GET /w/{ws}/holds.json`: the holds, what the purges take until midnight, and the last purges.
  @Sendable func holdsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let (now, names) = (store.clock(), try store.fleet.names(of: workspace.id))
    let holds = try store.retention.holds(of: workspace.id)
    let ahead = try store.retention.purgeAhead(of: workspace)
    let purges = try store.retention.purges(of: workspace.id, limit: 400)
    var writer = JSONWriter(reserving: 16_384)
    writer.object { root in
      root.member("at", now)
      root.array(
        "holds", holds.map { HoldLine(hold: $0, names: names, now: now) }, of: HoldLine.table)
      root.object("ahead") { object in
        object.member("before", ahead.before)
        object.member("pings", ahead.pings)
        object.member("uploads", ahead.uploads)
        object.member("device_events", ahead.deviceEvents)
        object.member("log_entries", ahead.logRows)
        object.member("people", ahead.people)
        object.object("passed_over") { $0.heldBack(ahead.heldBack) }
      }
      root.array("purges", purges, of: PurgeRecord.table)
    }
    return try web.exports.named(.json(writer.bytes), "holds", asked.visitor, at: now)
  }
}

extension Hold {
  /// `in_force`, `ended` or `released`.
  fileprivate func state(at now: Timestamp) -> String {
    isInForce(at: now) ? "in_force" : release == nil ? "ended" : "released"
  }

  /// The parts of the hold, each only for its own kind.
  fileprivate var parts: (incident: Int64?, person: Responder.ID?, span: TimeSpan?) {
    switch subject {
    case .incident(let id): (id.rawValue, nil, nil)
    case .person(let id, let span): (nil, id, span)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func heldBack(_ held: HeldBack) {
    member("pings", held.counts.pings)
    member("uploads", held.counts.uploads)
    member("device_events", held.counts.deviceEvents)
    member("log_entries", held.counts.logRows)
    member("people", held.people)
    array("holds") { list in for hold in held.holds { list.value(hold.rawValue) } }
  }
}
