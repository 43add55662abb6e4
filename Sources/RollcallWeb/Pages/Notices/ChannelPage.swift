import Rollcall
import RollcallStore

/// One channel: what it is told, what it is signed with, and what became of each message.
public struct ChannelPage: Page {
  /// Its template.
  public static let template = "Notices/ChannelPage"
  /// How many messages of the log a page holds.
  static let rows = 50

  /// What surrounds it.
  public var shell: Shell
  /// The settings.
  public var settings: String
  /// All channels.
  public var all: String
  /// Where the form leads.
  public var path: String
  /// How it is brought.
  public var kindWords: String
  /// What happened.
  public var notice: ActionNotice?
  /// Why Rollcall switched it off.
  public var trouble: ActionNotice?
  /// A secret that was just made.
  public var secret: SecretOnce?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// What it is called.
  public var name: FormField
  /// Where it leads.
  public var address: FormField
  /// What its server asks for; absent where no server does.
  public var token: FormField?
  /// Forgets the token that is kept; absent when none is.
  public var noToken: TickBox?
  /// Whether it is told anything.
  public var isOn: TickBox
  /// Which steps are told, and which alerts.
  public var steps: [TickBox]
  /// The kinds of alert.
  public var alerts: [TickBox]
  /// Whether its messages are signed, with a secret that can be renewed.
  public var isSigned: Bool
  /// The log, the newest first.
  public var log: [NoticeRow]
  /// Whether there is any.
  public var hasLog: Bool
  /// Where the log goes on; empty at its end.
  public var older: String

  /// The page of a channel; `form` is what is stored, or what was typed.
  init(
    shell: Shell, slug: String, channel: Channel, form: ChannelForm, log: [NoticeRow],
    older: ChannelNotice.ID? = nil, problems: [FieldProblem] = [], secret: SecretOnce? = nil,
    notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    all = ChannelsPage.path(slug)
    path = Self.path(slug, channel.id)
    kindWords = channel.kind.words
    self.notice = notice
    trouble = channel.offReason.map {
      ActionNotice(
        .danger, "Rollcall has switched it off.", detail: "\($0). Nothing is told until it is on again.")
    }
    self.secret = secret
    self.problems = ProblemList(problems)
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
    hasLog = !log.isEmpty
    self.older = older.map { "\(Self.path(slug, channel.id))?before=\($0.rawValue)#log-title" } ?? ""
  }

  /// Its address.
  static func path(_ slug: String, _ id: Channel.ID) -> String {
    "\(ChannelsPage.path(slug))/\(id.rawValue)"
  }

  static let sampleChannel = Channel(
    id: Channel.ID(3), kind: .ntfy,
    draft: Channel.Draft(
      name: "Night duty", address: "https://ntfy.example.org/rc-u8Kf3mPq",
      wishes: ChannelWishes(leftOut: [.responderFlapping], isOnlyCritical: true, tellsReports: true),
      isOn: false),
    hasSecret: true, offReason: "The server wants no more messages (410)", createdAt: PageClock.sampleNow)

  /// An example with every kind of content.
  public static let sample = ChannelPage(
    shell: .example(.settings, title: "Night duty"), slug: "city-rescue", channel: sampleChannel,
    form: ChannelForm(sampleChannel.draft), log: [.sample, .summed, .sent], older: ChannelNotice.ID(7),
    problems: [FieldProblem("name", "There is a channel of this name already.")],
    notice: ActionNotice(.calm, "Saved."))

  /// A webhook that was just made.
  static let new = ChannelPage(
    shell: .example(.settings, title: "Pager"), slug: "city-rescue", channel: newChannel,
    form: ChannelForm(newChannel.draft), log: [],
    secret: .channel(named: "Pager", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwUPD8ILPZIo2="))

  private static let newChannel = Channel(
    id: Channel.ID(5), kind: .webhook,
    draft: Channel.Draft(name: "Pager", address: "https://hooks.example.org/rollcall"), hasSecret: true,
    createdAt: PageClock.sampleNow)
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
