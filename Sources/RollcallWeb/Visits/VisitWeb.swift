import HTTPServer
import HTTPTypes
import Rollcall

/// Outlets and visits.
struct VisitWeb: WebPart {
  let web: Web

  /// The largest form of a visit, bytes.
  private static let formLimit = 16_384
  /// The largest list of outlets, bytes: some twenty thousand.
  private static let outletListLimit = 2_000_000

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.json(limit: Web.bodyLimit)
    let form = Route.BodyRule.form(limit: Self.formLimit)
    return [
      door.phone(.get, "/app/v1/visits", phoneVisits),
      door.phone(.post, "/app/v1/visits/{id}/check-in", body: json, checkIn),
      door.phone(.post, "/app/v1/visits/{id}/check-out", body: json, checkOut),
      door.console(.get, "/w/{ws}/visits", .viewHistory, visits),
      door.console(.get, "/w/{ws}/visits.json", .viewHistory, visitsJSON),
      door.console(.get, "/w/{ws}/visits.csv", .exportHistory, visitsCSV),
      door.console(.post, "/w/{ws}/visits", .manageIncidents, body: form, planVisit),
      door.console(.post, "/w/{ws}/visits/{id}/remove", .manageIncidents, body: form, removeVisit),
      door.console(.get, "/w/{ws}/settings/outlets", .manageWorkspace, outletSettings),
      door.console(
        .post, "/w/{ws}/settings/outlets", .manageWorkspace, body: .upload(limit: Self.outletListLimit),
        importOutlets),
      door.console(.get, "/w/{ws}/settings/outlets.csv", .manageWorkspace, outletsCSV),
      door.console(.post, "/w/{ws}/settings/outlets/{id}/remove", .manageWorkspace, body: form, removeOutlet),
    ]
  }
}

extension Web {
  var visits: VisitWeb { VisitWeb(web: self) }
}
