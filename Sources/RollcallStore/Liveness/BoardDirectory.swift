public import Rollcall
import Synchronization

/// Every responder's row of the board, in memory, because each open board polls every few seconds. The rows
/// are the truth; this copy follows each commit.
public final class BoardDirectory: Sendable {
  private struct WorkspaceBoard {
    var entries: [Responder.ID: BoardEntry] = [:]
    /// The active people, cached since the last request; `nil` once an entry has changed.
    var active: [BoardEntry]?
    /// The people who may be asked, cached since the last request; `nil` before, and after an absence of
    /// ours.
    var askable: Askable?
    var version: Int64 = 0
  }

  private struct Contents {
    var shelves: [Workspace.ID: WorkspaceBoard] = [:]
    var transitions: [TransitionKind: Int] = [:]
    var observingSince = Timestamp(milliseconds: 0)
    var absenceEnd: Timestamp?
    var committedAt = Timestamp.distantPast

    /// The people of a workspace who may be asked, now or when their offer expires.
    mutating func askable(in workspace: Workspace.ID) -> Askable? {
      guard let shelf = shelves[workspace] else { return nil }
      if let askable = shelf.askable { return askable }
      let askable = Askable(shelf.entries.values, absenceEnd: absenceEnd)
      shelves[workspace]?.askable = askable
      return askable
    }
  }

  private let contents = Mutex(Contents())

  /// The board of a workspace, in no order: everyone who is active.
  public func entries(of workspace: Workspace.ID) -> [BoardEntry] {
    contents.withLock { contents in
      guard let shelf = contents.shelves[workspace] else { return [] }
      if let active = shelf.active { return active }
      let active = shelf.entries.values.filter(\.person.isActive)
      contents.shelves[workspace]?.active = active
      return active
    }
  }

  /// The people of a workspace who may be asked to take an incident, nearest first, at `now`.
  func nearest(
    to place: Position, for kind: Incident.Kind, in workspace: Workspace.ID, at now: Timestamp,
    hearingLimit: Milliseconds, excluding excluded: Set<Responder.ID>, _ openings: Openings,
    skillsAt: Timestamp, limit: Int
  ) -> [Candidates.Candidate] {
    contents.withLock { contents in
      guard let askable = contents.askable(in: workspace) else { return [] }
      return askable.nearest(
        to: place, for: kind, at: now, hearingLimit: hearingLimit, excluding: excluded, openings,
        skillsAt: skillsAt, limit: limit
      ) { id in
        contents.shelves[workspace]?.entries[id]
      }
    }
  }

  /// The people of a workspace who may be asked to take an incident at `now`, whatever they can do, in no order.
  func askable(
    for kind: Incident.Kind, in workspace: Workspace.ID, at now: Timestamp, hearingLimit: Milliseconds
  ) -> [Responder.ID] {
    contents.withLock {
      $0.askable(in: workspace)?.people(for: kind, at: now, hearingLimit: hearingLimit) ?? []
    }
  }

  /// Until when our last absence holds back a person of a workspace who could be asked otherwise; `nil` =
  /// none.
  func heldUntil(in workspace: Workspace.ID) -> Timestamp? {
    contents.withLock { $0.askable(in: workspace)?.heldUntil }
  }

  /// One row, of an inactive person, too.
  public func entry(of responder: Responder.ID, in workspace: Workspace.ID) -> BoardEntry? {
    contents.withLock { $0.shelves[workspace]?.entries[responder] }
  }

  /// Grows whenever an event changes a workspace's board; time alone does not change it.
  public func version(of workspace: Workspace.ID) -> Int64 {
    contents.withLock { $0.shelves[workspace]?.version ?? 0 }
  }

  /// The number of status changes since the start, by workspace and kind.
  public var transitions: [TransitionKind: Int] { contents.withLock { $0.transitions } }

  /// Since when the server hears without a break.
  var observingSince: Timestamp { contents.withLock { $0.observingSince } }

  /// When the last commit was.
  var committedAt: Timestamp { contents.withLock { $0.committedAt } }

  func observing(since instant: Timestamp) { contents.withLock { $0.observingSince = instant } }

  /// When the last long absence of this server ended; `nil` = there was none.
  var absenceEnd: Timestamp? { contents.withLock { $0.absenceEnd } }

  /// Records when the last long absence ended. Called before the commit: if that fails, people are held back
  /// for nothing, but no one is asked on old news.
  func absence(endedAt end: Timestamp?) {
    contents.withLock { contents in
      contents.absenceEnd = end
      for workspace in contents.shelves.keys { contents.shelves[workspace]?.askable = nil }
    }
  }

  func publish(
    _ states: [ResponderState], counting found: [(workspace: Workspace.ID, from: Status, to: Status)],
    committedAt instant: Timestamp?
  ) {
    contents.withLock { contents in
      contents.committedAt = instant ?? contents.committedAt
      for kind in found {
        let key = TransitionKind(workspace: kind.workspace, from: kind.from, to: kind.to)
        contents.transitions[key, default: 0] += 1
      }
      for state in states {
        Self.put(state, on: &contents.shelves[state.workspace, default: WorkspaceBoard()])
      }
    }
  }

  private static func put(_ state: ResponderState, on shelf: inout WorkspaceBoard) {
    shelf.version += 1
    shelf.active = nil
    let entry = BoardEntry(state, version: shelf.version)
    shelf.entries[state.id] = entry
    shelf.askable?.put(entry)
  }
}

/// A kind of status change, for its counter.
public struct TransitionKind: Hashable, Sendable {
  /// Where.
  public let workspace: Workspace.ID
  /// The status before.
  public let from: Status
  /// The status after.
  public let to: Status

  /// A kind from its parts.
  public init(workspace: Workspace.ID, from: Status, to: Status) {
    self.workspace = workspace
    self.from = from
    self.to = to
  }
}
