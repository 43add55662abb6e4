import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// New profiles as copies of others, by the form and by programs; and profiles changed by programs.
struct ProfileCopyWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.any(limit: Web.bodyLimit)
    return [
      door.console(.post, "/w/{ws}/settings/profiles", .manageWorkspace, body: .form(limit: 8_192), add),
      door.console(.get, "/w/{ws}/settings/profiles.json", .manageWorkspace, list),
      door.console(.post, "/w/{ws}/settings/profiles.json", .manageWorkspace, body: json, addByProgram),
      door.console(
        .post, "/w/{ws}/settings/profiles/{name}/edit.json", .manageWorkspace, body: json, editByProgram),
    ]
  }

  /// `POST /w/{ws}/settings/profiles`
  @Sendable func add(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = ProfileCopyForm(form.pairs)
    do throws(StoreError) {
      let added = try add(typed, asked)
      return .redirect(to: ProfilePage.path(asked.visitor.workspace.slug, added.name))
    } catch {
      let problem =
        switch error {
        case .notFound: FieldProblem("copy_of", Words.Profiles.chooseOriginal)
        case .conflict(let text): FieldProblem("name", text)
        case .invalid: FieldProblem("name", Words.Profiles.newNameHint)
        default: throw error
        }
      return try web.liveness.profilesPage(asked, new: typed, problems: [problem])
    }
  }

  /// Adds a copy; the first profile of a workspace has one rule, a report every minute. Blocks.
  private func add(_ typed: ProfileCopyForm, _ asked: ConsoleRequest) throws(StoreError) -> Profile {
    let workspace = asked.visitor.workspace
    guard try store.fleet.profiles(slug: workspace.slug).isEmpty else {
      return try store.fleet.copyProfile(typed.original, as: typed.name, in: asked.visitor.scope)
    }
    let first = Profile(
      name: typed.name, offers: [IncidentKind.incident.rawValue],
      rules: [ProfileRule(name: "always", interval: 60)])
    try store.fleet.importProfile(first, slug: workspace.slug, by: asked.visitor.scope.actor)
    return first
  }

  /// `GET /w/{ws}/settings/profiles.json`
  @Sendable func list(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let profiles = try store.fleet.profiles(slug: asked.visitor.workspace.slug)
    var writer = JSONWriter(reserving: profiles.count * 1_024 + 32)
    writer.object { root in
      root.array("profiles") { list in
        for profile in profiles { list.raw(ProfileDraft.text(of: profile).utf8) }
      }
    }
    return .json(writer.bytes)
  }

  /// `POST /w/{ws}/settings/profiles.json`
  @Sendable func addByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let request = try Programs.read { () throws(WireError) in
        try ProfileCopyRequest.decode(bytes: asked.request.body)
      }
      let added: Profile
      do throws(StoreError) {
        added = try store.fleet.copyProfile(request.original, as: request.name, in: asked.visitor.scope)
      } catch {
        switch error {
        case .notFound: throw .field("copy_of", "There is no profile \(request.original)")
        case .invalid(let text): throw .field("name", text)
        default: throw .store(error)
        }
      }
      return .json(Array(ProfileDraft.text(of: added).utf8), status: .created)
    }
  }

  /// `POST /w/{ws}/settings/profiles/{name}/edit.json`: members of the document; what is not named stays.
  @Sendable func editByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      var problems: [FieldProblem] = []
      do throws(StoreError) {
        let name = asked.request.parameters["name"] ?? ""
        let profile = try store.fleet.editProfile(name, in: asked.visitor.scope) { profile in
          let draft = ProfileDraft(changing: profile, by: asked.request.body)
          problems = draft.problems
          profile = try draft.required()
        }
        return .json(Array(ProfileDraft.text(of: profile).utf8))
      } catch {
        guard case .invalid = error, !problems.isEmpty else { throw .store(error) }
        throw .wire(
          .invalid(problems.map { RequestFault(field: "profile", rule: "format", message: $0.text) }))
      }
    }
  }
}
