import Rollcall
import RollcallStore

/// The channels of a workspace.
struct ChannelsPage: Page {
  static let template = "Notices/ChannelsPage"

  var head: FormHead
  /// The channels, by name.
  var channels: [ChannelRow]
  /// The fields of a new one: name, kind, address and token.
  var name: FormField
  var kind: FormSelect
  var address, token: FormField

  /// The page; `typed` holds the posted values for a new channel.
  init(
    shell: Shell, slug: String, channels: [ChannelRow], typed: NewChannelForm = NewChannelForm(),
    abilities: ChannelAbilities, problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    head = FormHead(shell, slug: slug, path: Self.path(slug), problems: problems, notice: notice)
    self.channels = channels
    name = FormField(
      "name", "Name", value: typed.name, hint: Words.Channels.nameHint, isRequired: true, problems: problems)
    kind = FormSelect(
      "kind", "Kind",
      choices: Channel.Kind.allCases.map {
        Choice(value: $0.rawValue, label: $0.words, isSelected: $0.rawValue == typed.kindWord)
      }, hint: abilities.sendsMail ? "" : Words.Channels.noMailServer, problems: problems)
    address = FormField(
      "address", Words.Channels.whereLeads, value: typed.address, hint: Words.Channels.addressHint,
      isRequired: true, problems: problems)
    token = FormField(
      "token", Words.Channels.accessTokenNtfyServer, hint: Words.Channels.newTokenHint, problems: problems)
  }

  static func path(_ slug: String) -> String { PagePath.settings(slug, "channels") }
}

extension Channel.Kind {
  var words: String {
    switch self {
    case .webhook: "Webhook"
    case .ntfy: "ntfy"
    case .mail: "Mail"
    }
  }
}

/// A channel in the list.
struct ChannelRow: PagePart {
  var link: Link
  var kind: String
  /// Its state, `On`, `Off`, `Failing` or `Switched off`, and its problem in words; may be empty.
  var state, trouble: String
  var told: String
  /// How many messages wait; empty for none.
  var waiting: String
  var last: Moment
}

extension ChannelRow {
  init(_ channel: Channel, _ health: ChannelHealth, slug: String, clock: PageClock) {
    let (state, trouble) =
      if !channel.draft.isOn {
        (channel.offReason == nil ? "Off" : Words.Channels.switchedOff, channel.offReason ?? "")
      } else if health.isFailing { ("Failing", health.last?.result.reason ?? "") } else { ("On", "") }
    self.init(
      link: Link(label: channel.draft.name, href: ChannelPage.path(slug, channel.id)),
      kind: channel.kind.words, state: state, trouble: trouble, told: Self.words(channel.draft.wishes),
      waiting: health.waiting > 0 ? Words.grouped(health.waiting) : "", last: clock.age(of: health.last?.at))
  }

  private static func words(_ wishes: ChannelWishes) -> String {
    let steps =
      switch (wishes.tellsOpened, wishes.tellsClosed) {
      case (true, true): Words.Channels.beginningsEnds
      case (true, false): "Beginnings"
      case (false, true): "Ends"
      case (false, false): Words.Channels.noAlerts
      }
    let left = AlertKind.allCases.count - wishes.leftOut.count
    let kinds =
      wishes.leftOut.isEmpty
      ? Words.Channels.allKinds : Words.Channels.ofKinds(left, AlertKind.allCases.count)
    return [
      steps, wishes.tellsOpened || wishes.tellsClosed ? kinds : "",
      wishes.isOnlyCritical ? Words.Channels.criticalOnly : "", wishes.tellsReports ? "reports" : "",
      wishes.tellsIncidents ? "incidents" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
