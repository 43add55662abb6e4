import HTTPServer
import HTTPTypes
import Rollcall

/// Events with their participants.
struct EventWeb: WebPart {
  let web: Web

  /// The largest form of an event, bytes.
  private static let formLimit = 16_384

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.json(limit: Web.bodyLimit)
    let form = Route.BodyRule.form(limit: Self.formLimit)
    let programs = Route.BodyRule.any(limit: Web.bodyLimit)
    return [
      door.phone(.post, "/api/events/{slug}/activity", body: json, eventActivity),
      door.phone(.post, "/api/events/{slug}/activity/batch", body: json, eventActivities),
      door.console(.get, "/w/{ws}/events", .viewHistory, events),
      door.console(.post, "/w/{ws}/events", .manageResponders, body: form, addEvent),
      door.console(.get, "/w/{ws}/events/{slug}", .viewHistory, event),
      door.console(.get, "/w/{ws}/events/{slug}.json", .viewHistory, eventJSON),
      door.console(.get, "/w/{ws}/events/{slug}.csv", .exportHistory, eventCSV),
      door.console(
        .post, "/w/{ws}/events/{slug}/participants", .manageResponders, body: form, addParticipants),
      door.console(
        .post, "/w/{ws}/events/{slug}/participants/remove", .manageResponders, body: form, removeParticipant),
      door.console(.get, "/w/{ws}/events/{slug}/participants.json", .viewHistory, participantList),
      door.console(
        .post, "/w/{ws}/events/{slug}/participants.json", .manageResponders, body: programs, addByProgram),
      door.console(
        .post, "/w/{ws}/events/{slug}/participants/remove.json", .manageResponders, body: programs,
        removeByProgram),
    ]
  }
}

extension Web {
  var events: EventWeb { EventWeb(web: self) }
}
