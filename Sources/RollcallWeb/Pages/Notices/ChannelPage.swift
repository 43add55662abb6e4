import Rollcall
import RollcallStore

/// One channel: its messages and their results, and its signing secret.
struct ChannelPage: Page {
  static let template = "Notices/ChannelPage"
  /// How many messages of the log a page holds.
  static let rows = 50

  var head: FormHead
  var all: String
  var kindWords: String
  /// Why Rollcall switched it off.
  var trouble: ActionNotice?
  var name, address: FormField
  /// The token for its server; absent for channels without one.
  var token: FormField?
  /// Forgets the stored token; absent without one.
  var noToken: TickBox?
  /// Whether it gets any messages.
  var isOn: TickBox
  var steps, alerts: [TickBox]
  /// Whether its messages are signed, with a secret that can be renewed.
  var isSigned: Bool
  /// The log, the newest first.
  var log: [NoticeRow]
  /// The next page of the log; empty at its end.
  var older: String

  /// The page of a channel; `form` holds the stored or the typed values.
  init(
    shell: Shell, slug: String, channel: Channel, form: ChannelForm, log: [NoticeRow],
    older: ChannelNotice.ID? = nil, problems: [FieldProblem] = [], secret: SecretOnce? = nil,
    notice: ActionNotice? = nil
  ) {
    let path = Self.path(slug, channel.id)
    head = FormHead(shell, slug: slug, path: path, problems: problems, secret: secret, notice: notice)
    (all, kindWords) = (ChannelsPage.path(slug), channel.kind.words)
    trouble = channel.offReason.map {
      ActionNotice(.danger, Words.Channels.rollcallSwitchedOff, detail: Words.Channels.nothingTold($0))
    }
    let (draft, wishes) = (form.draft, form.draft.wishes)
    name = FormField("name", "Name", value: draft.name, isRequired: true, problems: problems)
    address = FormField(
      "address", Words.Channels.whereLeads, value: draft.address, hint: channel.kind.addressHint,
      isRequired: true, problems: problems)
    token =
      channel.kind == .ntfy
      ? FormField(
        "token", channel.hasSecret ? Words.Channels.anotherAccessToken : Words.Channels.accessToken,
        hint: channel.hasSecret ? Words.Channels.keptTokenHint : Words.Channels.tokenHint, problems: problems)
      : nil
    noToken =
      channel.kind == .ntfy && channel.hasSecret
      ? TickBox("no_token", Words.Channels.forgetToken, isOn: form.forgetsToken) : nil
    isOn = TickBox("on", "On", isOn: draft.isOn)
    let attach = TickBox("attach", Words.Channels.attachReports, isOn: wishes.attachesReports)
    steps =
      [
        TickBox("opened", Words.Channels.whenAlertBegins, isOn: wishes.tellsOpened),
        TickBox("closed", Words.Channels.whenOver, isOn: wishes.tellsClosed),
        TickBox("reports", Words.Channels.whenScheduledReport, isOn: wishes.tellsReports),
      ] + (channel.kind == .mail ? [attach] : []) + [
        TickBox("incidents", Words.Channels.whenIncidentGoesOn, isOn: wishes.tellsIncidents),
        TickBox("only_critical", Words.Channels.alertsOnlyWhatCannotWait, isOn: wishes.isOnlyCritical),
      ]
    alerts = AlertKind.allCases.map {
      TickBox("alert", AlertWords($0.rawValue).title, value: $0.rawValue, isOn: !wishes.leftOut.contains($0))
    }
    isSigned = channel.kind == .webhook
    self.log = log
    self.older = older.map { "\(path)?before=\($0.rawValue)#log-title" } ?? ""
  }

  static func path(_ slug: String, _ id: Channel.ID) -> String { "\(ChannelsPage.path(slug))/\(id.rawValue)" }
}

extension Channel.Kind {
  fileprivate var addressHint: String {
    switch self {
    case .webhook: Words.Channels.webhookHint
    case .ntfy:
      Words.Channels.ntfyHint
    case .mail: Words.Channels.mailHint
    }
  }
}
