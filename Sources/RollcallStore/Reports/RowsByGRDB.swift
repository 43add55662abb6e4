import GRDB
import Rollcall

extension Alert {
  /// A row of `alert`; `nil` for a kind that this program does not know.
  init?(_ row: Row) {
    guard let topic = AlertTopic(kind: row["kind"], scope: row["scope"]) else { return nil }
    self.init(
      id: row["id"], topic: topic, openedAt: Timestamp(milliseconds: row["opened_at"]),
      closedAt: (row["closed_at"] as Int64?).map { Timestamp(milliseconds: $0) }, detail: row["detail"])
  }
}
