import HTTPServer
import HTTPTypes
import Rollcall

/// People and their settings.
struct FleetWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: Self.settingsLimit)
    return [
      door.console(.get, "/w/{ws}/settings/flags", .manageWorkspace, flagSettings),
      door.console(.post, "/w/{ws}/settings/flags", .manageWorkspace, body: form, saveFlags),
    ] + personRoutes + importRoutes
  }
}

extension Web {
  var fleet: FleetWeb { FleetWeb(web: self) }
}
