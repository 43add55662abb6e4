import Rollcall

/// One person's way from visit to visit, summed up.
public struct RouteRow: PagePart {
  /// Whose it is.
  public var name: String
  /// Their page.
  public var href: String
  /// To how many places they came.
  public var visits: String
  /// How long they were on the way; `—` when it is not known.
  public var time: String
  /// How far they went.
  public var distance: String
  /// How far it is straight from outlet to outlet.
  public var straight: String
  /// How long they were at the places.
  public var stay: String
  /// That not every leg is known; may be empty.
  public var note: String

  init(_ route: VisitRoute, slug: String) {
    name = route.name
    href = PagePath.person(slug, route.responder)
    visits = Words.grouped(Int64(route.visits))
    time = route.time.map(Words.duration) ?? Words.none
    distance = Words.distance(route.distance)
    straight = Words.distance(route.straight)
    stay = route.stay > 0 ? Words.duration(route.stay) : Words.none
    note = route.known < route.legs.count ? "\(route.known) of \(route.legs.count) ways by positions" : ""
  }

  /// An example with every kind of content.
  public static let sample = {
    let visits = VisitsPage.sampleRound
    let routes = VisitRoute.all(of: visits, legs: VisitLeg.all(of: visits))
    var row = routes.first.map { RouteRow($0, slug: "city-rescue") } ?? RouteRow()
    row.note = "1 of 2 ways by positions"
    return row
  }()

  private init() {
    (name, href, visits, time) = ("", "", "", "")
    (distance, straight, stay, note) = ("", "", "", "")
  }
}
