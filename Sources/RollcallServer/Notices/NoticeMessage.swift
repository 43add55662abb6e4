import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// A channel's message: its text, its urgency, and the data for programs.
enum NoticeMessage {
  /// The message of a notice.
  ///
  /// - Parameter publicURL: under which address browsers reach this server, without a slash at its end.
  static func of(_ notice: ChannelNotice, _ text: MessageText, publicURL: String?) -> ChannelMessage {
    let facts = Facts(notice.content)
    return ChannelMessage(
      // The same at every attempt, so that a repetition can be detected.
      id: "ntc_\(notice.createdAt.milliseconds)_\(notice.id.rawValue)", type: facts.type,
      at: notice.createdAt.milliseconds, title: text.title, body: text.body, urgency: facts.urgency,
      url: publicURL.map { "\($0)/w/\(notice.workspace.slug)/\(facts.page)" },
      details: [("workspace", .text(notice.workspace.slug))] + facts.details)
  }

  /// Data for programs.
  private struct Facts {
    var type: String
    var urgency = ChannelMessage.Urgency.normal
    /// The page with more about it.
    var page = "alerts"
    var details: [(name: String, value: ChannelMessage.Value)] = []

    init(_ content: ChannelNotice.Content) {
      switch content {
      case .alert(let alert, let opens, let subject): self = .of(alert, opens: opens, subject: subject)
      case .escalated(let alert, let subject):
        self = .of(alert, opens: true, subject: subject)
        (type, urgency) = ("alert.escalated", .high)
      case .sum(let sum): self = .of(sum)
      case .report(let file, let rows, let sha256):
        type = "report.made"
        (urgency, page) = (.low, "reports/schedules")
        details = [("file", .text(file)), ("rows", .number(rows)), ("sha256", .text(sha256))]
      case .incident(let notice): self = .of(notice)
      case .test: type = "test"
      }
    }

    private static func of(_ notice: IncidentNotice) -> Facts {
      var facts = Facts(type: "incident.\(notice.news.rawValue)")
      facts.urgency = notice.news.isUrgent ? .high : .normal
      facts.page = "incidents/\(notice.incident.rawValue)"
      facts.details = [
        ("incident_id", .number(notice.incident.rawValue)), ("reference", .text(notice.reference)),
        ("kind", .text(notice.kind.rawValue)), ("severity", .text(notice.severity.rawValue)),
        ("state", .text(notice.state.rawValue)), ("at", .text(notice.at.rfc3339)),
      ]
      facts.details += notice.responder.map { [("responder_id", .number($0.rawValue))] } ?? []
      return facts
    }

    private init(type: String) { self.type = type }

    private static func of(_ alert: Alert, opens: Bool, subject: String) -> Facts {
      var facts = Facts(type: opens ? "alert.opened" : "alert.closed")
      facts.urgency = opens ? alert.topic.isCritical ? .high : .normal : .low
      facts.details = [
        ("alert_id", .number(alert.id)), ("kind", .text(alert.topic.kind.rawValue)),
        ("critical", .flag(alert.topic.isCritical)), ("subject", .text(subject)),
        ("opened_at", .text(alert.openedAt.rfc3339)),
        ("closed_at", .text(opens ? nil : alert.closedAt?.rfc3339)), ("detail", .text(alert.toldDetail)),
      ]
      return facts
    }

    private static func of(_ sum: ChannelNotice.Sum) -> Facts {
      var facts = Facts(type: "alerts.summed")
      facts.urgency = sum.isCritical ? .high : .normal
      facts.details = [
        ("alerts", .number(Int64(sum.alerts))), ("opened", .number(Int64(sum.opened))),
        ("closed", .number(Int64(sum.closed))), ("critical", .flag(sum.isCritical)),
      ]
      return facts
    }
  }
}
