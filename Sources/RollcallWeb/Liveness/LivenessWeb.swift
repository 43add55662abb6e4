import HTTPServer
import HTTPTypes
import Rollcall

/// Reachability, now and in the past.
struct LivenessWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.json(limit: Web.bodyLimit)
    return [
      door.phone(.put, "/app/v1/duty", body: json, duty),
      door.console(.get, "/w/{ws}", .viewPeople, workspaceHome),
      door.console(.get, "/w/{ws}/board", .viewLiveMap, past: .viewHistory, screens: true, boardOrWall),
      door.console(.get, "/w/{ws}/board.json", .viewLiveMap, past: .viewHistory, boardJSON),
      door.console(.get, "/w/{ws}/board.csv", .viewLiveMap, past: .viewHistory, boardCSV),
      door.console(.get, "/w/{ws}/responders/{id}", .viewHistory, responder),
      door.console(.get, "/w/{ws}/responders/{id}/timeline.json", .viewHistory, timelineJSON),
      door.console(
        .post, "/w/{ws}/responders/{id}/end-session", .manageResponders, body: .form(limit: 8_192),
        endPhoneSession),
      door.console(
        .post, "/w/{ws}/responders/{id}/active", .manageResponders, body: .form(limit: 8_192), setActive),
      door.console(.get, "/w/{ws}/settings/profiles", .manageWorkspace, profileList),
      door.console(.get, "/w/{ws}/settings/profiles/{name}", .manageWorkspace, profileSettings),
      door.console(
        .post, "/w/{ws}/settings/profiles/{name}", .manageWorkspace,
        body: .form(limit: FleetWeb.settingsLimit),
        saveProfile),
      door.console(.get, "/w/{ws}/lanes", .viewHistory, lanes),
      door.console(.get, "/w/{ws}/lanes.json", .viewHistory, lanesJSON),
    ]
  }
}

extension Web {
  var liveness: LivenessWeb { LivenessWeb(web: self) }
}
