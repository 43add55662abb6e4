import GRDB
import Rollcall

/// What was known of one person at a past instant.
struct PastEntry {
  var person: Responder
  var live: Liveness
  var rule: String
  var order: String?
  var fix: ResponderState.Latest?
  var phone: PhoneState
  var hasBacklog: Bool
  var flapping: Flapping
  var errand: Errand?
  /// The silence that lasted.
  var quiet: Quiet?
  var heardWithin: Milliseconds?

  /// Everybody who was on the board of a workspace then.
  static func all(of workspace: Workspace.ID, at instant: Timestamp, _ db: Database) throws -> [PastEntry] {
    let rows = try RawStatement(db, sql)
    rows.bind(1, instant.milliseconds)
    rows.bind(2, workspace.rawValue)
    let log = try RawStatement(db, newestTransitions)
    var found: [PastEntry] = []
    while try rows.step() {
      var entry = PastEntry(rows, workspace, at: instant)
      entry.flapping = try flapping(of: entry.person.id, at: instant, log)
      found.append(entry)
    }
    return found
  }

  /// Each person with the newest row of each kind that was there at `?1`.
  private static let sql = """
    SELECT person.id, person.name, person.phone, person.profile, person.region, person.external_id, person.active,
      seen.to_status, seen.at, seen.rule, duty.state, duty.received_at, duty.duty_order, duty.change_id IS NOT NULL,
      coalesce(rule.rule, liveness.rule_name),
      coalesce(rule.interval_ms, liveness.interval_ms), coalesce(rule.degraded_ms, liveness.degraded_ms),
      coalesce(rule.offline_ms, liveness.offline_ms),
      liveness.last_contact_at, upload.received_at, quiet.from_at, quiet.degraded_ms, quiet.offline_ms,
      upload.known_battery, upload.low_power, upload.backlog, upload.confirmed_at,
      ping.id, ping.effective_at, ping.lat, ping.lng, ping.accuracy_m, ping.flags,
      offer.id, offer.incident_id, incident.title,
      CASE WHEN assignment.id IS NOT NULL THEN 'accepted' WHEN offer.seen_at <= ?1 THEN 'seen'
        WHEN offer.delivered_at <= ?1 THEN 'delivered' WHEN offer.sent_at <= ?1 THEN 'sent' ELSE 'queued' END,
      offer.expires_at, offer.deliver_by,
      CASE WHEN assignment.arrived_at <= ?1 THEN assignment.arrived_at END, incident.is_drill
    FROM responder AS person JOIN liveness ON liveness.responder_id = person.id
    JOIN transition AS seen ON seen.id = (SELECT id FROM transition
      WHERE transition.responder_id = person.id AND at <= ?1 ORDER BY at DESC, id DESC LIMIT 1)
    LEFT JOIN duty_change AS duty ON duty.id = (SELECT id FROM duty_change
      WHERE duty_change.responder_id = person.id AND at <= ?1 AND received_at <= ?1 AND applied = 1
      ORDER BY at DESC, id DESC LIMIT 1)
    LEFT JOIN rule_change AS rule ON rule.responder_id = person.id AND rule.at = (SELECT max(at) FROM rule_change
      WHERE rule_change.responder_id = person.id AND at <= ?1)
    LEFT JOIN upload ON upload.id = (SELECT id FROM upload
      WHERE upload.responder_id = person.id AND received_at <= ?1 ORDER BY received_at DESC, id DESC LIMIT 1)
    LEFT JOIN ping ON ping.id = upload.latest_ping_id
    LEFT JOIN silence AS quiet ON quiet.responder_id = person.id AND quiet.from_at <= ?1 AND quiet.to_at > ?1
    LEFT JOIN offer ON offer.id = (SELECT id FROM offer
      WHERE offer.responder_id = person.id AND queued_at <= ?1 ORDER BY id DESC LIMIT 1)
    LEFT JOIN assignment ON assignment.offer_id = offer.id AND assignment.since <= ?1
      AND (assignment.ended_at IS NULL OR assignment.ended_at > ?1)
    LEFT JOIN incident ON incident.id = offer.incident_id
      AND (assignment.id IS NOT NULL OR offer.ended_at IS NULL OR offer.ended_at > ?1)
    WHERE person.workspace_id = ?2 AND (person.active = 1 OR seen.to_status <> 'off_duty')
    """

  private static let newestTransitions = """
    SELECT at, from_status, to_status FROM transition WHERE responder_id = ? AND at <= ? ORDER BY at DESC, id DESC
    LIMIT 40
    """

  private static func flapping(
    of id: Responder.ID, at instant: Timestamp, _ log: RawStatement
  ) throws -> Flapping {
    log.bind(1, id.rawValue)
    log.bind(2, instant.milliseconds)
    var newest: [Transition] = []
    while try log.step() {
      var row = RowReader(log)
      let (at, from) = (row.instant() ?? instant, row.text().flatMap(Status.init(rawValue:)))
      newest.append(
        Transition(at: at, from: from, to: row.text().flatMap(Status.init(rawValue:)) ?? .unknown, rule: ""))
    }
    var flapping = Flapping()
    for transition in newest.reversed() { flapping.note(transition) }
    return flapping
  }
}

extension PastEntry {
  /// What the statement's present row tells.
  private init(_ statement: RawStatement, _ workspace: Workspace.ID, at instant: Timestamp) {
    var row = RowReader(statement)
    person = Responder(
      id: Responder.ID(row.integer() ?? 0), workspace: workspace, name: row.text() ?? "", phone: row.text(),
      profile: row.text() ?? "", region: row.text(), externalID: row.text(), isActive: row.integer() == 1)
    let (status, since) = (row.text().flatMap(Status.init(rawValue:)), row.instant() ?? instant)
    let (reason, duty) = (row.text() ?? "", row.text().flatMap(DutyState.init(rawValue:)) ?? .offDuty)
    let dutySince = row.instant() ?? since
    order = row.text()
    let isDutyOfPhone = row.integer() == 1
    let name = row.text() ?? ""
    rule = Self.shortName(name)
    let interval = row.integer()
    let thresholds = LivenessRow.thresholds(row.integer(), row.integer())
    let heard = Heard(
      &row, watched: duty.isWatched ? dutySince : nil, told: isDutyOfPhone ? dutySince : nil, thresholds,
      at: instant)
    (quiet, heardWithin) = (heard.quiet, heard.within)
    phone = PhoneState()
    phone.battery = Reported(row.number())
    if row.integer() == 1 { phone.powerMode = Reported(.lowPower) }
    hasBacklog = row.integer() == 1
    let confirmed = row.instant()
    fix = LivenessRow.latest(&row)
    fix?.confirmedAt = confirmed
    errand = Errand(&row)
    // Nothing more comes due: the statuses of a past instant are settled.
    live = Liveness(
      duty: duty, dutySince: dutySince,
      force: RuleInForce(name: name, interval: interval, thresholds: thresholds), status: status ?? .unknown,
      since: since, reason: reason, watchedFrom: dutySince, lastContact: heard.lastContact,
      newestFix: fix?.effective, degradeBy: nil, offlineBy: nil)
    flapping = Flapping()
  }

  /// `on_duty` of `responder/on_duty, owntracks`.
  private static func shortName(_ name: String) -> String {
    var rule = Array(name.utf8)
    if let slash = rule.firstIndex(of: UInt8(ascii: "/")) { rule.removeSubrange(...slash) }
    if let comma = rule.firstIndex(of: UInt8(ascii: ",")) { rule.removeSubrange(comma...) }
    return String(decoding: rule, as: UTF8.self)
  }
}

/// When somebody had last been heard at a past instant, as far as rows tell.
private struct Heard {
  var lastContact: Timestamp?
  /// The silence that lasted.
  var quiet: Quiet?
  /// When no row tells the last contact: how long before the instant it was at most.
  var within: Milliseconds?

  /// Reads the last contact of today, that of the last upload, and the silence that holds the instant.
  ///
  /// - Parameters:
  ///   - watched: since when they were on duty; `nil` = they were not.
  ///   - told: when their phone had said so, or that they were off duty, which is a contact.
  init(
    _ row: inout RowReader, watched: Timestamp?, told: Timestamp?, _ thresholds: Thresholds?,
    at instant: Timestamp
  ) {
    let (newest, upload, from) = (row.instant(), row.instant(), row.instant())
    let judge = LivenessRow.thresholds(row.integer(), row.integer()) ?? thresholds
    if let newest, newest <= instant {
      lastContact = newest
      guard let watched, let judge else { return }
      let start = max(newest, watched)
      if instant.since(start) > judge.degraded { quiet = Quiet(from: start, to: nil, thresholds: judge) }
    } else if let from {
      // A silence begins with a contact, or with a duty that was not told by the phone.
      lastContact = from == watched && told == nil ? upload : from
      guard let judge, instant.since(from) > judge.degraded else { return }
      quiet = Quiet(from: from, to: nil, thresholds: judge)
    } else {
      lastContact = [upload, told].compactMap { $0 }.max()
      // They had been heard, and there was no silence: they were heard again before one was.
      guard watched != nil, let judge, let lastContact, instant.since(lastContact) > judge.degraded else {
        return
      }
      within = judge.degraded
    }
  }
}
