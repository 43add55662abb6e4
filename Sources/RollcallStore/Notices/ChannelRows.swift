import GRDB
import Rollcall

/// Rows of `channel`.
enum ChannelRows {
  /// The channel, unless it was removed.
  ///
  /// - Throws: `StoreError.notFound`.
  static func require(_ id: Channel.ID, in workspace: Workspace.ID, _ db: Database) throws -> Channel {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT * FROM channel WHERE workspace_id = ? AND id = ? AND removed_at IS NULL"),
      arguments: [workspace.rawValue, id.rawValue])
    guard let found = row.flatMap(channel) else { throw StoreError.notFound("channel \(id.rawValue)") }
    return found
  }

  /// A row's channel; `nil` for a kind that this program does not know.
  static func channel(_ row: Row) -> Channel? {
    guard let kind = Channel.Kind(rawValue: row["kind"]) else { return nil }
    let leftOut = (row["left_out"] as String).utf8.split(separator: UInt8(ascii: " "))
    let wishes = ChannelWishes(
      leftOut: Set(leftOut.compactMap { AlertKind(rawValue: String(Substring($0))) }),
      isOnlyCritical: row["only_critical"], tellsOpened: row["tells_opened"],
      tellsClosed: row["tells_closed"], tellsReports: row["tells_reports"])
    return Channel(
      id: Channel.ID(row["id"]), kind: kind,
      draft: Channel.Draft(
        name: row["name"], address: row["address"], wishes: wishes, isOn: row["is_on"]),
      hasSecret: row["secret"] as String != "", offReason: row["off_reason"],
      createdAt: Timestamp(milliseconds: row["created_at"]))
  }

  /// The columns that a draft sets.
  static func arguments(_ draft: Channel.Draft) -> StatementArguments {
    [
      "name": draft.name, "address": draft.address,
      "left_out": draft.wishes.leftOut.map(\.rawValue).sorted().joined(separator: " "),
      "only_critical": draft.wishes.isOnlyCritical, "opened": draft.wishes.tellsOpened,
      "closed": draft.wishes.tellsClosed, "reports": draft.wishes.tellsReports, "on": draft.isOn,
    ]
  }

  /// What the audit tells of a channel: not where it leads, which may be somebody's address.
  static func values(_ kind: Channel.Kind, _ draft: Channel.Draft) -> [String: String] {
    let wishes = draft.wishes
    return [
      "kind": kind.rawValue, "on": "\(draft.isOn)", "only_critical": "\(wishes.isOnlyCritical)",
      "opened": "\(wishes.tellsOpened)", "closed": "\(wishes.tellsClosed)",
      "reports": "\(wishes.tellsReports)",
      "left_out": wishes.leftOut.map(\.rawValue).sorted().joined(separator: " "),
    ]
  }
}
