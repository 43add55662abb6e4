public import Rollcall
import SQL

extension DispatchStore {
  /// The people who can be asked to go to a place, and those who cannot, by the board of `now`, an instant
  /// for which the server must be able to vouch. Blocks.
  public func candidates(
    for place: Position, kind: Incident.Kind = .incident, needs: Needs = .onePerson,
    in workspace: Workspace.ID, at now: Timestamp
  ) throws(StoreError) -> Candidates {
    Candidates.rank(try people(of: workspace, at: now), for: place, kind: kind, needs.openings)
  }

  /// The people who can be asked to take an open incident. Those who refused it are left out.
  ///
  /// - Throws: `notFound`.
  public func candidates(
    for incident: Incident.ID, in workspace: Workspace.ID, at now: Timestamp
  ) throws(StoreError) -> Candidates {
    let (details, refusals, openings, here) = try read { db in
      let details = try Incidents.require(incident, in: workspace, db).details
      var file = try DispatchCases.load(incident, in: workspace, db).file
      file.skills = skills(of: file, in: workspace)
      let byVoice = file.refusedByVoice.map { ($0, Availability.Refusal.declined) }
      return (
        details,
        Dictionary(
          byVoice + file.offers.compactMap { offer in offer.refusal.map { (offer.responder, $0) } },
          uniquingKeysWith: { _, last in last }), file.openingsForOthers,
        Set(file.assignees.map(\.responder) + file.offers.filter(\.state.isOpen).map(\.responder))
      )
    }
    let everybody = try people(of: workspace, at: now).map { person in
      var person = person
      person.refusal = refusals[person.id]
      person.isHere = here.contains(person.id)
      return person
    }
    return Candidates.rank(everybody, for: details.position, kind: details.kind, openings)
  }

  /// What the people of a case can do now, by the board.
  func skills(of file: DispatchCase, in workspace: Workspace.ID) -> [Responder.ID: Set<String>] {
    let instant = store.lapsingTime
    let people = Set(file.people).map { ($0, store.liveness.boardEntry(of: $0, in: workspace)) }
    return Dictionary(
      people.map { ($0, $1?.abilities.keys(at: instant) ?? []) }, uniquingKeysWith: { first, _ in first })
  }

  /// The people who would be candidates for an incident at `now`, in no order: nobody while this server was just away and
  /// has not recorded it. Blocks.
  public func canBeSent(in workspace: Workspace.ID, at now: Timestamp) throws(StoreError) -> [Responder.ID] {
    guard store.liveness.unwrittenAbsence(at: store.clock()) == nil else { return [] }
    return store.boards.askable(
      for: .incident, in: workspace, at: now, hearingLimit: try dispatchSettings(of: workspace).hearingLimit)
  }

  private func people(
    of workspace: Workspace.ID, at now: Timestamp
  ) throws(StoreError) -> [Availability] {
    let answers = try lastAnswers(in: workspace, since: now.advanced(by: -86_400_000))
    let hearingLimit = try dispatchSettings(of: workspace).hearingLimit
    return store.liveness.board(of: workspace).map {
      Availability(
        $0, at: now, skillsAt: store.lapsingTime, hearingLimit: hearingLimit,
        lastAnswers: answers[$0.id] ?? [])
    }
  }

  /// How the offers made since an instant ended, by responder, the newest first. Offers that never reached
  /// the phone say nothing about them.
  private func lastAnswers(
    in workspace: Workspace.ID, since instant: Timestamp
  ) throws(StoreError) -> [Responder.ID: [Offer.State]] {
    try read { db in
      var found: [Responder.ID: [Offer.State]] = [:]
      try db.each(
        """
        SELECT responder_id, state FROM offer
        WHERE workspace_id = \(workspace) AND queued_at > \(instant) AND ended_at IS NOT NULL
          AND state <> 'undelivered'
        ORDER BY queued_at DESC, id DESC
        """
      ) { found[try $0["responder_id"], default: []].append(try $0["state"]) }
      return found
    }
  }

  /// The names of a workspace's regions, sorted. Blocks.
  public func regions(of workspace: Workspace.ID) throws(StoreError) -> [String] {
    try read { db in
      try db.all("SELECT name FROM region WHERE workspace_id = \(workspace) ORDER BY name", as: String.self)
    }
  }
}
