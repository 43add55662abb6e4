import HTTPServer
import HTTPTypes
import Rollcall

/// Incidents by programs.
struct IncidentProgramWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let either = Route.BodyRule.any(limit: IncidentWeb.incidentLimit)
    return [
      door.console(
        .post, "/w/{ws}/incidents/{id}/offers.json", .manageIncidents, body: either, offerByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/reassign.json", .manageIncidents, body: either, reassignByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/withdraw.json", .manageIncidents, body: either, withdrawByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/resolve.json", .manageIncidents, body: either, resolveByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/cancel.json", .manageIncidents, body: either, cancelByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/reopen.json", .manageIncidents, body: either, reopenByProgram),
      door.console(.post, "/w/{ws}/incidents/{id}/edit.json", .manageIncidents, body: either, editByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/needs.json", .manageIncidents, body: either, needsByProgram),
      door.console(.post, "/w/{ws}/incidents/{id}/notes.json", .manageIncidents, body: either, noteByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/replace.json", .manageIncidents, body: either, replaceByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/release.json", .manageIncidents, body: either, releaseByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/on-the-way.json", .manageIncidents, body: either, onTheWayByProgram),
      door.console(
        .post, "/w/{ws}/incidents/{id}/arrived.json", .manageIncidents, body: either, arrivedByProgram),
      door.console(.post, "/w/{ws}/incidents/{id}/done.json", .manageIncidents, body: either, doneByProgram),
      door.console(.post, "/w/{ws}/incidents/{id}/calls", .manageIncidents, body: either, callByProgram),
    ]
  }
}
