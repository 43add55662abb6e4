import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension FleetWeb {
  /// The largest form of the settings, bytes: a profile with as many rules as it may have.
  static let settingsLimit = 131_072

  /// The form of a request, if it was sent by our own page or with a script's key, which another site cannot
  /// make a browser send; otherwise `nil`.
  func trustedForm(_ asked: ConsoleRequest) -> FormFields? {
    guard let form = asked.request.form() else { return nil }
    guard let token = asked.visitor.csrf else { return form }
    return !FormGuard.isCrossSite(asked.request) && FormGuard.isOurs(form, token: token) ? form : nil
  }

  /// The same for a form with a file.
  func trustedUpload(_ asked: ConsoleRequest) -> MultipartForm? {
    guard let form = asked.request.upload() else { return nil }
    guard let token = asked.visitor.csrf else { return form }
    return !FormGuard.isCrossSite(asked.request) && FormGuard.isOurs(form.fields, token: token) ? form : nil
  }

  /// The answer to an untrusted form.
  func refuseForm(_ asked: ConsoleRequest) -> Response {
    web.message(
      .badRequest, asked.request, asked.visitor, detail: Words.Settings.foreignForm)
  }

  /// The surroundings of a page of the settings.
  func settingsShell(_ title: String, _ asked: ConsoleRequest) -> Shell {
    var shell = web.shell(.settings, asked.visitor)
    shell.title = title
    return shell
  }

  /// Redirects to the page, which shows the saved values: reloading does not send the form again.
  func saved(_ asked: ConsoleRequest) -> Response { .redirect(to: "\(asked.request.path)?saved=1") }

  /// The notice of a page fetched after saving.
  func savedNotice(_ asked: ConsoleRequest, _ detail: String = "") -> ActionNotice? {
    asked.request.query["saved"] == nil ? nil : ActionNotice(.calm, "Saved.", detail: detail)
  }

  /// The notice when the form to save is not the one that was previewed.
  static let changedSincePreview = ActionNotice(
    .warning, Words.Settings.nothingSavedYet, detail: Words.Settings.otherThanPreviewed)
}
