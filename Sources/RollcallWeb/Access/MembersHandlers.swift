import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension MemberWeb {
  /// `GET /w/{ws}/settings/members`
  @Sendable func members(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let notice: ActionNotice? =
      switch asked.request.query["done"] {
      case "role": ActionNotice(.calm, Words.Members.roleChanged, detail: Words.Members.holdsFromNextRequest)
      case "removed":
        ActionNotice(.calm, Words.Members.noMemberAnyMore, detail: Words.Members.whatOpenHereClosed)
      case "revoked":
        ActionNotice(.calm, Words.Members.invitationTakenBack, detail: Words.Members.linkOpensNothing)
      default: nil
      }
    return try membersPage(asked, notice: notice)
  }

  /// `POST /w/{ws}/settings/members/{id}`: changes the role, and what they are called.
  @Sendable func setMember(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    guard let entry = try memberEntry(asked) else {
      return web.message(.notFound, asked.request, asked.visitor)
    }
    guard let role = Role(rawValue: form["role"] ?? "") else {
      return try membersPage(
        asked, notice: ActionNotice(.danger, Words.Members.noSuchRole), status: .badRequest)
    }
    guard asked.visitor.role.includes(entry.role), asked.visitor.role.includes(role) else {
      return web.message(.forbidden, asked.request, asked.visitor)
    }
    let name = form["name"].map { $0.trimmingCharacters(in: .whitespaces) }
    if let name, !name.isEmpty, !name.hasBytes(NameLimits.short) || name.hasControlCharacters {
      return try membersPage(
        asked, notice: ActionNotice(.danger, Words.Members.nothingChanged, detail: Words.Members.nameFormat),
        status: .badRequest)
    }
    return try changing(asked, done: "role") { () throws(StoreError) in
      if let name {
        try store.members.setName(
          name.isEmpty ? nil : name, of: entry.id, by: asked.visitor.authority, in: asked.visitor.workspace.id
        )
      }
      try store.members.setRole(
        role, of: entry.id, by: asked.visitor.authority, in: asked.visitor.workspace.id)
    }
  }

  /// `POST /w/{ws}/settings/members/{id}/remove`
  @Sendable func removeMember(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    guard let entry = try memberEntry(asked) else {
      return web.message(.notFound, asked.request, asked.visitor)
    }
    guard asked.visitor.role.includes(entry.role) else {
      return web.message(.forbidden, asked.request, asked.visitor)
    }
    return try changing(asked, done: "removed") { () throws(StoreError) in
      try store.members.removeMember(entry.id, by: asked.visitor.authority, in: asked.visitor.workspace.id)
    }
  }

  /// Makes a change that may conflict with the present state, e.g. that a workspace keeps an owner, and shows
  /// the result on the page.
  private func changing(
    _ asked: ConsoleRequest, done: String, _ change: () throws(StoreError) -> Void
  ) throws(StoreError) -> Response {
    do throws(StoreError) { try change() } catch {
      guard case .conflict(let text) = error else { throw error }
      let notice = ActionNotice(.danger, Words.Members.nothingChanged, detail: "\(text).")
      return try membersPage(asked, notice: notice, status: .conflict)
    }
    return .redirect(to: "\(MembersPage.path(asked.visitor.workspace.slug))?done=\(done)")
  }

  func memberEntry(_ asked: ConsoleRequest) throws(StoreError) -> MemberEntry? {
    guard let id = asked.request.parameters["id"].flatMap({ Int64($0) }) else { return nil }
    return try store.members.all(of: asked.visitor.workspace.id).first { $0.id.rawValue == id }
  }

  func membersPage(
    _ asked: ConsoleRequest, typed: (email: String, role: String) = ("", ""), problems: [FieldProblem] = [],
    secret: SecretOnce? = nil, notice: ActionNotice? = nil, status: HTTPResponse.Status = .ok
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let page = MembersPage(
      shell: web.fleet.settingsShell("Members", asked), slug: workspace.slug,
      mayGive: asked.visitor.role.given,
      members: try store.members.all(of: workspace.id).map {
        MemberRow(
          $0, by: asked.visitor.role, isReader: $0.email == asked.visitor.name, slug: workspace.slug,
          clock: clock)
      },
      invitations: try store.members.invitations(of: workspace.id).map {
        InvitationRow($0, by: asked.visitor.role, slug: workspace.slug, clock: clock)
      }, typed: typed, problems: problems, secret: secret, notice: notice)
    return web.html(pages.render(page), status: status)
  }
}

extension Visitor {
  /// The visitor's authority to change the access of others.
  var authority: Authority { Authority(actor: scope.actor, role: role) }
}
