import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension AccountWeb {
  /// The first workspace.
  var firstRunRoutes: [Route] {
    [
      Route(.get, "/setup/{token}", handler: .work(.page, showFirstRun)),
      Route(.post, "/setup/{token}", body: .form(limit: Door.formLimit), handler: .work(.hashing, firstRun)),
    ]
  }

  /// `GET /setup/{token}`
  @Sendable func showFirstRun(_ request: Request) -> Response {
    gated(request) { gate throws(StoreError) in
      firstRunPage(request, FirstRunForm(timeZone: TimeZone.current.identifier))
    }
  }

  /// `POST /setup/{token}`: makes the workspace and its owner, logs them in, and leads to the people.
  @Sendable func firstRun(_ request: Request) -> Response {
    gated(request) { gate throws(StoreError) in
      guard let form = loggedOutForm(request) else { return web.message(.badRequest, request) }
      let typed = FirstRunForm { form[$0] }
      let problems = typed.problems(password: form["password"] ?? "", again: form["again"] ?? "")
      guard problems.isEmpty else { return firstRunPage(request, typed, problems: problems) }
      guard let hash = try? web.passwords.hash(form["password"] ?? "", saltOf: nil) else {
        throw .unavailable("no hash of a password")
      }
      let member = try store.accounts.setUp(typed.first(hash), profiles: gate.profiles)
      let people = PagePath.importPeople(typed.workspace.addressName)
      guard case .begun(let cookies) = try store.accounts.login(member, from: browser(request)) else {
        return .redirect(to: "/login")
      }
      return begun(cookies, request, next: people)
    }
  }

  private func gated(
    _ request: Request, _ answered: (SetupGate) throws(StoreError) -> Response
  ) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      guard let gate = web.installation.setup, gate.opens(for: request, now: store.clock()),
        try store.accounts.isNew()
      else {
        return web.connecting.strangersAnswer(request) { web.message(.notFound, request) }
      }
      return try answered(gate)
    }
  }

  private func firstRunPage(
    _ request: Request, _ form: FirstRunForm, problems: [FieldProblem] = []
  ) -> Response {
    let token = LoginCookie.form.value(request) ?? Secret.random().text
    let page = FirstRunPage(path: request.path, csrf: token, form: form, problems: problems)
    var response = web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
    response.set(.form, token, request)
    return response
  }
}

/// The form of the first workspace and its owner, as typed.
struct FirstRunForm: Equatable, Sendable {
  var workspace: NewWorkspaceForm
  var email = ""

  init(timeZone: String) { workspace = NewWorkspaceForm(timeZone: timeZone) }

  init(_ field: (String) -> String?) {
    (workspace, email) = (NewWorkspaceForm(field), field("email") ?? "")
  }

  func first(_ passwordHash: String) -> FirstWorkspace {
    FirstWorkspace(
      slug: workspace.addressName, name: workspace.name, timeZone: workspace.timeZone,
      country: workspace.countryCode, email: email, passwordHash: passwordHash)
  }

  func problems(password: String, again: String) -> [FieldProblem] {
    var problems = workspace.problems()
    if !AccountStore.isPlausible(email.lowercased()) {
      problems.append(FieldProblem("email", Words.FirstRun.badEmail))
    }
    if !PasswordHasher.isAcceptable(password) {
      problems.append(FieldProblem("password", Words.FirstRun.badPassword))
    }
    if again != password { problems.append(FieldProblem("again", Words.Members.notSamePassword)) }
    return problems
  }
}
