package import Rollcall
package import SQL

/// Rows of `channel`.
enum ChannelRows {
  /// The channel, unless it was removed.
  ///
  /// - Throws: `StoreError.notFound`.
  static func require(_ id: Channel.ID, in workspace: Workspace.ID, _ db: Database) throws -> Channel {
    let found = try db.first(
      "SELECT * FROM channel WHERE workspace_id = \(workspace) AND id = \(id) AND removed_at IS NULL",
      as: Channel.self)
    guard let found else { throw StoreError.notFound("channel \(id.rawValue)") }
    return found
  }

  /// The stored form of the kinds of alert that a channel does not get.
  static func leftOut(_ wishes: ChannelWishes) -> String {
    wishes.leftOut.map(\.rawValue).sorted().joined(separator: " ")
  }

  /// A channel's values for the audit, without its address, which may be a person's.
  static func values(_ kind: Channel.Kind, _ draft: Channel.Draft) -> [String: String] {
    let wishes = draft.wishes
    return [
      "kind": kind.rawValue, "on": "\(draft.isOn)", "only_critical": "\(wishes.isOnlyCritical)",
      "opened": "\(wishes.tellsOpened)", "closed": "\(wishes.tellsClosed)",
      "reports": "\(wishes.tellsReports)", "attach": "\(wishes.attachesReports)",
      "incidents": "\(wishes.tellsIncidents)",
      "left_out": leftOut(wishes),
    ]
  }
}

extension Channel: FetchableRecord {
  /// From a row of `channel`.
  package init(row: Row) throws {
    let leftOut: String = try row["left_out"]
    let secret: String = try row["secret"]
    let kinds = leftOut.utf8.split(separator: UInt8(ascii: " "))
    let wishes = ChannelWishes(
      leftOut: Set(kinds.compactMap { AlertKind(rawValue: String(Substring($0))) }),
      isOnlyCritical: try row["only_critical"], tellsOpened: try row["tells_opened"],
      tellsClosed: try row["tells_closed"], tellsReports: try row["tells_reports"],
      attachesReports: try row["attaches_reports"], tellsIncidents: try row["tells_incidents"])
    self.init(
      id: try row["id"], kind: try row["kind"],
      draft: Channel.Draft(
        name: try row["name"], address: try row["address"], wishes: wishes, isOn: try row["is_on"]),
      hasSecret: secret != "", offReason: try row["off_reason"], createdAt: try row["created_at"])
  }
}
