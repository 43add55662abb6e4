import Foundation
import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// What channels are told: no more than the page of the alerts tells. It passes other people's servers, so titles and
/// places of incidents are left out, too.
enum NoticeText {
  /// The message of a notice.
  ///
  /// - Parameter publicURL: under which address browsers reach this server, without a slash at its end.
  static func message(of notice: ChannelNotice, publicURL: String?) -> ChannelMessage {
    let page = publicURL.map { "\($0)/w/\(notice.workspace.slug)/alerts" }
    var message = ChannelMessage(
      // The same at every attempt, so that whoever gets it twice can tell.
      id: "ntc_\(notice.createdAt.milliseconds)_\(notice.id.rawValue)", type: "",
      at: notice.createdAt.milliseconds,
      title: "", body: "", url: page, details: [("workspace", .text(notice.workspace.slug))])
    switch notice.content {
    case .alert(let alert, let opens, let subject):
      Self.fill(&message, alert, opens: opens, subject: subject, notice.workspace)
    case .sum(let sum): Self.fill(&message, sum, notice.workspace)
    case .report(let file, let rows, let sha256):
      message.type = "report.made"
      message.title = "\(notice.workspace.name): report \(file)"
      message.body = "\(rows) \(rows == 1 ? "row" : "rows")\nSHA-256 \(sha256)"
      message.urgency = .low
      message.url = publicURL.map { "\($0)/w/\(notice.workspace.slug)/reports/schedules" }
      message.details += [("file", .text(file)), ("rows", .number(rows)), ("sha256", .text(sha256))]
    case .test:
      message.type = "test"
      message.title = "\(notice.workspace.name): a test message"
      message.body = "This channel works: alerts of \(notice.workspace.name) come here."
    }
    return message
  }

  private static func fill(
    _ message: inout ChannelMessage, _ alert: Alert, opens: Bool, subject: String, _ workspace: Workspace
  ) {
    let words = AlertWords(alert.topic.kind.rawValue).title
    let about = subject == workspace.name ? "" : ": \(subject)"
    message.type = opens ? "alert.opened" : "alert.closed"
    message.title = "\(workspace.name): \(opens ? words : "Over: \(words)")\(about)"
    let detail = Self.detail(of: alert)
    let since = local(alert.openedAt, workspace)
    let end = alert.closedAt.map { "From \(since) to \(local($0, workspace))." }
    message.body = [detail, opens ? "Since \(since)." : end ?? ""].filter { !$0.isEmpty }
      .joined(separator: "\n")
    message.urgency = opens ? alert.topic.isCritical ? .high : .normal : .low
    message.details += [
      ("alert_id", .number(alert.id)), ("kind", .text(alert.topic.kind.rawValue)),
      ("critical", .flag(alert.topic.isCritical)), ("subject", .text(subject)),
      ("opened_at", .text(alert.openedAt.rfc3339)),
      ("closed_at", .text(opens ? nil : alert.closedAt?.rfc3339)), ("detail", .text(detail)),
    ]
  }

  private static func fill(
    _ message: inout ChannelMessage, _ sum: ChannelNotice.Sum, _ workspace: Workspace
  ) {
    let kinds = sum.kinds.map { "\($0.count) × \(AlertWords($0.kind.rawValue).title)" }
    message.type = "alerts.summed"
    message.title = "\(workspace.name): \(sum.alerts) alerts"
    let span = sum.from.flatMap { from in
      sum.to.map { "From \(local(from, workspace)) to \(local($0, workspace))." }
    }
    message.body =
      (kinds + ["\(sum.opened) were opened, \(sum.closed) are over."] + [span].compactMap(\.self))
      .joined(separator: "\n")
    message.urgency = sum.isCritical ? .high : .normal
    message.details += [
      ("alerts", .number(Int64(sum.alerts))), ("opened", .number(Int64(sum.opened))),
      ("closed", .number(Int64(sum.closed))), ("critical", .flag(sum.isCritical)),
    ]
  }

  /// The figures of an alert's opening. What is told of an incident begins with its title and place: they stay here.
  static func detail(of alert: Alert) -> String {
    switch alert.topic {
    case .responderOffline(_, let incident):
      return incident.map { "Has INC-\($0.rawValue)" } ?? "Has no incident"
    case .incidentUnassigned:
      guard let colon = alert.detail.utf8.lastIndex(of: UInt8(ascii: ":")) else { return "" }
      return String(Substring(alert.detail.utf8[colon...].dropFirst(2)))
    default: return alert.detail
    }
  }

  /// `2026-11-21 11:52:07 +01:00`.
  private static func local(_ instant: Timestamp, _ workspace: Workspace) -> String {
    let zone = TimeZone(identifier: workspace.timeZone) ?? .gmt
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    return LocalTime(instant, offset: zone.secondsFromGMT(for: date)).second
  }
}
