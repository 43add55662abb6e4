import Rollcall

/// Which stretch of a person's time is shown: the whole of it is in the URL.
struct TimelineFilter: Hashable, Sendable {
  /// A stretch that ends now; the raw value is the word in the URL.
  enum Length: String, CaseIterable, Sendable {
    case sixHours = "6h"
    case day = "24h"
    case week = "7d"
    case month = "30d"
    case quarter = "90d"

    /// How long it is.
    var milliseconds: Milliseconds {
      switch self {
      case .sixHours: 6 * 3_600_000
      case .day: 24 * 3_600_000
      case .week: 7 * 86_400_000
      case .month: 30 * 86_400_000
      case .quarter: 90 * 86_400_000
      }
    }

    /// How far its end moves at a time: less than a pixel or two, so that an open page is not drawn anew each second.
    var step: Milliseconds {
      switch self {
      case .sixHours, .day: 60_000
      case .week: 600_000
      case .month, .quarter: 3_600_000
      }
    }

    /// `24 h`
    var label: String {
      switch self {
      case .sixHours: "6 h"
      case .day: "24 h"
      case .week: "7 d"
      case .month: "30 d"
      case .quarter: "90 d"
      }
    }

    /// `Last 24 hours`
    var title: String {
      switch self {
      case .sixHours: "Last 6 hours"
      case .day: "Last 24 hours"
      case .week: "Last 7 days"
      case .month: "Last 30 days"
      case .quarter: "Last 90 days"
      }
    }
  }

  /// The stretch up to now, where `from` and `to` are empty.
  var length = Length.day
  /// The first instant or local day, as in the URL; may be empty.
  var from = ""
  /// The first instant or local day after it, as in the URL; may be empty.
  var to = ""

  /// What the pairs of a query say: `range=7d`, or `from` and `to`, or `day=2026-11-20` as the day picker sends it.
  init(_ pairs: [(name: String, value: String)] = []) {
    for (name, value) in pairs {
      switch name {
      case "range": length = Length(rawValue: value) ?? .day
      case "from": from = value
      case "to": to = value
      case "day": if let day = CivilDate(isoDay: value) { self = TimelineFilter(day: day) }
      default: continue
      }
    }
  }

  /// One local day.
  init(day: CivilDate) {
    from = day.isoDay
    to = CivilDate(daysSince1970: day.daysSince1970 + 1).isoDay
  }

  /// Whether it stands still while time passes.
  var isFixed: Bool { !from.utf8.isEmpty || !to.utf8.isEmpty }

  /// The stretch asked for; `nil` when `from` or `to` cannot be understood or nothing lies between them.
  ///
  /// One that ends now is extended to the next whole minute, ten minutes or hour: give the drawing this span, and let
  /// what lasts until now end at or after now.
  /// - Parameter read: reads an instant, or the beginning of a local day.
  func span(now: Timestamp, read: (String) -> Timestamp?) -> (from: Timestamp, to: Timestamp)? {
    guard isFixed else {
      let end = now.ceiling(to: length.step)
      return (end.advanced(by: -length.milliseconds), end)
    }
    let end = to.utf8.isEmpty ? now.ceiling(to: 60_000) : read(to)
    guard let end else { return nil }
    let start = from.utf8.isEmpty ? end.advanced(by: -Length.day.milliseconds) : read(from)
    guard let start, start < end else { return nil }
    return (start, end)
  }

  /// The query that says this; empty for the last 24 hours.
  var query: URLQuery {
    var query = URLQuery()
    guard isFixed else {
      query.add("range", length == .day ? "" : length.rawValue)
      return query
    }
    query.add("from", from)
    query.add("to", to)
    return query
  }
}

extension Timestamp {
  /// The first multiple of `step` that is not before this instant.
  func ceiling(to step: Milliseconds) -> Timestamp {
    let rest = milliseconds % step
    return rest == 0 ? self : advanced(by: rest > 0 ? step - rest : -rest)
  }
}
