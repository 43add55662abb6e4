import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension NoticeWeb {
  /// `GET /w/{ws}/settings/channels`
  @Sendable func channels(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let isDone = asked.request.query["removed"] != nil
    return try channelsPage(
      asked,
      notice: isDone
        ? ActionNotice(.calm, Words.Channels.channelRemoved, detail: Words.Channels.removedAdvice) : nil)
  }

  /// `POST /w/{ws}/settings/channels`: the answer shows the secret that signs a webhook's messages, once.
  @Sendable func addChannel(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = NewChannelForm(form.pairs)
    let problems = typed.problems(web.channelAbilities)
    guard problems.isEmpty, let kind = typed.kind else {
      return try channelsPage(asked, typed: typed, problems: problems)
    }
    let draft = Channel.Draft(name: typed.name, address: typed.address)
    let made: (id: Channel.ID, secret: String?)
    do {
      made = try store.channels.addChannel(
        kind, draft, token: typed.token, allowsPlainHTTP: web.channelAbilities.allowsPlainHTTP,
        in: asked.visitor.scope)
    } catch StoreError.conflict(let words) {
      return try channelsPage(asked, typed: typed, problems: [FieldProblem("name", words)])
    }
    guard let secret = made.secret else {
      return .redirect(to: "\(ChannelPage.path(asked.visitor.workspace.slug, made.id))?saved=1")
    }
    return try channelPage(asked, made.id, secret: .channel(named: typed.name, secret: secret))
  }

  /// `GET /w/{ws}/settings/channels/{id}`
  @Sendable func channel(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let isTried = asked.request.query["tried"] != nil
    return try channelPage(
      asked, try Self.channelID(asked),
      notice: isTried
        ? ActionNotice(
          .calm, Words.Channels.tested, detail: Words.Channels.testedAdvice)
        : web.fleet.savedNotice(asked, asked.request.query["token"] == nil ? "" : Self.forgottenToken))
  }

  /// `POST /w/{ws}/settings/channels/{id}`
  @Sendable func saveChannel(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let id = try Self.channelID(asked)
    let kind = try store.channels.channel(id, in: asked.visitor.workspace.id).kind
    let typed = ChannelForm(form.pairs)
    let problems = typed.problems(kind, web.channelAbilities)
    guard problems.isEmpty else { return try channelPage(asked, id, typed: typed, problems: problems) }
    let isForgotten: Bool
    do {
      isForgotten = try store.channels.setChannel(
        id, typed.draft, token: typed.newToken, allowsPlainHTTP: web.channelAbilities.allowsPlainHTTP,
        in: asked.visitor.scope)
    } catch StoreError.conflict(let words) {
      return try channelPage(asked, id, typed: typed, problems: [FieldProblem("name", words)])
    }
    return isForgotten
      ? .redirect(to: "\(asked.request.path)?saved=1&token=forgotten") : web.fleet.saved(asked)
  }

  private static let forgottenToken =
    Words.Channels.tokenForgotten

  /// `POST /w/{ws}/settings/channels/{id}/secret`: the answer shows the new one, once.
  @Sendable func renewChannelSecret(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let (id, workspace) = (try Self.channelID(asked), asked.visitor.workspace.id)
    let name = try store.channels.channel(id, in: workspace).draft.name
    let secret = try store.channels.renewChannelSecret(id, in: asked.visitor.scope)
    return try channelPage(asked, id, secret: .channel(named: name, secret: secret))
  }

  /// `POST /w/{ws}/settings/channels/{id}/test`
  @Sendable func testChannel(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let id = try Self.channelID(asked)
    do {
      try store.channels.testChannel(id, in: asked.visitor.scope)
    } catch StoreError.conflict(let words) {
      return try channelPage(asked, id, notice: ActionNotice(.warning, words), status: .conflict)
    }
    return .redirect(to: "\(ChannelPage.path(asked.visitor.workspace.slug, id))?tried=1#log-title")
  }

  /// `POST /w/{ws}/settings/channels/{id}/remove`
  @Sendable func removeChannel(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    try store.channels.removeChannel(
      try Self.channelID(asked), in: asked.visitor.scope)
    return .redirect(to: "\(ChannelsPage.path(asked.visitor.workspace.slug))?removed=1")
  }

  private static func channelID(_ asked: ConsoleRequest) throws(StoreError) -> Channel.ID {
    guard let id = asked.request.parameters["id"].flatMap({ Int64($0) }) else { throw .notFound("channel") }
    return Channel.ID(id)
  }

  private func channelsPage(
    _ asked: ConsoleRequest, typed: NewChannelForm = NewChannelForm(), problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let health = try store.channels.channelHealth(of: workspace.id)
    let page = ChannelsPage(
      shell: web.fleet.settingsShell("Channels", asked), slug: workspace.slug,
      channels: try store.channels.all(of: workspace.id).map { channel in
        ChannelRow(channel, health[channel.id] ?? ChannelHealth(), slug: workspace.slug, clock: clock)
      }, typed: typed, abilities: web.channelAbilities, problems: problems, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }

  private func channelPage(
    _ asked: ConsoleRequest, _ id: Channel.ID, typed: ChannelForm? = nil, problems: [FieldProblem] = [],
    secret: SecretOnce? = nil, notice: ActionNotice? = nil, status: HTTPResponse.Status? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let channel = try store.channels.channel(id, in: workspace.id)
    let before = asked.request.query["before"].flatMap { Int64($0) }.map { ChannelNotice.ID($0) }
    let entries = try store.channels.notices(
      to: id, in: workspace.id, before: before, limit: ChannelPage.rows)
    let view = try AlertView(store, asked.visitor, open: [], others: entries.compactMap(\.alert))
    let page = ChannelPage(
      shell: web.fleet.settingsShell(channel.draft.name, asked), slug: workspace.slug, channel: channel,
      form: typed ?? ChannelForm(channel.draft),
      log: entries.map { entry in
        NoticeRow(entry, subject: entry.alert.map(view.subject) ?? "", clock: clock)
      }, older: entries.count == ChannelPage.rows ? entries.last?.id : nil, problems: problems,
      secret: secret,
      notice: notice)
    return web.html(pages.render(page), status: status ?? (problems.isEmpty ? .ok : .badRequest))
  }
}
