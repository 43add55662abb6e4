import Foundation
public import Rollcall
public import RollcallStore

// Messages to channels tell no more than the alerts page. They pass other people's servers, so titles and
// places of incidents are left out, too.

/// An alert that was opened, or is over.
struct AlertText: TextMessage {
  static let template = "Messages/Alert"

  var workspace: String
  var isOver: Bool
  var kind: String
  /// The name of the subject; empty when it is the workspace.
  var subject: String
  /// The figures of its opening; may be empty.
  var detail: String
  /// Local time.
  var from: String
  /// Local time; empty while it is open.
  var to: String

  init(_ alert: Alert, opens: Bool, subject: String, in workspace: Workspace) {
    self.workspace = workspace.name
    isOver = !opens
    kind = AlertWords(alert.topic.kind.rawValue).title
    self.subject = subject == workspace.name ? "" : subject
    detail = alert.toldDetail
    from = workspace.local(alert.openedAt)
    to = alert.closedAt.map(workspace.local) ?? ""
  }
}

/// No member has acknowledged an alert in time.
struct EscalationText: TextMessage {
  static let template = "Messages/Escalation"

  var workspace: String
  var kind: String
  /// The name of the subject; empty when it is the workspace.
  var subject: String
  /// The figures of its opening; may be empty.
  var detail: String
  /// Local time.
  var from: String

  init(_ alert: AlertText) {
    (workspace, kind, subject) = (alert.workspace, alert.kind, alert.subject)
    (detail, from) = (alert.detail, alert.from)
  }
}

/// Many alerts in one message.
struct AlertSumText: TextMessage {
  struct Kind: PagePart {
    var count: String
    var title: String
  }

  /// From the first step to the last, local time.
  struct Span: PagePart {
    var from: String
    var to: String
  }

  static let template = "Messages/AlertSum"

  var workspace: String
  var alerts: String
  var kinds: [Kind]
  var opened: String
  var closed: String
  var span: Span?

  init(_ sum: ChannelNotice.Sum, in workspace: Workspace) {
    self.workspace = workspace.name
    alerts = "\(sum.alerts)"
    kinds = sum.kinds.map { Kind(count: "\($0.count)", title: AlertWords($0.kind.rawValue).title) }
    (opened, closed) = ("\(sum.opened)", "\(sum.closed)")
    span = sum.from.flatMap { from in
      sum.to.map { Span(from: workspace.local(from), to: workspace.local($0)) }
    }
  }
}

/// What became of a report's file that was to go with its mail.
public enum MailedFile: Equatable, Sendable {
  /// It is in the mail.
  case attached
  /// It is not in its folder.
  case missing
  /// It is not the file that was recorded.
  case altered
  /// Mail servers would not take it.
  case tooLarge(megabytes: Int)
}

/// A scheduled report is ready.
struct ReportMadeText: TextMessage {
  static let template = "Messages/ReportMade"

  var workspace: String
  var file: String
  var rows: String
  var isOne: Bool
  var sha256: String
  /// What became of the file that was to go with it; may be empty.
  var note: String
}

/// Something happened to an incident.
struct IncidentNewsText: TextMessage {
  static let template = "Messages/IncidentNews"

  var workspace: String
  /// The incident's reference, as people use it.
  var reference: String
  var what: String
  /// Local time.
  var at: String
  var severity: String
}

/// A test of a channel.
struct ChannelTestText: TextMessage {
  static let template = "Messages/ChannelTest"

  var workspace: String
}

extension MessageTexts {
  /// The text for a channel.
  ///
  /// - Parameters:
  ///   - head: the end of the workspace's audit, written below; `nil` = not there.
  ///   - file: what became of the file that was to go with a report's message; `nil` = none was.
  public func text(of notice: ChannelNotice, head: KnownHead? = nil, file: MailedFile? = nil) -> MessageText {
    let text = text(of: notice, note: file.map(Words.Channels.file) ?? "")
    return head.map { text.adding("Audit: \($0.text)") } ?? text
  }

  private func text(of notice: ChannelNotice, note: String) -> MessageText {
    let workspace = notice.workspace
    return switch notice.content {
    case .alert(let alert, let opens, let subject):
      text(of: AlertText(alert, opens: opens, subject: subject, in: workspace))
    case .escalated(let alert, let subject):
      text(of: EscalationText(AlertText(alert, opens: true, subject: subject, in: workspace)))
    case .sum(let sum): text(of: AlertSumText(sum, in: workspace))
    case .report(let file, let rows, let sha256):
      text(
        of: ReportMadeText(
          workspace: workspace.name, file: file, rows: "\(rows)", isOne: rows == 1, sha256: sha256,
          note: note))
    case .incident(let notice):
      text(
        of: IncidentNewsText(
          workspace: workspace.name, reference: notice.reference, what: Words.IncidentNotices.of(notice.news),
          at: workspace.local(notice.at),
          severity: Words.IncidentNotices.severity(StatePill.severity(notice.severity).word)))
    case .test: text(of: ChannelTestText(workspace: workspace.name))
    }
  }
}

extension Alert {
  /// The figures of its opening. The detail of an incident names its title and place: they stay here.
  public var toldDetail: String {
    switch topic {
    case .responderOffline(_, let incident):
      return Words.AlertNotices.assignment(incident)
    case .incidentUnassigned, .replacementNotFound:
      guard let colon = detail.utf8.lastIndex(of: UInt8(ascii: ":")) else { return "" }
      let figures = String(Substring(detail.utf8[colon...].dropFirst(2)))
      return AlertIncident.places(in: detail).map { "\($0); \(figures)" } ?? figures
    default: return detail
    }
  }
}

extension Workspace {
  /// `2026-11-21 11:52:07 +01:00`.
  fileprivate func local(_ instant: Timestamp) -> String {
    let zone = TimeZone(identifier: timeZone) ?? .gmt
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    return LocalTime(instant, offset: zone.secondsFromGMT(for: date)).second
  }
}
