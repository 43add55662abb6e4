import Rollcall

extension PersonalData {
  /// Tables without data about responders. Data about members of the console is not part of a responder's
  /// export.
  ///
  /// Texts that people type may name a responder nevertheless: see `PersonalTexts`.
  static let impersonal: [String: [String]] = [
    "id_counter": ["name", "last"],
    "workspace": ["id", "slug", "created_at"] + WorkspaceSetting.all.map(\.name),
    "server_setting": ["name", "value"], "server_size": ["day", "bytes"],
    "profile": ["workspace_id", "name", "document", "changed_at", "original"],
    "region": ["id", "workspace_id", "name", "geometry"],
    "rollout": ["workspace_id", "flag", "percent"],
    "outlet": ["id", "workspace_id", "name", "lat", "lng", "external_id", "radius_m"],
    "event": ["id", "workspace_id", "slug", "name", "from_at", "to_at", "created_at"],
    "dispatch_setting": [
      "workspace_id", "answer_low_ms", "answer_normal_ms", "answer_high_ms", "answer_critical_ms", "grace_ms",
      "hearing_limit_ms", "extra_offers", "offers_by_text",
    ],
    "incident": [
      "id", "workspace_id", "kind", "title", "severity", "lat", "lng", "place", "notes", "region", "state",
      "opened_at", "opened_by", "closed_at", "once", "once_hash", "state_since", "mode", "round", "answer_ms",
      "wake_at", "lack", "vain_since", "is_drill", "needs", "open_places",
    ],
    "incident_template": ["workspace_id", "id", "name", "title", "severity", "needs", "notes"],
    "channel": [
      "id", "workspace_id", "name", "kind", "address", "secret", "former_secret", "former_until", "left_out",
      "only_critical", "tells_opened", "tells_closed", "tells_reports", "attaches_reports", "is_on",
      "off_reason", "created_at",
      "removed_at", "tells_incidents",
    ],
    "notice": [
      "id", "workspace_id", "channel_id", "kind", "alert_id", "file", "export_number", "sum_id", "step_id",
      "state",
      "attempt", "created_at", "first_at", "next_at", "held_until", "expires_at", "last_at", "last_outcome",
      "last_reason",
    ],
    "escalation": ["workspace_id", "only_critical"],
    "escalation_step": ["workspace_id", "place", "channel_id", "after_ms"],
    "notice_attempt": ["workspace_id", "id", "notice_id", "at", "result", "reason", "status", "took_ms"],
    "report_schedule": [
      "id", "workspace_id", "kind", "filter", "rhythm", "hour", "is_on", "created_at", "done_to", "problem",
      "retry_at", "file", "made_at",
    ],
    "push_pause": ["workspace_id", "provider", "until", "reason"],
    "absence": ["id", "from_at", "to_at"],
    "purge": [
      "workspace_id", "day", "before_at", "pings", "uploads", "device_events", "log_rows", "last_at",
      "log_before_at", "people", "first_effective_at", "last_effective_at", "held_pings", "held_uploads",
      "held_device_events", "held_log_rows", "held_people", "holds",
    ],
    "member": ["id", "email", "password_hash", "created_at", "made_in", "made_by", "last_login_at"],
    "membership": ["workspace_id", "member_id", "role", "name"],
    "console_session": [
      "id", "token_hash", "member_id", "csrf", "created_at", "last_seen_at", "acted_at", "browser",
      "address",
    ],
    "two_factor": ["member_id", "secret", "begun_at", "confirmed_at", "last_step"],
    "recovery_code": ["member_id", "code_hash", "used_at"],
    "login_challenge": ["token_hash", "member_id", "failures", "created_at"],
    "known_browser": ["token_hash", "member_id", "last_seen_at"],
    "former_membership": ["workspace_id", "member_id", "left_at"],
    "invitation": [
      "id", "workspace_id", "email", "role", "token_hash", "made_by", "member_id", "created_at",
      "expires_at", "revoked_at", "accepted_at",
    ],
    "password_link": ["member_id", "token_hash", "made_by", "created_at", "expires_at"],
    "screen": ["id", "workspace_id", "name", "token_hash", "created_at", "expires_at", "revoked_at"],
    "screen_session": ["token_hash", "workspace_id", "screen_id", "created_at", "last_seen_at"],
    "api_key": [
      "id", "workspace_id", "name", "role", "key_hash", "created_at", "revoked_at", "last_used_at",
    ],
    "audit_head": ["workspace_id", "count", "hash"],
    "export_file": [
      "workspace_id", "number", "row_count", "bytes", "sha256", "complete", "step", "beginnings",
    ],
    "export_begun": ["id", "workspace_id", "at", "actor", "origin", "kind", "filter"],
    "alive": ["id", "at", "certain_at", "uptime", "boot"],
    "backup_sum": ["id", "sha256"],
  ]
}
