import Rollcall

/// The ways from one range of a timeline to the others.
struct TimelineDays {
  /// `Last 24 hours`, `20 Nov`, `20 Nov – 22 Nov 12:00`.
  private(set) var title = ""
  private(set) var ranges: [Link] = []
  /// The local day shown, when it is exactly one.
  private(set) var day = ""
  let today: String
  private(set) var previous = ""
  private(set) var next = ""

  init(
    _ filter: TimelineFilter, span: (from: Timestamp, to: Timestamp)?, path: String, clock: PageClock
  ) {
    let now = clock.local(clock.now).date
    today = now.isoDay
    ranges = TimelineFilter.Length.allCases.map { length in
      var other = TimelineFilter()
      other.length = length
      return Link(
        label: length.label, href: other.query.link(path),
        isCurrent: !filter.isFixed && filter.length == length)
    }
    let link = { (day: CivilDate) in TimelineFilter(day: day).query.link(path) }
    guard let span, filter.isFixed else {
      title = filter.isFixed ? "Timeline" : filter.length.title
      previous = link(CivilDate(daysSince1970: now.daysSince1970 - 1))
      return
    }
    let first = clock.local(span.from).date
    let after = clock.local(span.to.advanced(by: -1)).date.daysSince1970 + 1
    let isDay =
      clock.start(of: first) == span.from && after == first.daysSince1970 + 1
      && clock.start(of: CivilDate(daysSince1970: after)) == span.to
    day = isDay ? first.isoDay : ""
    title =
      isDay
      ? first == now ? "Today" : clock.local(span.from).dayAndYear(today: now)
      : "\(clock.minute(span.from).text) – \(clock.minute(span.to).text)"
    previous = link(CivilDate(daysSince1970: first.daysSince1970 - 1))
    next = after <= now.daysSince1970 ? link(CivilDate(daysSince1970: after)) : ""
  }
}

extension LocalTime {
  /// `Fri 20 Nov`, with the year when it is not this one.
  func dayAndYear(today: CivilDate) -> String {
    let name = "\(TimelineTicks.weekday(date)) \(dayAndMonth)"
    return year == Int64(today.year) ? name : "\(name) \(year)"
  }
}

/// The range of a timeline as files, and its pings on the history page.
struct TimelineExports {
  let slug: String
  let id: Responder.ID
  let filter: TimelineFilter
  let span: (from: Timestamp, to: Timestamp)?

  func links(mayExport: Bool) -> [Link] {
    let json = Link(
      label: "JSON", href: query(false).link("\(PagePath.person(slug, id))/timeline.json"))
    let history = Link(label: "Positions", href: query(true).link(Shell.Section.history.path(slug)))
    guard mayExport else { return [history, json] }
    return [
      Link(label: "Gaps CSV", href: query(true).link("/w/\(slug)/reports/gaps.csv")),
      Link(label: "Changes CSV", href: query(true).link("/w/\(slug)/reports/transitions.csv")),
      Link(label: "Positions CSV", href: query(true).link(Shell.Section.history.path(slug) + ".csv")),
      track("gpx", "Track GPX"), track("geojson", "Track GeoJSON"), json, history,
    ]
  }

  private func track(_ ending: String, _ label: String) -> Link {
    Link(label: label, href: query(false).link("\(PagePath.person(slug, id))/track.\(ending)"))
  }

  /// A range that ends now is written with its beginning; the last 24 hours are what all of them give unasked.
  private func query(_ withResponder: Bool) -> URLQuery {
    var query = URLQuery()
    if withResponder { query.add("responder", String(id.rawValue)) }
    if filter.isFixed {
      query.add("from", filter.from)
      query.add("to", filter.to)
    } else if filter.length != .day, let span {
      query.add("from", LocalTime.iso(span.from))
    }
    return query
  }
}
