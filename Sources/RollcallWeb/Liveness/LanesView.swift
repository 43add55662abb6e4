import Rollcall
import RollcallStore
import RollcallWire

/// The lanes of a workspace's day or shift, filtered.
struct LanesView {
  let time: AskedDays
  private let found: WorkspaceLanes
  private let whole: TimeSpan
  private let filter: LanesFilter
  private let clock: PageClock

  init(
    _ store: Store, _ workspace: Workspace, _ filter: LanesFilter, _ time: AskedDays, _ clock: PageClock
  ) throws(StoreError) {
    (self.time, self.filter, self.clock) = (time, filter, clock)
    // Whole columns: each is five minutes.
    whole = TimeSpan(
      from: time.span.from.advanced(by: -(time.span.from.milliseconds % LaneCensus.cell)),
      to: time.span.to.ceiling(to: LaneCensus.cell))
    found = try store.liveness.lanes(of: workspace, in: whole)
  }

  /// How the audit names it.
  var subject: String {
    time.isDay
      ? Words.Lanes.everybodyOn(time.day.isoDay)
      : Words.Lanes.everybody(from: time.span.from.rfc3339, to: time.span.to.rfc3339)
  }

  /// The page's facts.
  var facts: LanesPage.Facts {
    var facts = nobody
    let people = matching
    var days: [LaneDay] = []
    days.reserveCapacity(people.count)
    for person in people {
      let day = LaneDay(person, lane: lane(of: person), in: whole, now: clock.now)
      facts.count(day)
      days.append(day)
    }
    days = filter.sorted(days)
    let first = min((filter.page - 1) * LanesFilter.pageSize, days.count)
    facts.shown = Array(days[first...].prefix(LanesFilter.pageSize))
    facts.matching = days.count
    facts.regions = Set(found.people.compactMap(\.region)).sorted()
    facts.profiles = Set(found.people.map(\.profile)).sorted()
    return facts
  }

  /// A day without people.
  var nobody: LanesPage.Facts {
    LanesPage.Facts(day: whole, census: LaneCensus(of: whole, now: clock.now), logFrom: found.logFrom)
  }

  /// Everyone who matches, with the spans of their watch and their silences.
  var json: [UInt8] {
    let people = matching
    var writer = JSONWriter(reserving: people.count * 300 + 256)
    writer.object { root in
      root.member("day", time.day.isoDay)
      root.member("from", whole.from)
      root.member("to", whole.to)
      root.array("not_observed", found.absences, of: TimeSpan.table)
      let lines = people.lazy.map { LaneLine(person: $0, totals: LaneTotals(lane(of: $0))) }
      root.array("responders", lines, of: LaneLine.table)
    }
    return writer.bytes
  }

  /// By region and name, or by name alone: the order of those who are equal in another.
  private var matching: [WorkspaceLanes.Person] {
    let people = found.people.filter { person in
      (filter.region.utf8.isEmpty || person.region == filter.region)
        && (filter.profile.utf8.isEmpty || person.profile == filter.profile)
    }
    let byRegion = filter.order.column == .region
    return people.sorted {
      (byRegion ? $0.region ?? "" : "", $0.name, $0.id.rawValue)
        < (byRegion ? $1.region ?? "" : "", $1.name, $1.id.rawValue)
    }
  }

  private func lane(of person: WorkspaceLanes.Person) -> [Lanes.Piece<Lanes.Reachable>] {
    Lanes.reachable(
      in: found.span, watched: person.facts.watched, quiet: person.facts.quiet, absences: found.absences,
      now: clock.now)
  }
}

extension LanesFilter {
  /// Days that come by region and name, or by name, in the order asked for.
  fileprivate func sorted(_ days: [LaneDay]) -> [LaneDay] {
    switch order.column {
    case .region, .name: return order.isReversed ? days.reversed() : days
    case .silent, .reachable, .watched: break
    }
    return days.sorted(isFalling: Self.Order.falling.contains(order.column) != order.isReversed) { day in
      let totals = day.totals
      return switch order.column {
      case .region, .name: nil
      case .silent: .number(totals.silentLength)
      case .reachable:
        totals.watched == 0 ? nil : .number(Double(totals.reachable) / Double(totals.watched))
      case .watched: .number(totals.watched)
      }
    }
  }
}

/// A person's lane as programs have it.
struct LaneLine: Sendable {
  let person: WorkspaceLanes.Person
  let totals: LaneTotals

  static let table = Table<LaneLine> {
    Column("id") { $0.person.id }
    Column("name") { $0.person.name }
    Column("profile") { $0.person.profile }
    Column("region") { $0.person.region }
    Column("watched_s", "On watch while the server heard, seconds.") { $0.totals.watched / 1_000 }
    Column("reachable_s", "Of that in contact, seconds.") { $0.totals.reachable / 1_000 }
    Column("watched") { Structure($0.person.facts.watched, of: TimeSpan.table) }
    Column("silent") { Structure($0.totals.silent, of: TimeSpan.table) }
  }
}
