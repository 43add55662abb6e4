import Rollcall
import SQL

/// Where the database holds data about responders: every column of every table is listed here, once. An
/// export contains the `told` columns, an erasure goes through all of them.
///
/// A column that is in no list fails a test, so a new one must be classified.
enum PersonalData {
  /// Tables with rows about a responder, in an order in which they can be deleted: a row goes before the rows
  /// it refers to.
  static let tables = reports + [number] + phones + log + field + dispatch + records + [person, liveness]

  private static let keys = ["id", "workspace_id", "responder_id"]

  private static let person = PersonalTable(
    "responder", "Who they are", mine: { "workspace_id = \($1) AND id = \($0)" },
    told: [
      "name", "phone", "profile", "region", "external_id", "active", "skills", "duty_rule", "created_at",
      "merged_into",
    ],
    untold: ["id", "workspace_id", "erased_at", "erased_by", "scrubbed_at"],
    .cleared { _ in
      "name = 'Erased person ' || id, phone = NULL, external_id = NULL, region = NULL, active = 0, skills = '', duty_rule = NULL, merged_into = NULL"
    })

  /// Rows that the board and the phone's next request need. They are reset, as if the person had never been
  /// on duty.
  private static let liveness = PersonalTable(
    "liveness", "What the board shows", key: "responder_id",
    told: [
      "duty", "duty_since", "duty_at", "duty_order", "status", "since", "reason", "watched_from",
      "last_contact_at", "last_fix_at", "degrade_by", "offline_by", "deadline_at", "rule_name", "interval_ms",
      "degraded_ms", "offline_ms", "rule_until", "flaps", "latest_effective_at", "lat", "lng", "accuracy_m",
      "flags", "battery_level", "battery_at", "speed_mps", "speed_at", "app_state", "app_state_at",
      "power_mode", "power_mode_at", "permission", "permission_at", "location_services",
      "location_services_at", "network", "network_at", "queue_depth", "backlog", "restarted_at", "wait_by",
      "confirmed_at", "off_by_hand_at", "hours_at", "hours_since", "leaves_at",
    ], untold: ["responder_id", "workspace_id", "latest_ping_id", "reporter_id", "pings", "uploads"],
    .cleared { now in
      """
      duty = 'off_duty', duty_at = NULL, duty_order = NULL, status = 'off_duty', reason = 'erased',
      duty_since = \(now), since = \(now), watched_from = \(now), last_contact_at = NULL, last_fix_at = NULL,
      degrade_by = NULL, offline_by = NULL, deadline_at = NULL, interval_ms = NULL, degraded_ms = NULL,
      offline_ms = NULL, rule_until = NULL, flaps = '[]', latest_ping_id = NULL, latest_effective_at = NULL,
      lat = NULL, lng = NULL, accuracy_m = NULL, flags = 0, battery_level = NULL, battery_at = NULL,
      speed_mps = NULL, speed_at = NULL, app_state = NULL, app_state_at = NULL, power_mode = NULL,
      power_mode_at = NULL, permission = NULL, permission_at = NULL, location_services = NULL,
      location_services_at = NULL, network = NULL, network_at = NULL, queue_depth = NULL, backlog = 0, reporter_id = NULL,
      restarted_at = NULL, wait_by = NULL, confirmed_at = NULL, off_by_hand_at = NULL, hours_since = NULL, hours_at = NULL, leaves_at = NULL
      """
    })

  /// What rows of packed positions have in common. ``PersonalPings`` tells what is in them, and ``PersonalUploads`` what
  /// is in uploads.
  private static let packed = [
    "first_at", "last_at", "raw_first", "raw_last", "undated_first", "undated_last", "pings", "flags", "data",
  ]
  private static let pings: Query = "coalesce(sum(pings), 0)"
  /// What rows of uploads are.
  static let uploadWords = "Uploads, with what the phone said of itself"

  private static let reports = [
    PersonalTable(
      "chunk", PersonalPings.words, mine: PersonalTable.byPerson,
      key: "(workspace_id, day, responder_id, part)", told: [],
      untold: ["workspace_id", "day", "responder_id", "part", "first_id", "last_id"] + packed, count: pings),
    PersonalTable(
      "fresh", PersonalPings.words, mine: PersonalTable.byPerson, key: "(responder_id, number)", told: [],
      untold: ["workspace_id", "responder_id", "number"] + packed, count: pings),
    PersonalTable(
      "doubt", "Reasons to doubt positions", key: "(ping_id, flag)",
      told: ["flag", "effective_at", "first", "second", "third", "word", "state"],
      untold: ["ping_id", "workspace_id", "responder_id", "strength", "review_id"]),
    PersonalTable(
      "doubt_review", "What was decided about doubtful positions",
      told: ["at", "flag", "state", "count", "note"], untold: keys + ["reviewer"]),
    PersonalTable(
      "upload", uploadWords, mine: PersonalTable.byPerson, key: "(responder_id, received_at, number)",
      told: [],
      untold: [
        "workspace_id", "responder_id", "received_at", "number", "session_id", "sent_at", "stored",
        "duplicates",
        "expired", "rejected", "permission", "location_services", "power_mode", "app_state", "queue_depth",
        "oldest_entry_age_s", "network", "interval_s", "latest_ping_id", "latest_effective_at",
        "confirmed_at",
        "known_battery", "low_power", "backlog", "adapter_device_id",
      ]),
    PersonalTable(
      "upload_chunk", uploadWords, mine: PersonalTable.byPerson,
      key: "(responder_id, first_at, first_number)", told: [],
      untold: [
        "workspace_id", "responder_id", "first_at", "first_number", "last_at", "last_number", "sent_first",
        "sent_last", "uploads", "data",
      ], count: "coalesce(sum(uploads), 0)"),
    PersonalTable(
      "device_event", "Events of the phone",
      told: ["event_id", "type", "value", "at_raw", "effective_at", "received_at"], untold: keys),
    PersonalTable(
      "idempotency", "Answers kept for repeated uploads", mine: PersonalTable.byPerson,
      key: "(responder_id, key)",
      told: ["stored", "duplicates", "expired", "answer", "expires_at"],
      untold: ["responder_id", "key", "fingerprint"]),
    PersonalTable(
      "sequence_range", "Numbers of reports that were seen",
      mine: { id, _ in "queue_id IN \(Track.queues(of: id))" },
      key: "(queue_id, first)",
      told: ["first", "last"], untold: ["queue_id"]),
    PersonalTable(
      "queue", "Queues of the phone", mine: PersonalTable.byPerson, told: ["name"],
      untold: ["id", "responder_id"]),
    PersonalTable("denial", "Requests after the login had ended", told: ["at", "code"], untold: keys),
    PersonalTable(
      "rejection", "What was refused or set aside", key: "(responder_id, day, reason)",
      told: ["day", "reason", "count", "last_at"], untold: ["workspace_id", "responder_id"]),
  ]

  /// Found only by their number, so it is deleted while that is still known. The count of wrong codes belongs
  /// to the number: if another person has it, too, it stays, and lapses within a day.
  static let number = PersonalTable(
    "otp_number", "Codes asked for with their number",
    mine: { id, workspace in
      """
      number_hash IN (SELECT otp_number_key(mine.phone) FROM
        (SELECT phone FROM responder WHERE workspace_id = \(workspace) AND id = \(id)
          UNION SELECT name FROM former_name
            WHERE workspace_id = \(workspace) AND responder_id = \(id) AND name GLOB '+[1-9]*') AS mine
        WHERE NOT EXISTS
          (SELECT 1 FROM responder AS other WHERE other.phone = mine.phone AND other.id <> \(id)))
      """
    }, key: "(number_hash)",
    told: ["history", "changed_at"], untold: ["number_hash"])

  private static let phones = [
    PersonalTable(
      "duty_plan", "Which timetable they had", key: "(workspace_id, responder_id, since)",
      told: ["since", "rule"], untold: ["workspace_id", "responder_id"]),
    PersonalTable(
      "push_job", "Messages to the phone",
      told: [
        "kind", "state", "attempt", "created_at", "first_at", "next_at", "held_until", "expires_at",
        "provider_id", "receipt_at", "accepted_at", "last_at", "last_outcome", "last_reason",
      ], untold: keys + ["channel_id", "offer_id", "incident_id"]),
    PersonalTable(
      "push_proof", "How soon the phone answered messages", key: "(workspace_id, job_id)",
      told: ["pushed_at", "is_polled", "answered_at", "proves_nothing", "withdrawn_at"],
      untold: ["workspace_id", "job_id", "responder_id", "channel_id", "offer_id"]),
    PersonalTable(
      "offer_request", "When the phone last asked for its offers", key: "(workspace_id, responder_id)",
      told: ["asked_at"], untold: ["workspace_id", "responder_id", "session_id"]),
    PersonalTable(
      "offer_link", "Links by which an offer could be answered or looked at", key: "(token_hash)",
      told: ["made_at", "by_text"],
      untold: ["token_hash", "workspace_id", "responder_id", "offer_id", "incident_id"]),
    PersonalTable(
      "own_link", "Links to their own page",
      told: ["created_at", "expires_at", "revoked_at", "last_used_at"], untold: keys + ["token_hash"]),
    PersonalTable(
      "let_in", "Codes by which an admin let them in", key: "responder_id",
      told: ["made_at", "expires_at"], untold: ["responder_id", "workspace_id", "code_hash"]),
    PersonalTable(
      "push_channel", "Addresses of the phone at push services",
      told: ["provider", "token", "registered_at", "gone_at", "gone_reason"], untold: keys + ["session_id"]),
    PersonalTable(
      "phone_refresh", "How logins of phones go on",
      mine: { id, workspace in
        """
        workspace_id = \(workspace) AND session_id IN
          (SELECT id FROM phone_session WHERE workspace_id = \(workspace) AND responder_id = \(id))
        """
      }, key: "session_id",
      told: ["access_until", "used_at"],
      untold: [
        "session_id", "workspace_id", "family_hash", "token_hash", "used_hash", "salt", "used_access_hash",
      ]),
    PersonalTable(
      "phone_session", "Logins of phones",
      told: [
        "device_id", "device_name", "platform", "os_version", "app_version", "address", "created_at",
        "expires_at", "revoked_at", "logged_out", "superseded", "clock",
      ], untold: keys + ["token_hash"]),
    PersonalTable(
      "adapter_drop", "What was dropped of what other apps sent",
      mine: { id, workspace in
        """
        workspace_id = \(workspace) AND device_id IN
          (SELECT id FROM adapter_device WHERE workspace_id = \(workspace) AND responder_id = \(id))
        """
      }, key: "(device_id, reason)",
      told: ["reason", "count", "last_at"], untold: ["workspace_id", "device_id"]),
    PersonalTable(
      "adapter_device", "Other apps that report for them",
      told: [
        "adapter", "name", "speed_unit", "on_duty_s", "on_mission_s", "takes_commands", "created_at",
        "revoked_at", "last_contact_at", "user_agent", "positions", "last_position_at", "last_accuracy_m",
        "last_battery_level", "last_drops",
      ], untold: keys + ["secret_hash", "told_s", "told_times", "told_at", "told_before_s"]),
  ]

  private static let log = [
    PersonalTable(
      "transition", "Changes of status", told: ["at", "from_status", "to_status", "rule"], untold: keys),
    PersonalTable(
      "duty_change", "Changes of duty",
      told: ["change_id", "state", "duty_order", "at", "received_at", "applied"], untold: keys),
    PersonalTable(
      "rule_change", "Rules that were in force", key: "(responder_id, at)",
      told: ["at", "rule", "interval_ms", "degraded_ms", "offline_ms"],
      untold: ["workspace_id", "responder_id"]),
    PersonalTable(
      "silence", "Silences", told: ["from_at", "to_at", "degraded_ms", "offline_ms", "cause", "evidence"],
      untold: keys),
    PersonalTable(
      "alert_act", "What was done about alerts about them",
      mine: { id, workspace in
        """
        workspace_id = \(workspace) AND alert_id IN (SELECT id FROM alert WHERE \(alertOfTheirs(id, workspace)))
        """
      },
      told: ["at", "act", "note", "until_at"],
      untold: ["id", "workspace_id", "alert_id", "kind", "scope", "actor"]),
    PersonalTable(
      "alert_person", "Mass silences in which they were", key: "(alert_id, responder_id)",
      told: ["fell_at", "back_at", "carried_at"], untold: ["alert_id", "responder_id", "workspace_id"]),
    PersonalTable(
      "alert", "Alerts about them", mine: alertOfTheirs,
      told: ["kind", "critical", "opened_at", "closed_at", "detail"], untold: ["id", "workspace_id", "scope"]),
  ]

  /// The kinds of alerts about a single person.
  static let alertKindsOfPeople: Query = "\(AlertKind.responderOffline), \(AlertKind.responderFlapping)"

  /// Whether an alert is about a responder.
  @Sendable static func alertOfTheirs(_ id: Responder.ID, _ workspace: Workspace.ID) -> Query {
    """
    workspace_id = \(workspace) AND kind IN (\(alertKindsOfPeople))
    AND (scope = CAST(\(id) AS TEXT) OR scope GLOB \(id) || '/*')
    """
  }

  private static let field = [
    PersonalTable(
      "crossing", "Entering and leaving of regions and outlets",
      told: ["region", "outlet_id", "is_entry", "effective_at", "received_at"], untold: keys),
    PersonalTable(
      "late_fixes", "Positions that came late and are still to be judged", key: "responder_id",
      told: ["from_at", "until_at", "fixes", "first_at", "last_at"], untold: ["responder_id", "workspace_id"]),
    PersonalTable(
      "event_activity", "What they sent to events",
      told: ["activity_id", "type", "data", "at_raw", "effective_at", "received_at"],
      untold: keys + ["event_id"]),
    PersonalTable(
      "event_participant", "Events in which they take part", key: "(event_id, responder_id)",
      told: ["event_id", "added_at"], untold: ["workspace_id", "responder_id"]),
    PersonalTable(
      "visit_check", "Check-ins and check-outs",
      told: [
        "visit_id", "kind", "effective_at", "received_at", "distance_m", "accuracy_m", "verdict", "reason",
      ], untold: keys),
    PersonalTable(
      "visit", "Visits planned for them", told: ["outlet_id", "from_at", "to_at", "created_at"], untold: keys),
  ]

  /// The story of an incident stays without them: that a person was asked, and that a person went.
  private static let dispatch = [
    PersonalTable(
      "offer", "Offers of incidents",
      told: [
        "state", "distance_m", "queued_at", "sent_at", "delivered_at", "seen_at", "ended_at", "expires_at",
        "deliver_by",
        "reason", "answer", "answered_at", "told_at", "by_receipt",
      ], untold: keys + ["incident_id", "round"], .cleared { _ in "reason = NULL, distance_m = 0" }),
    PersonalTable(
      "assignment", "Incidents they took",
      told: [
        "since", "by", "line", "is_unheard", "is_replaced", "on_way_at", "arrived_at", "ended_at", "reason",
        "grace_at",
        "lost_at",
      ],
      untold: keys + ["incident_id", "offer_id"], .cleared { _ in "reason = \(assignmentEnd)" }),
    PersonalTable(
      "incident_refusal", "Incidents they refused by voice", key: "(workspace_id, incident_id, responder_id)",
      told: ["at"], untold: ["workspace_id", "incident_id", "responder_id"]),
    PersonalTable(
      "drill_person", "Drills", told: ["reason"], untold: keys + ["incident_id", "offer_id"],
      .cleared { _ in "reason = CASE WHEN reason IS NOT NULL THEN 'could not be asked' END" }),
    PersonalTable(
      "incident_step", "Entries about them in logs of incidents",
      mine: { "workspace_id = \($1) AND (responder_id = \($0) OR actor = 'responder:' || \($0))" },
      told: ["at", "step", "detail", "phone_at"],
      untold: keys + ["incident_id", "actor"], .cleared { _ in "detail = '', phone_at = NULL" }),
    PersonalTable(
      "incident_pick", "Incidents for which they were picked", key: "(incident_id, place)", told: ["place"],
      untold: ["workspace_id", "incident_id", "responder_id"], .kept),
  ]

  private static let records = [
    PersonalTable(
      "purge_person", "What was purged of them", key: "responder_id",
      told: ["day", "day_pings", "pings", "row_count", "first_report_at", "first_log_at", "last_at"],
      untold: ["responder_id", "workspace_id"]),
    PersonalTable(
      "hold", "Times of theirs that were kept as evidence",
      told: ["from_at", "to_at", "reason", "made_at", "until_at", "released_at", "note"],
      untold: keys + ["incident_id", "made_by", "released_by"],
      .cleared { _ in "reason = 'erased', note = CASE WHEN note IS NOT NULL THEN 'erased' END" }),
    PersonalTable(
      "statement_mail", "Statements about them that were sent by mail",
      told: [
        "from_at", "to_at", "known_at", "sha256", "recipient", "state", "attempt", "created_at", "first_at",
        "next_at", "held_until", "expires_at", "last_at", "last_outcome", "last_reason",
      ], untold: keys + ["incident_id", "entry"]),
    PersonalTable(
      "former_name", "What they were called before", key: "(responder_id, name)", told: ["name"],
      untold: ["workspace_id", "responder_id"]),
    PersonalTable(
      "privacy_request", "Requests about their data", told: ["kind", "made_at", "done_at"],
      untold: keys + ["done_by"], .kept),
    PersonalTable(
      "audit", "Entries of the audit about them",
      mine: {
        "workspace_id = \($1) AND (subject = 'responder ' || \($0) OR actor = 'responder:' || \($0))"
      }, key: "number",
      told: ["at", "action", "detail", "value_before", "value_after"],
      untold: ["workspace_id", "number", "actor", "origin", "subject", "previous", "hash"], .kept),
  ]

  /// Of the reason why a person lost an incident, only the word that is counted stays.
  private static let assignmentEnd: Query = {
    let ends = Assignment.End.allCases.map { end -> Query in
      "WHEN reason GLOB \(end.rawValue) || '*' THEN \(end.rawValue)"
    }
    return "CASE \(Query(ends, separator: " ")) END"
  }()
}
