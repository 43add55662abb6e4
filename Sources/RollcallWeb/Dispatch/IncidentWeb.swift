import HTTPServer
import HTTPTypes
import Rollcall

/// Incidents, and the actions on them.
struct IncidentWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: Self.incidentLimit)
    let either = Route.BodyRule.any(limit: IncidentWeb.incidentLimit)
    return [
      door.console(.get, "/w/{ws}/incidents", .viewIncidents, incidents),
      door.console(.get, "/w/{ws}/incidents.json", .viewIncidents, incidentsJSON),
      door.console(
        .post, "/w/{ws}/incidents", .manageIncidents, body: either,
        IncidentProgramWeb(web: web).postIncident),
      door.console(.get, "/w/{ws}/where.json", .manageIncidents, whereJSON),
      door.console(.get, "/w/{ws}/incidents/new", .manageIncidents, newIncident),
      door.console(.post, "/w/{ws}/incidents/new", .manageIncidents, body: form, rankIncident),
      door.console(.get, "/w/{ws}/incidents/{id}", .viewIncidents, incident),
      door.console(.get, "/w/{ws}/incidents/{id}.json", .viewIncidents, incidentJSON),
      door.console(.get, "/w/{ws}/incidents/{id}/candidates.json", .manageIncidents, candidatesJSON),
      door.console(.post, "/w/{ws}/incidents/{id}/offers", .manageIncidents, body: form, offerIncident),
      door.console(.post, "/w/{ws}/incidents/{id}/withdraw", .manageIncidents, body: form, withdrawOffer),
      door.console(.post, "/w/{ws}/incidents/{id}/resolve", .manageIncidents, body: form, resolveIncident),
      door.console(.post, "/w/{ws}/incidents/{id}/cancel", .manageIncidents, body: form, cancelIncident),
      door.console(.post, "/w/{ws}/incidents/{id}/reassign", .manageIncidents, body: form, reassignIncident),
      door.console(.post, "/w/{ws}/incidents/{id}/assignee", .manageIncidents, body: form, actOnAssignee),
      door.console(.post, "/w/{ws}/incidents/{id}/call", .manageIncidents, body: form, noteCall),
      door.console(.post, "/w/{ws}/incidents/{id}/reopen", .manageIncidents, body: form, reopenIncident),
      door.console(.post, "/w/{ws}/incidents/{id}/edit", .manageIncidents, body: form, editIncident),
      door.console(.post, "/w/{ws}/incidents/{id}/needs", .manageIncidents, body: form, changeNeeds),
      door.console(.post, "/w/{ws}/incidents/{id}/notes", .manageIncidents, body: form, noteIncident),
    ]
  }
}

extension Web {
  var incidents: IncidentWeb { IncidentWeb(web: self) }
}
