import Rollcall
import RollcallStore

@testable import RollcallWeb

extension ChannelPage: Sampled {
  static let sampleChannel = Channel(
    id: Channel.ID(3), kind: .ntfy,
    draft: Channel.Draft(
      name: "Night duty", address: "https://ntfy.example.org/rc-u8Kf3mPq",
      wishes: ChannelWishes(leftOut: [.responderFlapping], isOnlyCritical: true, tellsReports: true),
      isOn: false),
    hasSecret: true, offReason: "The server wants no more messages (410)", createdAt: PageClock.sampleNow)

  static let sample = ChannelPage(
    shell: .example(.settings, title: "Night duty"), slug: "city-rescue", channel: sampleChannel,
    form: ChannelForm(sampleChannel.draft), log: [.sample, .summed, .sent], older: ChannelNotice.ID(7),
    problems: [FieldProblem("name", "There is a channel of this name already.")],
    notice: ActionNotice(.calm, "Saved."))

  /// A webhook that was just made.
  static let new = ChannelPage(
    shell: .example(.settings, title: "Pager"), slug: "city-rescue", channel: newChannel,
    form: ChannelForm(newChannel.draft), log: [],
    secret: .channel(named: "Pager", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwUPD8ILPZIo2="))

  static let newChannel = Channel(
    id: Channel.ID(5), kind: .webhook,
    draft: Channel.Draft(name: "Pager", address: "https://hooks.example.org/rollcall"), hasSecret: true,
    createdAt: PageClock.sampleNow)
}

extension EscalationPage: Sampled {
  static let sample = example(
    EscalationForm(
      Escalation(steps: [.init(Channel.ID(3), after: 300_000), .init(Channel.ID(5), after: 900_000)])),
    notice: ActionNotice(.calm, "Saved."))

  static func example(
    _ form: EscalationForm, problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) -> EscalationPage {
    EscalationPage(
      form, channels: [(Channel.ID(3), "Night duty"), (Channel.ID(5), "Pager")],
      shell: .example(.settings, title: "Escalation"), slug: "city-rescue", problems: problems,
      notice: notice)
  }
}

extension ChannelsPage: Sampled {
  static let sample: ChannelsPage = {
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

extension ChannelRow: Sampled {
  static let sample: ChannelRow = {
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

extension NoticeRow: Sampled {
  static let sampleAttempt = NoticeEntry.Attempt(
    at: PageClock.sampleNow.advanced(by: -60_000),
    result: DeliveryResult(.retry, reason: "The server failed (503)", status: 503, took: 41))

  static let sample = example(
    12, .opened, .waiting, alert: .noOnlineResponders(region: "North"), attempts: [sampleAttempt],
    subject: "North")

  static let summed = example(11, .sum, .cancelled, count: 37, reason: "the channel was switched off")

  static let sent = example(
    10, .test, .accepted,
    attempts: [
      NoticeEntry.Attempt(
        at: PageClock.sampleNow.advanced(by: -90_000),
        result: DeliveryResult(.accepted, status: 200, took: 38)
      )
    ])

  static func example(
    _ id: Int64, _ kind: ChannelNotice.Kind, _ state: Delivery.State, alert: AlertTopic? = nil,
    count: Int = 0, reason: String = "", attempts: [NoticeEntry.Attempt] = [], subject: String = ""
  ) -> NoticeRow {
    NoticeRow(
      NoticeEntry(
        id: ChannelNotice.ID(id), kind: kind,
        alert: alert.map { Alert(id: 1, topic: $0, openedAt: PageClock.sampleNow, detail: "") }, count: count,
        state: state, reason: reason, createdAt: PageClock.sampleNow.advanced(by: -90_000),
        nextAt: state == .waiting ? PageClock.sampleNow.advanced(by: 30_000) : nil, attempts: attempts),
      subject: subject,
      clock: PageClock.sample)
  }
}

extension NoticeAttemptRow: Sampled {
  static let sample = NoticeAttemptRow(NoticeRow.sampleAttempt, clock: PageClock.sample)
}
