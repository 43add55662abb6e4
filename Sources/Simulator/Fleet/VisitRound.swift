import DeviceKit
import Rollcall

/// How one simulated responder handles planned visits: fetches the list from time to time, checks in when
/// their route passes an outlet in its time, and checks out when they leave it.
struct VisitRound: Sendable {
  /// An action at an outlet.
  struct Act: Equatable, Sendable {
    var step: Visit.Step
    var visit: Visit.ID
  }

  /// How often the list is fetched, milliseconds.
  private static let fetchInterval: Milliseconds = 3_600_000
  /// How often their position is checked while a visit is due, milliseconds.
  static let lookInterval: Milliseconds = 30_000

  private var visits: [PlannedVisit] = []
  private var inside: Set<Visit.ID> = []
  private var done: Set<Visit.ID> = []
  private var nextFetch = Timestamp.distantPast
  private var nextLook = Timestamp.distantPast

  /// When they next have something to do.
  func nextWake(after now: Timestamp) -> Timestamp {
    let due = open(at: now).isEmpty ? visits.map(\.planned.from).filter { $0 > now }.min() : nextLook
    return min(nextFetch, due ?? nextFetch)
  }

  /// Whether the list should be fetched now. Counts as fetched if so.
  mutating func takeFetch(at now: Timestamp) -> Bool {
    guard nextFetch <= now else { return false }
    nextFetch = now.advanced(by: Self.fetchInterval)
    return true
  }

  /// Whether their position should be checked now. Counts as checked if so.
  mutating func takeLook(at now: Timestamp) -> Bool {
    guard nextLook <= now, !open(at: now).isEmpty else { return false }
    nextLook = now.advanced(by: Self.lookInterval)
    return true
  }

  /// Sets the list as the server sent it.
  mutating func plan(_ list: [PlannedVisit]) {
    visits = list
    done.formUnion(list.filter { $0.checkOut != nil }.map(\.id))
    inside.formUnion(list.filter { $0.checkIn != nil }.map(\.id))
  }

  /// Returns the actions due at a position.
  mutating func come(to position: Position, at now: Timestamp) -> Act? {
    for visit in open(at: now) {
      let isNear = visit.position.distance(to: position) <= visit.radius
      if isNear, inside.insert(visit.id).inserted { return Act(step: .checkIn, visit: visit.id) }
      if !isNear, inside.contains(visit.id), done.insert(visit.id).inserted {
        return Act(step: .checkOut, visit: visit.id)
      }
    }
    return nil
  }

  /// Visits that are not over; after a check-in in time, one may leave later.
  private func open(at now: Timestamp) -> [PlannedVisit] {
    visits.filter { visit in
      guard !done.contains(visit.id), visit.planned.from <= now else { return false }
      return visit.planned.to > now || inside.contains(visit.id)
    }
  }
}

extension SimulatedPhone {
  /// Handles the due visits: checks in and out.
  func attendToVisits(at now: Timestamp, in world: PhoneWorld) async {
    guard makesVisits, let device = app?.device, app?.running != nil,
      await device.status.duty.state.isWatched
    else { return }
    if behaviour.isReachable(at: now.since(start)), round.takeFetch(at: now),
      let visits = await device.fetchVisits()
    {
      round.plan(visits)
    }
    guard round.takeLook(at: now), let fix = receiver.fix(at: now.since(start), behaviour),
      let act = round.come(to: fix.position, at: now)
    else { return }
    do { try await device.check(act.step, of: act.visit, at: fix) } catch {
      world.report("\(name) cannot check in: \(error)")
    }
  }
}
