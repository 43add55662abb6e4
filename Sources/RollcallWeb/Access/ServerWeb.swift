import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// The installation, for those who own every workspace of it.
struct ServerWeb: WebPart {
  let web: Web

  static let path = "/server"

  /// Its part of the table of contents.
  var routes: [Route] {
    [
      door.account(.get, Self.path, show),
      door.account(.post, "\(Self.path)/public-address", setAddress),
      door.account(.post, "\(Self.path)/backup", backUp),
      door.account(.post, "\(Self.path)/workspaces", addWorkspace),
    ]
  }

  /// Whether a member owns the installation.
  func isOpen(to member: Member.ID?) throws(StoreError) -> Bool {
    guard let member else { return false }
    return try store.accounts.ownsInstallation(member)
  }

  /// `GET /server`
  @Sendable func show(_ asked: AccountRequest) throws(StoreError) -> Response {
    let notice: ActionNotice? =
      switch asked.request.query["done"] {
      case "address": ActionNotice(.calm, Words.Server.addressSaved)
      case "backup": ActionNotice(.calm, Words.Server.backupBegun, detail: Words.Server.backupBegunDetail)
      case "running": ActionNotice(.warning, Words.Server.backupRuns)
      default: nil
      }
    return try page(asked, typed: nil, notice: notice)
  }

  /// `POST /server/public-address`: holds at once for all links and codes.
  @Sendable func setAddress(_ asked: AccountRequest) throws(StoreError) -> Response {
    guard try isOpen(to: asked.session.member) else { return web.message(.forbidden, asked.request) }
    var typed = asked.form["public_url"] ?? ""
    while typed.hasSuffix("/") { typed.removeLast() }
    guard web.installation.configuredURL == nil else { return try page(asked, typed: nil) }
    guard typed.isEmpty || Self.isAddress(typed) else {
      return try page(asked, typed: typed, problems: [FieldProblem("public_url", Words.Server.badAddress)])
    }
    try store.accounts.setPublicAddress(typed.isEmpty ? nil : typed, by: asked.session.member)
    return .redirect(to: "\(Self.path)?done=address")
  }

  /// `POST /server/backup`: begins one. It is listed when it is there, and never sent to a browser.
  @Sendable func backUp(_ asked: AccountRequest) throws(StoreError) -> Response {
    guard try isOpen(to: asked.session.member) else { return web.message(.forbidden, asked.request) }
    guard web.installation.desk.backUp() else { return .redirect(to: "\(Self.path)?done=running") }
    try store.accounts.recordBackup(by: asked.session.member)
    return .redirect(to: "\(Self.path)?done=backup")
  }

  /// `POST /server/workspaces`: makes a workspace, and leads to its people.
  @Sendable func addWorkspace(_ asked: AccountRequest) throws(StoreError) -> Response {
    guard try isOpen(to: asked.session.member) else { return web.message(.forbidden, asked.request) }
    let typed = NewWorkspaceForm { asked.form[$0] }
    var problems = typed.problems()
    guard problems.isEmpty else { return try page(asked, typed: nil, new: typed, problems: problems) }
    do throws(StoreError) {
      let added = try store.accounts.addWorkspace(
        slug: typed.addressName, name: typed.name, timeZone: typed.timeZone, country: typed.countryCode,
        profilesOf: typed.original, by: asked.session.member)
      return .redirect(to: PagePath.importPeople(added.slug))
    } catch {
      switch error {
      case .conflict: problems = [FieldProblem("slug", Words.Server.slugTaken(typed.addressName))]
      case .notFound: problems = [FieldProblem("profiles_of", Words.Server.chooseWorkspace)]
      default: throw error
      }
      return try page(asked, typed: nil, new: typed, problems: problems)
    }
  }

  /// An address without a path, as browsers and phones reach us.
  private static func isAddress(_ text: String) -> Bool {
    guard text.utf8.count <= 300, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let scheme = ["https://", "http://"].first(where: text.hasPrefix)
    else { return false }
    let rest = text.dropFirst(scheme.count)
    let signs = Set("/?#@\\\"'<>")
    return !rest.isEmpty && !rest.hasPrefix(":") && !rest.contains(where: signs.contains)
  }

  private func page(
    _ asked: AccountRequest, typed: String?, new: NewWorkspaceForm? = nil, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    guard try isOpen(to: asked.session.member) else { return web.message(.forbidden, asked.request) }
    let zone = asked.session.memberships.first?.workspace.timeZone ?? "UTC"
    let page = ServerPage(
      shell: door.accountShell(asked, title: Words.Server.title), facts: web.installation.desk.look(),
      address: .init(
        configured: web.installation.configuredURL, typed: typed ?? web.installation.publicURL ?? "",
        asked: web.members.link(asked.request, ""),
        lost: unreachableHost(asked.request)),
      workspaces: asked.session.memberships.map { ($0.workspace.slug, $0.workspace.name) },
      new: new ?? NewWorkspaceForm(timeZone: zone),
      problems: problems, notice: notice, clock: Zone.pageClock(zone, now: store.clock()))
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}

extension ServerWeb {
  /// The host to which links and codes lead, when only this machine can reach it; otherwise `nil`.
  func unreachableHost(_ request: Request) -> String? {
    let link = web.members.link(request, "")
    guard let scheme = link.range(of: "://") else { return nil }
    let authority = link[scheme.upperBound...]
    let host =
      authority.hasPrefix("[")
      ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" && $0 != "/" }
    return host == "localhost" || host == "::1" || host.hasPrefix("127.") ? String(authority) : nil
  }

  /// The warning where codes and links are made; `nil` when phones can follow them. Blocks.
  func unreachableNotice(_ asked: ConsoleRequest) throws(StoreError) -> ActionNotice? {
    guard let host = unreachableHost(asked.request) else { return nil }
    guard try isOpen(to: asked.visitor.account) else {
      return ActionNotice(
        .warning, Words.PhonesCannotReach.title(host), detail: Words.PhonesCannotReach.others)
    }
    return ActionNotice(
      .warning, Words.PhonesCannotReach.title(host), detail: Words.PhonesCannotReach.detail,
      action: Link(label: Words.PhonesCannotReach.forOwners, href: ServerWeb.path))
  }
}
