import HTTPServer
import HTTPTypes
import Rollcall

extension Web {
  /// Events with their participants, outlets and visits.
  var fieldRoutes: [Route] { eventRoutes + visitRoutes }

  private var eventRoutes: [Route] {
    let json = Route.BodyRule.json(limit: Self.bodyLimit)
    let form = Route.BodyRule.form(limit: Self.fieldLimit)
    return [
      phone(.post, "/api/events/{slug}/activity", body: json, eventActivity),
      phone(.post, "/api/events/{slug}/activity/batch", body: json, eventActivities),
      console(.get, "/w/{ws}/events", .viewHistory, events),
      console(.post, "/w/{ws}/events", .manageResponders, body: form, addEvent),
      console(.get, "/w/{ws}/events/{slug}", .viewHistory, event),
      console(.get, "/w/{ws}/events/{slug}.json", .viewHistory, eventJSON),
      console(.get, "/w/{ws}/events/{slug}.csv", .exportHistory, eventCSV),
      console(.post, "/w/{ws}/events/{slug}/participants", .manageResponders, body: form, addParticipants),
      console(
        .post, "/w/{ws}/events/{slug}/participants/remove", .manageResponders, body: form, removeParticipant),
    ]
  }

  private var visitRoutes: [Route] {
    let json = Route.BodyRule.json(limit: Self.bodyLimit)
    let form = Route.BodyRule.form(limit: Self.fieldLimit)
    return [
      phone(.get, "/app/v1/visits", phoneVisits),
      phone(.post, "/app/v1/visits/{id}/check-in", body: json, checkIn),
      phone(.post, "/app/v1/visits/{id}/check-out", body: json, checkOut),
      console(.get, "/w/{ws}/visits", .viewHistory, visits),
      console(.get, "/w/{ws}/visits.json", .viewHistory, visitsJSON),
      console(.get, "/w/{ws}/visits.csv", .exportHistory, visitsCSV),
      console(.post, "/w/{ws}/visits", .manageIncidents, body: form, planVisit),
      console(.post, "/w/{ws}/visits/{id}/remove", .manageIncidents, body: form, removeVisit),
      console(.get, "/w/{ws}/settings/outlets", .manageWorkspace, outletSettings),
      console(
        .post, "/w/{ws}/settings/outlets", .manageWorkspace, body: .form(limit: Self.outletListLimit),
        importOutlets),
      console(.post, "/w/{ws}/settings/outlets/{id}/remove", .manageWorkspace, body: form, removeOutlet),
    ]
  }

  /// The largest form of an event or a visit, bytes.
  private static let fieldLimit = 16_384
  /// The largest list of outlets, bytes: some ten thousand of them, percent-encoded.
  private static let outletListLimit = 2_000_000
}
