import Rollcall
import SQL

/// The known facts about one person at a past instant.
struct SnapshotEntry {
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

  /// Everyone on the board of a workspace then.
  static func all(of workspace: Workspace.ID, at instant: Timestamp, _ db: Database) throws -> [SnapshotEntry]
  {
    try db.all(everybody(of: workspace, at: instant)) { row in
      let id: Responder.ID = try row["id"]
      let known = try db.track.known(of: id, at: instant)
      var entry = try SnapshotEntry(
        row, known, fix: try known.flatMap { try fix($0, of: id, db) }, at: instant)
      entry.flapping = try flapping(of: ResponderKey(entry.person.id, in: workspace), at: instant, db)
      return entry
    }
  }

  /// Each person with the newest row of each kind that was there at an instant.
  private static func everybody(of workspace: Workspace.ID, at instant: Timestamp) -> Query {
    """
    SELECT person.id, person.workspace_id, person.name, person.phone, person.profile, person.region,
      person.external_id, person.active, person.skills, seen.to_status AS status, seen.at AS since, seen.rule AS reason,
      duty.state AS duty, duty.received_at AS duty_since, duty.duty_order,
      duty.change_id IS NOT NULL AS is_duty_of_phone, coalesce(rule.rule, liveness.rule_name) AS rule_name,
      coalesce(rule.interval_ms, liveness.interval_ms) AS interval_ms,
      coalesce(rule.degraded_ms, liveness.degraded_ms) AS degraded_ms,
      coalesce(rule.offline_ms, liveness.offline_ms) AS offline_ms,
      liveness.last_contact_at,
      quiet.from_at AS quiet_from, quiet.degraded_ms AS quiet_degraded_ms, quiet.offline_ms AS quiet_offline_ms,
      offer.id AS errand_offer, incident.id AS errand_incident, incident.title AS errand_title,
      CASE WHEN assignment.id IS NOT NULL THEN 'accepted' WHEN offer.seen_at <= \(instant) THEN 'seen'
        WHEN offer.delivered_at <= \(instant) THEN 'delivered' WHEN offer.sent_at <= \(instant) THEN 'sent'
        ELSE 'queued' END AS errand_state,
      offer.expires_at AS errand_expires_at, offer.deliver_by AS errand_deliver_by,
      CASE WHEN assignment.arrived_at <= \(instant) THEN assignment.arrived_at END AS errand_arrived_at,
      assignment.since AS errand_since, 0 AS errand_is_unheard, incident.is_drill AS errand_is_drill
    FROM responder AS person JOIN liveness ON liveness.workspace_id = person.workspace_id
      AND liveness.responder_id = person.id
    JOIN transition AS seen ON seen.workspace_id = person.workspace_id AND seen.id = (SELECT id FROM transition
      WHERE transition.workspace_id = person.workspace_id AND transition.responder_id = person.id
        AND at <= \(instant) ORDER BY at DESC, id DESC LIMIT 1)
    LEFT JOIN duty_change AS duty ON duty.workspace_id = person.workspace_id AND duty.id = (SELECT id FROM duty_change
      WHERE duty_change.workspace_id = person.workspace_id AND duty_change.responder_id = person.id
        AND at <= \(instant) AND received_at <= \(instant) AND applied = 1 ORDER BY at DESC, id DESC LIMIT 1)
    LEFT JOIN rule_change AS rule ON rule.workspace_id = person.workspace_id AND rule.responder_id = person.id
      AND rule.at = (SELECT max(at) FROM rule_change WHERE rule_change.workspace_id = person.workspace_id
        AND rule_change.responder_id = person.id AND at <= \(instant))
    LEFT JOIN silence AS quiet ON quiet.workspace_id = person.workspace_id AND quiet.responder_id = person.id
      AND quiet.from_at <= \(instant) AND quiet.to_at > \(instant)
    LEFT JOIN offer ON offer.workspace_id = person.workspace_id AND offer.id = (SELECT id FROM offer
      WHERE offer.workspace_id = person.workspace_id AND offer.responder_id = person.id AND queued_at <= \(instant)
      ORDER BY id DESC LIMIT 1)
    LEFT JOIN assignment ON assignment.workspace_id = offer.workspace_id AND assignment.offer_id = offer.id
      AND assignment.since <= \(instant) AND (assignment.ended_at IS NULL OR assignment.ended_at > \(instant))
    LEFT JOIN incident ON incident.workspace_id = offer.workspace_id AND incident.id = offer.incident_id
      AND (assignment.id IS NOT NULL OR offer.ended_at IS NULL OR offer.ended_at > \(instant))
    WHERE person.workspace_id = \(workspace) AND (person.active = 1 OR seen.to_status <> 'off_duty')
    """
  }

  /// The place that was shown after an upload; `nil` = there was none, or it was purged.
  private static func fix(
    _ known: Track.Known, of id: Responder.ID, _ db: Database
  ) throws -> ResponderState.Latest? {
    try known.latest.flatMap { try db.track.ping(at: $0, of: id) }.map { ping in
      ResponderState.Latest(
        pingID: ping.id, effective: ping.time.effective, position: ping.position, accuracy: ping.accuracy,
        flags: ping.time.flags, confirmedAt: known.confirmedAt)
    }
  }

  private static func flapping(
    of person: ResponderKey, at instant: Timestamp, _ db: Database
  ) throws -> Flapping {
    let newest = try db.all(
      """
      SELECT at, from_status, to_status FROM transition WHERE \(person.rows) AND at <= \(instant)
      ORDER BY at DESC, id DESC LIMIT 40
      """
    ) { row in
      Transition(at: try row["at"], from: try row["from_status"], to: try row["to_status"], rule: "")
    }
    var flapping = Flapping()
    for transition in newest.reversed() { flapping.record(transition) }
    return flapping
  }
}

extension SnapshotEntry {
  private init(
    _ row: Row, _ known: Track.Known?, fix: ResponderState.Latest?, at instant: Timestamp
  ) throws {
    person = try Responder(row: row)
    let since: Timestamp = try row["since"]
    let duty: DutyState = try row["duty"] ?? .offDuty
    let dutySince: Timestamp = try row["duty_since"] ?? since
    order = try row["duty_order"]
    let name: String = try row["rule_name"]
    rule = Self.shortName(name)
    let thresholds = LivenessRow.thresholds(try row["degraded_ms"], try row["offline_ms"])
    let heard = try Heard(
      row, upload: known?.receivedAt, watched: duty.isWatched ? dutySince : nil,
      told: try row["is_duty_of_phone"] ? dutySince : nil, thresholds, at: instant)
    (quiet, heardWithin) = (heard.quiet, heard.within)
    phone = PhoneState()
    phone.battery = Reported(known?.battery)
    if known?.isLowPower ?? false { phone.powerMode = Reported(.lowPower) }
    hasBacklog = known?.hasBacklog ?? false
    self.fix = fix
    errand = try Errand(row)
    // No more deadlines: the statuses of a past instant are settled.
    live = Liveness(
      duty: duty, dutySince: dutySince,
      force: RuleInForce(name: name, interval: try row["interval_ms"], thresholds: thresholds),
      status: try row["status"], since: since, reason: try row["reason"], watchedFrom: dutySince,
      lastContact: heard.lastContact, newestFix: fix?.effective, degradeBy: nil, offlineBy: nil)
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

/// When a person had last been heard at a past instant, as far as rows tell.
private struct Heard {
  var lastContact: Timestamp?
  /// The silence that lasted.
  var quiet: Quiet?
  /// When no row holds the last contact: how long before the instant it was at most.
  var within: Milliseconds?

  /// Reads the last contact as of today, that of the last upload, and the silence that contains the instant.
  ///
  /// - Parameters:
  ///   - upload: when the last upload came.
  ///   - watched: since when they were on duty; `nil` = they were not.
  ///   - told: when their phone reported that, or that they were off duty, which is a contact.
  init(
    _ row: Row, upload: Timestamp?, watched: Timestamp?, told: Timestamp?, _ thresholds: Thresholds?,
    at instant: Timestamp
  ) throws {
    let newest: Timestamp? = try row["last_contact_at"]
    let from: Timestamp? = try row["quiet_from"]
    let judge =
      LivenessRow.thresholds(try row["quiet_degraded_ms"], try row["quiet_offline_ms"]) ?? thresholds
    if let newest, newest <= instant {
      lastContact = newest
      guard let watched, let judge else { return }
      let start = max(newest, watched)
      if instant.since(start) > judge.degraded { quiet = Quiet(from: start, to: nil, thresholds: judge) }
    } else if let from {
      // A silence begins with a contact, or with a duty state that the phone did not send.
      lastContact = from == watched && told == nil ? upload : from
      guard let judge, instant.since(from) > judge.degraded else { return }
      quiet = Quiet(from: from, to: nil, thresholds: judge)
    } else {
      lastContact = [upload, told].compactMap { $0 }.max()
      // They had been heard, and there was no silence, so they were heard again in time.
      guard watched != nil, let judge, let lastContact, instant.since(lastContact) > judge.degraded else {
        return
      }
      within = judge.degraded
    }
  }
}
