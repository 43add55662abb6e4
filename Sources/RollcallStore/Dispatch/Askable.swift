import Rollcall

/// The people on a board who may be asked to take an incident, updated row by row. Changes that come with
/// time alone are in their spans.
struct Askable: Sendable {
  /// Their positions, in no order.
  private var standpoints: [Standpoint] = []
  private var places: [Responder.ID: Int] = [:]
  private let absenceEnd: Timestamp?
  /// Until when our last absence holds any of them back; `nil` = none. A new report does not bring it
  /// forward: an extra look does no harm.
  private(set) var heldUntil: Timestamp?

  /// The people among `entries` who may be asked at some instant if nothing is heard.
  ///
  /// - Parameter absenceEnd: when our last absence ended; `nil` = there was none.
  init(_ entries: some Sequence<BoardEntry>, absenceEnd: Timestamp?) {
    self.absenceEnd = absenceEnd
    for entry in entries { put(entry) }
  }

  /// Follows a row of the board.
  mutating func put(_ entry: BoardEntry) {
    let held = absenceEnd.flatMap { entry.live.held(after: $0) }
    guard let standpoint = Standpoint(entry, heldUntil: held) else { return remove(entry.id) }
    heldUntil = [heldUntil, held].compactMap { $0 }.max()
    if let place = places[entry.id] {
      standpoints[place] = standpoint
    } else {
      places[entry.id] = standpoints.count
      standpoints.append(standpoint)
    }
  }

  private mutating func remove(_ id: Responder.ID) {
    guard let place = places.removeValue(forKey: id), let last = standpoints.popLast() else { return }
    guard place < standpoints.count else { return }
    standpoints[place] = last
    places[last.id] = place
  }

  /// Those of them who may be asked about this kind at `now`, whatever they can do.
  func people(for kind: Incident.Kind, at now: Timestamp, hearingLimit: Milliseconds) -> [Responder.ID] {
    standpoints.lazy.filter { $0.isAsked(about: kind, at: now, hearingLimit: hearingLimit) }.map(\.id)
  }

  /// The nearest of them at `now`, without their latest answers.
  ///
  /// - Parameter entry: finds a person's row of the board.
  func nearest(
    to place: Position, for kind: Incident.Kind, at now: Timestamp, hearingLimit: Milliseconds,
    excluding excluded: Set<Responder.ID>, _ openings: Openings, skillsAt: Timestamp, limit: Int,
    entry: (Responder.ID) -> BoardEntry?
  ) -> [Candidates.Candidate] {
    var search = NearestSearch(
      standpoints, to: place, for: kind, at: now, hearingLimit: hearingLimit, excluding: excluded,
      openings, skillsAt: skillsAt)
    return search.first(limit).compactMap { found in
      entry(found.id).map {
        Candidates.Candidate(
          Availability(
            $0.kept(at: now), at: now, skillsAt: skillsAt, hearingLimit: hearingLimit, lastAnswers: []),
          distance: found.distance)
      }
    }
  }
}

extension Standpoint {
  /// A person on the board; `nil` when only an event can make them a candidate. Time alone ends an offer,
  /// worsens a status, and removes a fix older than the workspace keeps.
  init?(_ entry: BoardEntry, heldUntil: Timestamp?) {
    let live = entry.live
    guard entry.person.isActive, live.duty == .onDuty, live.status == .online, !entry.offers.isEmpty,
      let position = entry.position, let hearing = entry.hearing
    else { return nil }
    var from = heldUntil ?? .distantPast
    if let errand = entry.errand {
      guard errand.state.isOpen else { return nil }
      // Their offer can still be answered at this very instant; a drill's offer can be replaced.
      from = errand.isDrill ? from : max(from, errand.endsAt.advanced(by: 1))
    }
    let end = Timestamp(milliseconds: .max)
    self.init(
      id: entry.id, position: position, offers: entry.offers,
      doubtedUntil: entry.doubts.until, hearing: hearing, record: entry.record, speed: entry.speed,
      from: from,
      until: min(live.deadline?.advanced(by: -1) ?? end, entry.fixAt?.advanced(by: entry.retention) ?? end),
      abilities: entry.abilities)
  }
}
