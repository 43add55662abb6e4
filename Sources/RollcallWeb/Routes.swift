public import HTTPServer
import HTTPTypes
import Rollcall

extension Web {
  /// The product's table of contents: method, path, who may, who answers.
  public var routes: [Route] {
    openRoutes + accessRoutes + connectRoutes + phoneLoginRoutes + phoneRoutes + consoleRoutes
      + dispatchRoutes + settingsRoutes + fieldRoutes + ingestRoutes
      + reportRoutes + alertRoutes + doubtRoutes + auditRoutes + holdRoutes + privacyRoutes + trackRoutes
      + mapRoutes + regionRoutes + noticeRoutes
      + files.routes(under: "/assets") + mapFiles.routes
  }

  /// Open to everybody.
  private var openRoutes: [Route] {
    [
      Route(.get, "/health", handler: .inline(health)),
      Route(.get, "/readyz", handler: .inline(readiness)),
      Route(.get, "/metrics", handler: .work(.page, metricsPage)),
      Route(.get, "/", handler: .work(.page, home)),
      Route(.get, "/a/{token}", handler: .work(.page, showOfferLink)),
      Route(.post, "/a/{token}", body: .any(limit: 8_192), handler: .work(.page, acceptOfferLink)),
    ]
  }

  /// A responder's phone, by its access token.
  private var phoneRoutes: [Route] {
    let json = Route.BodyRule.json(limit: Self.bodyLimit)
    // A body is not needed.
    let maybe = Route.BodyRule.any(limit: Self.bodyLimit)
    return [
      phone(.get, "/app/v1/me", me),
      phone(.get, "/app/v1/config", config),
      phone(.put, "/app/v1/duty", body: json, duty),
      phone(.put, "/app/v1/push-token", body: json, pushToken),
      phone(.delete, "/app/v1/push-token/{provider}", body: maybe, dropPushToken),
      phone(.post, "/app/v1/auth/logout", body: .any(limit: Self.bodyLimit), phoneLogout),
      phone(.post, "/app/v1/locations", body: json, upload(.single)),
      batches("/app/v1/locations/batch", .batch),
      batches("/locations", .plain),
      phone(.post, "/app/v1/device-events", body: json, deviceEvents),
      phone(.get, "/app/v1/offers", phoneOffers),
      phone(.post, "/app/v1/offers/{id}/seen", body: maybe, seeOffer),
      phone(.post, "/app/v1/offers/{id}/accept", body: maybe, acceptOffer),
      phone(.post, "/app/v1/offers/{id}/decline", body: maybe, declineOffer),
      phone(.get, "/app/v1/assignment", phoneAssignment),
      phone(.post, "/app/v1/assignments/{id}/arrived", body: maybe, arriveAtAssignment),
      phone(.post, "/app/v1/assignments/{id}/complete", body: maybe, completeAssignment),
    ]
  }

  /// What is set for a workspace.
  private var settingsRoutes: [Route] {
    let form = Route.BodyRule.form(limit: Self.settingsLimit)
    return [
      console(.get, "/w/{ws}/settings", .manageWorkspace, settings),
      console(.get, "/w/{ws}/settings/workspace", .manageWorkspace, workspaceSettings),
      console(.post, "/w/{ws}/settings/workspace", .manageWorkspace, body: form, saveWorkspace),
      console(.get, "/w/{ws}/settings/profiles", .manageWorkspace, profileList),
      console(.get, "/w/{ws}/settings/profiles/{name}", .manageWorkspace, profileSettings),
      console(.post, "/w/{ws}/settings/profiles/{name}", .manageWorkspace, body: form, saveProfile),
      console(.get, "/w/{ws}/settings/dispatch", .manageWorkspace, dispatchSettings),
      console(.post, "/w/{ws}/settings/dispatch", .manageWorkspace, body: form, saveDispatch),
      console(.get, "/w/{ws}/settings/flags", .manageWorkspace, flagSettings),
      console(.post, "/w/{ws}/settings/flags", .manageWorkspace, body: form, saveFlags),
    ]
  }

  /// Incidents, and what people do about them.
  private var dispatchRoutes: [Route] {
    let form = Route.BodyRule.form(limit: Self.incidentLimit)
    let either = Route.BodyRule.any(limit: Self.incidentLimit)
    return [
      console(.get, "/w/{ws}/incidents", .manageIncidents, incidents),
      console(.get, "/w/{ws}/incidents.json", .manageIncidents, incidentsJSON),
      console(.post, "/w/{ws}/incidents", .manageIncidents, body: either, postIncident),
      console(.get, "/w/{ws}/incidents/new", .manageIncidents, newIncident),
      console(.post, "/w/{ws}/incidents/new", .manageIncidents, body: form, rankIncident),
      console(.get, "/w/{ws}/incidents/new/map.json", .viewLiveMap, mapJSON),
      console(.get, "/w/{ws}/incidents/{id}", .manageIncidents, incident),
      console(.get, "/w/{ws}/incidents/{id}.json", .manageIncidents, incidentJSON),
      console(.get, "/w/{ws}/incidents/{id}/candidates.json", .manageIncidents, candidatesJSON),
      console(.post, "/w/{ws}/incidents/{id}/offers", .manageIncidents, body: form, offerIncident),
      console(.post, "/w/{ws}/incidents/{id}/withdraw", .manageIncidents, body: form, withdrawOffer),
      console(.post, "/w/{ws}/incidents/{id}/resolve", .manageIncidents, body: form, resolveIncident),
      console(.post, "/w/{ws}/incidents/{id}/cancel", .manageIncidents, body: form, cancelIncident),
      console(.post, "/w/{ws}/incidents/{id}/reassign", .manageIncidents, body: form, reassignIncident),
      console(.post, "/w/{ws}/incidents/{id}/reopen", .manageIncidents, body: form, reopenIncident),
      console(.post, "/w/{ws}/incidents/{id}/notes", .manageIncidents, body: form, noteIncident),
      console(.get, "/w/{ws}/drills", .manageIncidents, drills),
      console(.get, "/w/{ws}/drills.json", .manageIncidents, drillsJSON),
      console(.post, "/w/{ws}/drills", .manageIncidents, body: either, postDrill),
      console(.get, "/w/{ws}/drills/new", .manageIncidents, newDrill),
      console(.post, "/w/{ws}/drills/new", .manageIncidents, body: form, lookAtDrill),
      console(.get, "/w/{ws}/drills/{id}", .manageIncidents, drill),
      console(.get, "/w/{ws}/drills/{id}.json", .manageIncidents, drillJSON),
      console(.get, "/w/{ws}/drills/{id}.csv", .manageIncidents, drillCSV),
      console(.post, "/w/{ws}/drills/{id}/end", .manageIncidents, body: form, endDrill),
      console(.post, "/w/{ws}/drills/{id}/end.json", .manageIncidents, body: either, endDrillByProgram),
      console(.post, "/w/{ws}/incidents/{id}/offers.json", .manageIncidents, body: either, offerByProgram),
      console(
        .post, "/w/{ws}/incidents/{id}/reassign.json", .manageIncidents, body: either, reassignByProgram),
      console(
        .post, "/w/{ws}/incidents/{id}/withdraw.json", .manageIncidents, body: either, withdrawByProgram),
      console(.post, "/w/{ws}/incidents/{id}/resolve.json", .manageIncidents, body: either, resolveByProgram),
      console(.post, "/w/{ws}/incidents/{id}/cancel.json", .manageIncidents, body: either, cancelByProgram),
      console(.post, "/w/{ws}/incidents/{id}/reopen.json", .manageIncidents, body: either, reopenByProgram),
      console(.post, "/w/{ws}/incidents/{id}/notes.json", .manageIncidents, body: either, noteByProgram),
    ]
  }

  /// A member or an API key, by permission in the workspace of the path.
  private var consoleRoutes: [Route] {
    [
      console(.get, "/w/{ws}", .viewLiveMap, workspaceHome),
      console(.get, "/w/{ws}/board", .viewLiveMap, past: .viewHistory, screens: true, boardOrWall),
      console(.get, "/w/{ws}/board.json", .viewLiveMap, past: .viewHistory, boardJSON),
      console(.get, "/w/{ws}/board.csv", .viewLiveMap, past: .viewHistory, boardCSV),
      console(.get, "/w/{ws}/responders", .viewLiveMap, responders),
      console(.get, "/w/{ws}/responders.json", .viewLiveMap, respondersJSON),
      console(.get, "/w/{ws}/responders/{id}", .viewHistory, responder),
      console(.get, "/w/{ws}/responders/{id}/timeline.json", .viewHistory, timelineJSON),
      console(
        .post, "/w/{ws}/responders/{id}/push-test", .manageResponders, body: .form(limit: 8_192), testPush),
      console(
        .post, "/w/{ws}/responders/{id}/end-session", .manageResponders, body: .form(limit: 8_192),
        endPhoneSession),
      console(
        .post, "/w/{ws}/responders/{id}/active", .manageResponders, body: .form(limit: 8_192), setActive),
      console(.get, "/w/{ws}/lanes", .viewHistory, lanes),
      console(.get, "/w/{ws}/lanes.json", .viewHistory, lanesJSON),
      console(.get, "/w/{ws}/history", .viewHistory, history),
      console(.get, "/w/{ws}/history.json", .viewHistory, historyJSON),
      console(.get, "/w/{ws}/history.csv", .exportHistory, historyCSV),
    ]
  }
}
