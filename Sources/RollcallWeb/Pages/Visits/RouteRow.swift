import Rollcall

/// One person's way from visit to visit, summed up.
struct RouteRow: PagePart {
  var name: String
  var href: String
  /// To how many places they came.
  var visits: String
  /// How long they were on the way; `—` when it is not known.
  var time: String
  /// How far they went.
  var distance: String
  /// How far it is straight from outlet to outlet.
  var straight: String
  /// How long they were at the places.
  var stay: String
  /// That not every leg is known; may be empty.
  var note: String

  init(_ route: VisitRoute, slug: String) {
    name = route.name
    href = PagePath.person(slug, route.responder)
    visits = Words.grouped(route.visits)
    time = route.time.map(Words.duration) ?? Words.none
    distance = Words.distance(route.distance)
    straight = Words.distance(route.straight)
    stay = route.stay > 0 ? Words.duration(route.stay) : Words.none
    note = route.known < route.legs.count ? "\(route.known) of \(route.legs.count) ways by positions" : ""
  }
}
