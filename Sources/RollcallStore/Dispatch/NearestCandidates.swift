import GRDB
public import Rollcall

/// Those on a board who may be asked to take an incident, made once for each version of the board: what time alone
/// changes stands in their spans.
struct Askable: Sendable {
  /// Where they stand.
  let standpoints: [Standpoint]
  /// Their rows of the board, in the same order.
  let entries: [BoardEntry]

  /// Those of `entries` who may be asked at some instant if nothing is heard.
  init(_ entries: some Sequence<BoardEntry>) {
    var standpoints: [Standpoint] = []
    var kept: [BoardEntry] = []
    for entry in entries {
      guard let standpoint = Standpoint(entry) else { continue }
      standpoints.append(standpoint)
      kept.append(entry)
    }
    (self.standpoints, self.entries) = (standpoints, kept)
  }

  /// The nearest of them at `now`, their latest answers left out.
  func nearest(
    to place: Position, at now: Timestamp, excluding excluded: Set<Responder.ID>, limit: Int
  ) -> [Candidates.Candidate] {
    var search = NearestSearch(standpoints, to: place, at: now, excluding: excluded)
    return search.first(limit).map { found in
      let person = Availability(entries[found.index].kept(at: now), at: now, lastAnswers: [])
      return Candidates.Candidate(person, distance: found.distance)
    }
  }
}

extension Standpoint {
  /// Somebody of the board; `nil` when only an event can make them a candidate. Time alone ends an offer, makes a
  /// status worse, and takes a fix that is older than the workspace keeps.
  init?(_ entry: BoardEntry) {
    let live = entry.live
    guard entry.person.isActive, live.duty == .onDuty, live.status == .online, let position = entry.position
    else { return nil }
    var from = Timestamp.distantPast
    if let errand = entry.errand {
      guard errand.state.isOpen else { return nil }
      // Their offer can still be answered at this very instant; one of a drill gives way.
      from = errand.isDrill ? from : errand.expiresAt.advanced(by: 1)
    }
    let end = Timestamp(milliseconds: .max)
    self.init(
      id: entry.id, position: position,
      isDoubted: !entry.flags.intersection(Availability.positionDoubts).isEmpty, from: from,
      until: min(live.deadline ?? end, entry.fixAt?.advanced(by: entry.retention) ?? end))
  }
}

extension Store {
  /// The candidates nearest to a place at `now`: the first of ``candidates(for:in:at:)`` without those excluded, by the
  /// board as the last commit left it. Their latest answers are not looked up. Does not block.
  public func nearestCandidates(
    for place: Position, in workspace: Workspace.ID, excluding excluded: Set<Responder.ID> = [], limit: Int,
    at now: Timestamp
  ) -> [Candidates.Candidate] {
    boards.askable(in: workspace).nearest(to: place, at: now, excluding: excluded, limit: limit)
  }
}

extension WriteTransaction {
  /// The candidates nearest to a place now, by what the writer knows: the board, with those anew whose rows were
  /// written since the last commit, so that whoever was asked a moment ago is not asked twice. What came due of theirs
  /// is not settled by this. Their latest answers are not looked up.
  func nearestCandidates(
    for place: Position, in workspace: Workspace.ID, excluding excluded: Set<Responder.ID> = [], limit: Int
  ) throws -> [Candidates.Candidate] {
    let written = memory.saved
    let others = memory.boards.askable(in: workspace).nearest(
      to: place, at: now, excluding: excluded.union(written), limit: limit)
    let anew = try written.subtracting(excluded).map { try state(of: $0) }
      .filter { $0.workspace == workspace }.map { BoardEntry($0, version: 0) }
    guard !anew.isEmpty else { return others }
    let recent = Askable(anew).nearest(to: place, at: now, excluding: [], limit: limit)
    return Candidates.nearest((others + recent).map(\.person), to: place, limit: limit)
  }
}
