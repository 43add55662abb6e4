import Rollcall
import RollcallStore

/// The channels of a workspace.
public struct ChannelsPage: Page {
  /// Its template.
  public static let template = "Notices/ChannelsPage"

  /// What surrounds it.
  public var shell: Shell
  /// The settings.
  public var settings: String
  /// Where the form of a new one leads.
  public var path: String
  /// What happened.
  public var notice: ActionNotice?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// The channels, by name.
  public var channels: [ChannelRow]
  /// Whether there are any.
  public var hasChannels: Bool
  /// The name of a new one.
  public var name: FormField
  /// How a new one is brought.
  public var kind: FormSelect
  /// Where a new one leads.
  public var address: FormField
  /// What its server asks for.
  public var token: FormField

  /// The page; `typed` is what was typed for a new channel.
  init(
    shell: Shell, slug: String, channels: [ChannelRow], typed: NewChannelForm = NewChannelForm(),
    abilities: ChannelAbilities, problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    path = Self.path(slug)
    self.notice = notice
    self.problems = ProblemList(problems)
    self.channels = channels
    hasChannels = !channels.isEmpty
    name = FormField(
      "name", "Name", value: typed.name, hint: "Who hears it, e.g. Night duty.", isRequired: true,
      problems: problems)
    kind = FormSelect(
      "kind", "Kind",
      choices: Channel.Kind.allCases.map {
        Choice(value: $0.rawValue, label: $0.words, isSelected: $0.rawValue == typed.kindWord)
      },
      hint: abilities.sendsMail ? "" : "This server sends no mail: its operator has not set a mail server.",
      problems: problems)
    address = FormField(
      "address", "Where it leads", value: typed.address,
      hint: "Webhook: an https address. ntfy: https://server/topic. Mail: 1 to 10 addresses, with commas.",
      isRequired: true, problems: problems)
    token = FormField(
      "token", "Access token of the ntfy server",
      hint: "Only where that server asks for one. It is not shown again.",
      problems: problems)
  }

  /// Its address.
  static func path(_ slug: String) -> String { PagePath.settings(slug, "channels") }

  /// An example with every kind of content.
  public static let sample: ChannelsPage = {
    var typed = NewChannelForm()
    (typed.name, typed.address) = ("Night duty", "http://hooks.example.org")
    return ChannelsPage(
      shell: .example(.settings, title: "Channels"), slug: "city-rescue",
      channels: [.sample, .well], typed: typed, abilities: ChannelAbilities(),
      problems: [FieldProblem("address", "An https URL of at most 2,048 characters.")],
      notice: ActionNotice(.calm, "The channel is removed."))
  }()

  /// Without any channel.
  static let none = ChannelsPage(
    shell: .example(.settings, title: "Channels"), slug: "city-rescue", channels: [],
    abilities: ChannelAbilities(sendsMail: true))
}

extension Channel.Kind {
  /// What people call it.
  var words: String {
    switch self {
    case .webhook: "Webhook"
    case .ntfy: "ntfy"
    case .mail: "Mail"
    }
  }
}

/// A channel in the list.
public struct ChannelRow: PagePart {
  /// What it is called, and where it is changed.
  public var link: Link
  /// How it is brought.
  public var kind: String
  /// Whether it works: `On`, `Off`, `Failing` or `Switched off`.
  public var state: String
  /// What is wrong, in words; may be empty.
  public var trouble: String
  /// What it is told, in a few words.
  public var told: String
  /// How many messages wait; empty for none.
  public var waiting: String
  /// The latest attempt.
  public var last: Moment

  /// The row of a channel.
  init(_ channel: Channel, _ health: ChannelHealth, slug: String, clock: PageClock) {
    link = Link(label: channel.draft.name, href: ChannelPage.path(slug, channel.id))
    kind = channel.kind.words
    if !channel.draft.isOn {
      (state, trouble) = (channel.offReason == nil ? "Off" : "Switched off", channel.offReason ?? "")
    } else if health.isFailing {
      (state, trouble) = ("Failing", health.last?.result.reason ?? "")
    } else {
      (state, trouble) = ("On", "")
    }
    told = Self.words(channel.draft.wishes)
    waiting = health.waiting > 0 ? Words.grouped(Int64(health.waiting)) : ""
    last = clock.age(of: health.last?.at)
  }

  private static func words(_ wishes: ChannelWishes) -> String {
    let steps =
      switch (wishes.tellsOpened, wishes.tellsClosed) {
      case (true, true): "Beginnings and ends"
      case (true, false): "Beginnings"
      case (false, true): "Ends"
      case (false, false): "No alerts"
      }
    let left = AlertKind.allCases.count - wishes.leftOut.count
    let kinds = wishes.leftOut.isEmpty ? "all kinds" : "\(left) of \(AlertKind.allCases.count) kinds"
    return [
      steps, wishes.tellsOpened || wishes.tellsClosed ? kinds : "",
      wishes.isOnlyCritical ? "critical only" : "", wishes.tellsReports ? "reports" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// An example with every kind of content.
  public static let sample: ChannelRow = {
    var health = ChannelHealth()
    health.waiting = 4
    health.last = NoticeRow.sampleAttempt
    return ChannelRow(ChannelPage.sampleChannel, health, slug: "city-rescue", clock: PageClock.sample)
  }()

  /// One that works.
  static let well = ChannelRow(
    Channel(
      id: Channel.ID(4), kind: .ntfy,
      draft: Channel.Draft(
        name: "Phones of the night", address: "https://ntfy.example.org/rc-u8Kf3mPq",
        wishes: ChannelWishes(leftOut: [.responderFlapping], isOnlyCritical: true, tellsClosed: false)),
      hasSecret: false, createdAt: PageClock.sampleNow), ChannelHealth(), slug: "city-rescue",
    clock: PageClock.sample)
}
