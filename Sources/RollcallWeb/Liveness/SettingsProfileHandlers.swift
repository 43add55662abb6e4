import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension LivenessWeb {
  /// `GET /w/{ws}/settings/profiles`
  @Sendable func profileList(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try profilesPage(asked)
  }

  /// The list, with a profile that could not be added.
  func profilesPage(
    _ asked: ConsoleRequest, new: ProfileCopyForm = ProfileCopyForm(), problems: [FieldProblem] = []
  ) throws(StoreError) -> Response {
    let slug = asked.visitor.workspace.slug
    let people = store.liveness.board(of: asked.visitor.workspace.id)
    let rows = try store.fleet.profiles(slug: slug).map { profile in
      ProfileRow(profile, slug: slug, people: people.count { $0.person.profile == profile.name })
    }
    return web.html(
      pages.render(
        ProfilesPage(
          shell: web.fleet.settingsShell("Profiles", asked), slug: slug, rows: rows, new: new,
          problems: problems)), status: problems.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/settings/profiles/{name}`
  @Sendable func profileSettings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let profile = try profile(asked) else {
      return web.message(.notFound, asked.request, asked.visitor)
    }
    return profilePage(
      asked, ProfileDraft(stored: profile),
      notice: web.fleet.savedNotice(asked, Words.Profiles.holdsForAll))
  }

  /// `POST /w/{ws}/settings/profiles/{name}`: previews the fields or the JSON, or saves the change that was
  /// previewed.
  @Sendable func saveProfile(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    guard let stored = try profile(asked) else { return web.message(.notFound, asked.request, asked.visitor) }
    let draft = ProfileDraft(form, stored: stored)
    guard let profile = draft.profile else { return profilePage(asked, draft) }
    let isSaving = form["do"] == "save"
    if isSaving, form["seen"] == draft.hash {
      try store.fleet.editProfile(stored.name, in: asked.visitor.scope) { profile in
        // What the form's fields leave out may have changed since it was read.
        profile = try ProfileDraft(form, stored: profile).required()
      }
      return web.fleet.saved(asked)
    }
    let preview = ProfilePreview(
      try store.liveness.preview(profile, of: asked.visitor.workspace.id), hash: draft.hash, asked.visitor)
    return profilePage(asked, draft, preview, notice: isSaving ? FleetWeb.changedSincePreview : nil)
  }

  /// The profile of the path.
  func profile(_ asked: ConsoleRequest) throws(StoreError) -> Profile? {
    let name = asked.request.parameters["name"] ?? ""
    return try store.fleet.profiles(slug: asked.visitor.workspace.slug).first {
      $0.name.utf8.elementsEqual(name.utf8)
    }
  }

  private func profilePage(
    _ asked: ConsoleRequest, _ draft: ProfileDraft, _ preview: ProfilePreview? = nil,
    notice: ActionNotice? = nil
  ) -> Response {
    let workspace = asked.visitor.workspace
    let people = store.liveness.board(of: workspace.id).count { $0.person.profile == draft.name }
    let page = ProfilePage(
      shell: web.fleet.settingsShell(Words.Profiles.title(draft.name), asked), slug: workspace.slug,
      name: draft.name,
      people: people, form: draft.form, json: draft.json, source: draft.source,
      preview: preview, problems: draft.problems, notice: notice)
    return web.html(pages.render(page), status: draft.problems.isEmpty ? .ok : .badRequest)
  }
}
