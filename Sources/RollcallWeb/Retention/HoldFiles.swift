import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension RetentionWeb {
  private static let holdColumns = [
    "hold_id", "state", "incident_id", "responder_id", "responder", "from", "to", "reason", "made_at",
    "made_by",
    "until", "released_at", "released_by", "note",
  ]

  private static let purgeColumns = [
    "day", "reports_before", "log_before", "pings", "uploads", "device_events", "log_entries", "people",
    "first_effective_at", "last_effective_at", "held_pings", "held_uploads", "held_device_events",
    "held_log_entries", "held_people", "holds", "done_at", "audit_entry",
  ]

  /// `GET /w/{ws}/holds.csv`: all of them.
  @Sendable func holdsCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let (now, names) = (store.clock(), try store.fleet.names(of: workspace.id))
    var rest = try store.retention.holds(of: workspace.id)[...]
    return try web.exports.csv("holds", Self.holdColumns, asked.visitor, filter: "all") { csv, zone in
      let page = rest.prefix(CSVWriter.rowsAtOnce)
      for hold in page { csv.hold(hold, names, now, &zone) }
      rest = rest.dropFirst(CSVWriter.rowsAtOnce)
      return (page.count, rest.isEmpty)
    }
  }

  /// `GET /w/{ws}/purges.csv`: every day on which something went or was passed over.
  @Sendable func purgesCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    var rest = try store.retention.purges(of: asked.visitor.workspace.id, limit: .max)[...]
    return try web.exports.csv("purges", Self.purgeColumns, asked.visitor, filter: "all") { csv, zone in
      let page = rest.prefix(CSVWriter.rowsAtOnce)
      for purge in page { csv.purge(purge, &zone) }
      rest = rest.dropFirst(CSVWriter.rowsAtOnce)
      return (page.count, rest.isEmpty)
    }
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
      root.array("holds") { list in for hold in holds { list.hold(hold, names, now) } }
      root.object("ahead") { object in
        object.member("before", ahead.before)
        object.member("pings", ahead.pings)
        object.member("uploads", ahead.uploads)
        object.member("device_events", ahead.deviceEvents)
        object.member("log_entries", ahead.logRows)
        object.member("people", ahead.people)
        object.object("passed_over") { $0.passedOver(ahead.passedOver) }
      }
      root.array("purges") { list in for purge in purges { list.purge(purge) } }
    }
    return .json(writer.bytes)
  }
}

extension Hold {
  /// `in_force`, `ended` or `released`.
  fileprivate func state(at now: Timestamp) -> String {
    isInForce(at: now) ? "in_force" : release == nil ? "ended" : "released"
  }

  /// What is held, each part where it is of this kind.
  fileprivate var parts: (incident: Int64?, person: Responder.ID?, span: TimeSpan?) {
    switch subject {
    case .incident(let id): (id.rawValue, nil, nil)
    case .person(let id, let span): (nil, id, span)
    }
  }
}

extension CSVWriter {
  fileprivate mutating func hold(
    _ hold: Hold, _ names: [Responder.ID: String], _ now: Timestamp, _ zone: inout Zone
  ) {
    let parts = hold.parts
    number(hold.id.rawValue)
    text(hold.state(at: now))
    number(parts.incident)
    number(parts.person?.rawValue)
    text(parts.person.flatMap { names[$0] })
    instant(parts.span?.from, &zone)
    instant(parts.span?.to, &zone)
    text(hold.reason)
    instant(hold.madeAt, &zone)
    text(hold.madeBy)
    instant(hold.until, &zone)
    instant(hold.release?.at, &zone)
    text(hold.release?.by)
    text(hold.release?.note)
    endRow()
  }

  fileprivate mutating func purge(_ purge: PurgeRecord, _ zone: inout Zone) {
    text(purge.day)
    instant(purge.before, &zone)
    instant(purge.logBefore, &zone)
    counts(purge.counts)
    number(Int64(purge.people))
    instant(purge.taken?.from, &zone)
    instant(purge.taken?.to, &zone)
    counts(purge.passedOver.counts)
    number(Int64(purge.passedOver.people))
    text(purge.passedOver.holds.map { "\($0.rawValue)" }.joined(separator: " "))
    instant(purge.at, &zone)
    number(purge.entry)
    endRow()
  }

  private mutating func counts(_ counts: PurgeCounts) {
    for count in [counts.pings, counts.uploads, counts.deviceEvents, counts.logRows] { number(Int64(count)) }
  }
}

extension JSONWriter {
  fileprivate mutating func hold(_ hold: Hold, _ names: [Responder.ID: String], _ now: Timestamp) {
    let parts = hold.parts
    object { one in
      one.member("id", hold.id)
      one.member("state", hold.state(at: now))
      one.member("incident_id", parts.incident)
      one.member("responder_id", parts.person)
      one.member("responder", parts.person.flatMap { names[$0] })
      one.member("from", parts.span?.from)
      one.member("to", parts.span?.to)
      one.member("reason", hold.reason)
      one.member("made_at", hold.madeAt)
      one.member("made_by", hold.madeBy)
      one.member("until", hold.until)
      one.member("released_at", hold.release?.at)
      one.member("released_by", hold.release?.by)
      one.member("note", hold.release?.note)
    }
  }

  fileprivate mutating func purge(_ purge: PurgeRecord) {
    object { one in
      one.member("day", purge.day)
      one.member("reports_before", purge.before)
      one.member("log_before", purge.logBefore)
      one.counts(purge.counts)
      one.member("people", purge.people)
      one.member("first_effective_at", purge.taken?.from)
      one.member("last_effective_at", purge.taken?.to)
      one.object("passed_over") { $0.passedOver(purge.passedOver) }
      one.member("done_at", purge.at)
      one.member("audit_entry", purge.entry)
    }
  }

  fileprivate mutating func passedOver(_ held: PassedOver) {
    counts(held.counts)
    member("people", held.people)
    array("holds") { list in for hold in held.holds { list.value(hold.rawValue) } }
  }

  fileprivate mutating func counts(_ counts: PurgeCounts) {
    member("pings", counts.pings)
    member("uploads", counts.uploads)
    member("device_events", counts.deviceEvents)
    member("log_entries", counts.logRows)
  }
}
