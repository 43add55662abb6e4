public import Rollcall
import SQL

extension DispatchStore {
  /// The candidates nearest to a place at `now`: the first of ``candidates(for:kind:in:at:)`` without those excluded, by the
  /// board as the last commit left it. Their latest answers are not looked up. Does not block.
  public func nearestCandidates(
    for place: Position, kind: Incident.Kind = .incident, in workspace: Workspace.ID,
    hearingLimit: Milliseconds = DispatchSettings.standard.hearingLimit,
    excluding excluded: Set<Responder.ID> = [], _ openings: Openings = .anybody, limit: Int, at now: Timestamp
  ) -> [Candidates.Candidate] {
    store.boards.nearest(
      to: place, for: kind, in: workspace, at: now, hearingLimit: hearingLimit, excluding: excluded,
      openings, skillsAt: store.lapsingTime, limit: limit)
  }
}

extension DispatchWrites {
  /// The candidates nearest to a place now, as the writer knows them: the board, with rows written since the
  /// last commit updated, so that a person asked a moment ago is not asked twice. Their passed deadlines are
  /// not settled here, and their latest answers not looked up.
  func nearestCandidates(
    for place: Position, kind: Incident.Kind = .incident, in workspace: Workspace.ID,
    excluding excluded: Set<Responder.ID> = [], _ openings: Openings = .anybody, limit: Int
  ) throws -> [Candidates.Candidate] {
    let hearingLimit = try DispatchCases.settings(of: workspace, db).hearingLimit
    let others = memory.boards.nearest(
      to: place, for: kind, in: workspace, at: now, hearingLimit: hearingLimit,
      excluding: excluded.union(memory.saved), openings, skillsAt: transaction.lapsingTime, limit: limit)
    let anew = writtenAnew(in: workspace)
    let recent = Askable(anew.values, absenceEnd: memory.boards.absenceEnd)
      .nearest(
        to: place, for: kind, at: now, hearingLimit: hearingLimit, excluding: excluded, openings,
        skillsAt: transaction.lapsingTime, limit: limit
      ) { anew[$0] }
    guard !recent.isEmpty else { return others }
    return Candidates.nearest((others + recent).map(\.person), to: place, for: kind, openings, limit: limit)
  }

  /// Until when our last absence holds a person back who could be asked otherwise; `nil` = none now.
  func somebodyHeldUntil(in workspace: Workspace.ID) throws -> Timestamp? {
    let anew = Askable(writtenAnew(in: workspace).values, absenceEnd: memory.boards.absenceEnd)
    let ends = [memory.boards.heldUntil(in: workspace), anew.heldUntil]
    return ends.compactMap { $0 }.max().flatMap { now < $0 ? $0 : nil }
  }

  /// People whose rows were written since the last commit.
  private func writtenAnew(in workspace: Workspace.ID) -> [Responder.ID: BoardEntry] {
    var found: [Responder.ID: BoardEntry] = [:]
    for id in memory.saved {
      guard let state = memory.responder(id), state.workspace == workspace else { continue }
      found[id] = BoardEntry(state, version: 0)
    }
    return found
  }
}
