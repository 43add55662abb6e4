import Rollcall
import RollcallStore

extension CommandExecutor {
  func previewRetention(_ slug: String, _ days: Int?) throws(StoreError) -> CommandOutcome {
    guard let workspace = try store.fleet.workspace(slug: slug) else { throw .notFound("workspace \(slug)") }
    let preview = try store.retention.retentionPreview(
      of: workspace.id, days: days ?? workspace.retentionDays)
    let counts: [(name: String, word: String, count: Int)] = [
      ("pings", "pings", preview.pings), ("uploads", "uploads", preview.uploads),
      ("device_events", "device events", preview.deviceEvents),
    ]
    var members: [String: JSONValue] = [
      "slug": .string(slug), "retention_days": .integer(Int64(preview.days)),
      "before": .string(preview.before.rfc3339),
      "people": .integer(Int64(preview.people)),
      "passed_over": object(preview.heldBack),
      "oldest": preview.oldest.map { .string($0.rfc3339) } ?? .null,
      "log_rows": .integer(Int64(min(preview.logRows, RetentionPreview.logCountLimit))),
      "exact": .bool(
        counts.allSatisfy { $0.count <= RetentionPreview.countLimit }
          && preview.logRows <= RetentionPreview.logCountLimit),
    ]
    for (name, _, count) in counts {
      members[name] = .integer(Int64(min(count, RetentionPreview.countLimit)))
    }
    return CommandOutcome(.object(members), text: sentence(preview, counts.map { ($0.word, $0.count) }))
  }

  private func sentence(_ preview: RetentionPreview, _ counts: [(word: String, count: Int)]) -> String {
    let limit = RetentionPreview.countLimit
    let people = "\(preview.people) \(preview.people == 1 ? "person" : "people")"
    let parts = counts.map { kind in
      let rows = kind.count > limit ? "more than \(limit) \(kind.word)" : "\(kind.count) \(kind.word)"
      return kind.word == "pings" ? "\(rows) of \(people)" : rows
    }
    let oldest = preview.oldest.map { ", the oldest ping of \($0.rfc3339)" } ?? ""
    return "Keeping \(preview.days) days would purge \(parts.joined(separator: ", "))"
      + " older than \(preview.before.rfc3339)\(oldest), and \(log(preview)).\(held(preview.heldBack))"
      + " Nothing is changed."
  }

  private func log(_ preview: RetentionPreview) -> String {
    let limit = RetentionPreview.logCountLimit
    return preview.logRows > limit
      ? "more than \(limit) entries of the log" : "\(preview.logRows) entries of the log"
  }

  private func held(_ held: HeldBack) -> String {
    guard held.counts.total > 0 else { return "" }
    let holds = held.holds.map { "\($0.rawValue)" }.joined(separator: ", ")
    return " Holds \(holds) keep \(held.counts.total) rows of \(held.people) people."
  }

  private func object(_ held: HeldBack) -> JSONValue {
    .object([
      "pings": .integer(Int64(held.counts.pings)), "uploads": .integer(Int64(held.counts.uploads)),
      "device_events": .integer(Int64(held.counts.deviceEvents)),
      "log_rows": .integer(Int64(held.counts.logRows)), "people": .integer(Int64(held.people)),
      "holds": .array(held.holds.map { .integer($0.rawValue) }),
    ])
  }

  /// The record of a workspace's last purge.
  func object(_ purge: PurgeRecord?) -> JSONValue {
    guard let purge else { return .null }
    return .object([
      "at": .string(purge.at.rfc3339), "day": .string(purge.day), "before": .string(purge.before.rfc3339),
      "pings": .integer(Int64(purge.counts.pings)), "uploads": .integer(Int64(purge.counts.uploads)),
      "device_events": .integer(Int64(purge.counts.deviceEvents)),
      "log_rows": .integer(Int64(purge.counts.logRows)), "people": .integer(Int64(purge.people)),
      "passed_over": object(purge.heldBack),
    ])
  }
}
