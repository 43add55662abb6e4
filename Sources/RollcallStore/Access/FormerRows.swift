import Foundation
import GRDB
import Rollcall

// Rows of statements that do not go through SQL yet.

extension AuditEntry {
  init(_ row: Row) {
    self.init(
      number: row["number"], at: Timestamp(milliseconds: row["at"]), actor: row["actor"],
      origin: row["origin"], action: row["action"], subject: row["subject"], detail: row["detail"],
      before: row["value_before"], after: row["value_after"], previous: row["previous"], hash: row["hash"])
  }
}

extension PhoneSessions {
  static func session(_ row: Row) -> PhoneSession {
    PhoneSession(
      id: PhoneSession.ID(row["id"]), responder: Responder.ID(row["responder_id"]),
      workspace: Workspace.ID(row["workspace_id"]), deviceID: row["device_id"],
      expiresAt: Timestamp(milliseconds: row["access_until"] ?? row["expires_at"]),
      revokedAt: row.instant("revoked_at"), isRefreshable: row["access_until"] as Int64? != nil,
      isSuperseded: row["superseded"])
  }

  /// What the phone of a session said of itself.
  static func device(_ row: Row) -> PhoneDevice {
    PhoneDevice(
      name: row["device_name"], platform: row["platform"], osVersion: row["os_version"],
      appVersion: row["app_version"])
  }
}

extension Workspaces {
  static func workspace(_ row: Row) -> Workspace {
    Workspace(
      id: Workspace.ID(row["id"]), slug: row["slug"], name: row["name"], timeZone: row["time_zone"],
      retentionDays: row["retention_days"], tellsOffline: row["offline_alerts"],
      massSilence: MassSilenceRule(percent: row["mass_percent"], minutes: row["mass_minutes"]),
      ownersNeedTwoFactor: row["owners_two_factor"])
  }
}
