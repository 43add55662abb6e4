import Rollcall
import RollcallStore

/// One channel: its messages and their results, and its signing secret.
struct ChannelPage: Page {
  static let template = "Notices/ChannelPage"
  /// How many messages of the log a page holds.
  static let rows = 50

  var head: FormHead
  /// All channels.
  var all: String
  /// How it is brought.
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
  /// The steps and the kinds of alert that it gets.
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
      ActionNotice(
        .danger, "Rollcall has switched it off.", detail: "\($0). Nothing is told until it is on again.")
    }
    let (draft, wishes) = (form.draft, form.draft.wishes)
    name = FormField("name", "Name", value: draft.name, isRequired: true, problems: problems)
    address = FormField(
      "address", "Where it leads", value: draft.address, hint: channel.kind.addressHint, isRequired: true,
      problems: problems)
    token =
      channel.kind == .ntfy
      ? FormField(
        "token", channel.hasSecret ? "Another access token" : "Access token",
        hint: channel.hasSecret
          ? "One is kept; leave this empty to keep it. With an address on another server it is forgotten."
          : "Only where the server asks for one.",
        problems: problems) : nil
    noToken =
      channel.kind == .ntfy && channel.hasSecret
      ? TickBox("no_token", "Forget the token", isOn: form.forgetsToken) : nil
    isOn = TickBox("on", "On", isOn: draft.isOn)
    steps = [
      TickBox("opened", "When an alert begins", isOn: wishes.tellsOpened),
      TickBox("closed", "When it is over", isOn: wishes.tellsClosed),
      TickBox("reports", "When a scheduled report is there", isOn: wishes.tellsReports),
      TickBox("only_critical", "Of alerts, only what cannot wait", isOn: wishes.isOnlyCritical),
    ]
    alerts = AlertKind.allCases.map {
      TickBox(
        "alert", AlertWords($0.rawValue).title, value: $0.rawValue, isOn: !wishes.leftOut.contains($0))
    }
    isSigned = channel.kind == .webhook
    self.log = log
    self.older = older.map { "\(path)?before=\($0.rawValue)#log-title" } ?? ""
  }

  static func path(_ slug: String, _ id: Channel.ID) -> String {
    "\(ChannelsPage.path(slug))/\(id.rawValue)"
  }
}

extension Channel.Kind {
  fileprivate var addressHint: String {
    switch self {
    case .webhook: "An https address that takes signed POSTs."
    case .ntfy:
      "The server and the topic: https://ntfy.example.org/topic. Whoever knows the topic can read along."
    case .mail: "1 to 10 addresses, with commas. All of them see each other's."
    }
  }
}
