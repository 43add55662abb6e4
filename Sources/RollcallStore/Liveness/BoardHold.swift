public import Rollcall

/// What a workspace's board was made of besides the time: while it is the same, no commit has changed the board.
public struct BoardMark: Hashable, Sendable {
  private let version: Int64
  private let common: UInt64
  private let observingSince: Timestamp
  private let absenceEnd: Timestamp?

  init(_ workspace: Workspace.ID, _ store: Store) {
    version = store.boards.version(of: workspace)
    common = store.changes.common
    (observingSince, absenceEnd) = (store.boards.observingSince, store.boards.absenceEnd)
  }
}

extension LivenessStore {
  /// The mark of a workspace's board, to be taken before the board is read. Does not block.
  ///
  /// - Returns: `nil` while this server was just away and has not recorded it: then the board depends on each
  ///   instant.
  public func boardMark(of workspace: Workspace.ID, at now: Timestamp) -> BoardMark? {
    vouched(at: now) == now ? BoardMark(workspace, store) : nil
  }

  /// The first instant after `now` at which time alone changes what these entries show, or who of them can be
  /// sent to an incident; `nil` = never.
  public func nextChange(of entries: [BoardEntry], after now: Timestamp) -> Timestamp? {
    let absenceEnd = store.boards.absenceEnd
    var next = NextInstant(after: now)
    for entry in entries { entry.addChanges(to: &next, absenceEnd: absenceEnd) }
    return next.found
  }
}

/// The first of some instants after one.
struct NextInstant {
  let start: Timestamp
  private(set) var found: Timestamp?

  init(after start: Timestamp) { self.start = start }

  /// Adds an instant from which on something differs.
  mutating func add(_ instant: Timestamp?) {
    guard let instant, instant > start, found.map({ instant < $0 }) ?? true else { return }
    found = instant
  }

  /// Adds an instant after which something differs.
  mutating func add(endingWith instant: Timestamp?) { add(instant?.advanced(by: 1)) }
}

extension BoardEntry {
  /// Adds the instants at which time alone changes the person's row, or whether they can be sent.
  fileprivate func addChanges(to next: inout NextInstant, absenceEnd: Timestamp?) {
    let now = live.settled(at: next.start)
    next.add(now.deadline)
    if let degraded = now.force.thresholds?.degraded, let contact = now.lastContact {
      next.add(endingWith: max(contact, now.dutySince).advanced(by: degraded))
    }
    next.add(endingWith: flapping.until(interval: live.force.interval))
    next.add(endingWith: fixAt?.advanced(by: retention))
    next.add(endingWith: hearing?.provedUntil)
    if let errand { next.add(endingWith: errand.endsAt) }
    if let absenceEnd { next.add(live.held(after: absenceEnd)) }
  }
}
