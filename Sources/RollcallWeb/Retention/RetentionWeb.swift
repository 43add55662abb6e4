import HTTPServer
import HTTPTypes
import Rollcall

/// Retention periods and holds.
struct RetentionWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: FleetWeb.settingsLimit)
    return [
      door.console(.get, "/w/{ws}/settings/workspace", .manageWorkspace, workspaceSettings),
      door.console(.post, "/w/{ws}/settings/workspace", .manageWorkspace, body: form, saveWorkspace),
    ] + holdRoutes
  }
}

extension Web {
  var retention: RetentionWeb { RetentionWeb(web: self) }
}
