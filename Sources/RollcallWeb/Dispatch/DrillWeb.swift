import HTTPServer
import HTTPTypes
import Rollcall

/// Drills.
struct DrillWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: IncidentWeb.incidentLimit)
    let either = Route.BodyRule.any(limit: IncidentWeb.incidentLimit)
    return [
      door.console(.get, "/w/{ws}/drills", .manageIncidents, drills),
      door.console(.get, "/w/{ws}/drills.json", .manageIncidents, drillsJSON),
      door.console(.post, "/w/{ws}/drills", .manageIncidents, body: either, postDrill),
      door.console(.get, "/w/{ws}/drills/new", .manageIncidents, newDrill),
      door.console(.post, "/w/{ws}/drills/new", .manageIncidents, body: form, lookAtDrill),
      door.console(.get, "/w/{ws}/drills/{id}", .manageIncidents, drill),
      door.console(.get, "/w/{ws}/drills/{id}.json", .manageIncidents, drillJSON),
      door.console(.get, "/w/{ws}/drills/{id}.csv", .manageIncidents, drillCSV),
      door.console(.post, "/w/{ws}/drills/{id}/end", .manageIncidents, body: form, endDrill),
      door.console(.post, "/w/{ws}/drills/{id}/end.json", .manageIncidents, body: either, endDrillByProgram),
    ]
  }
}

extension Web {
  var drills: DrillWeb { DrillWeb(web: self) }
}
