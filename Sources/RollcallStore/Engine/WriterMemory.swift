import Rollcall
import SQL

/// The writer's copies of rows it needs for each upload, and its prepared statements.
///
/// Only the writer's thread touches it. It is never the truth: after a rollback the copies are dropped.
final class WriterMemory {
  /// A responder's state by reference: a state is large, and a dictionary keeps room for more than it holds.
  private final class Copy {
    let state: ResponderState
    init(_ state: ResponderState) { self.state = state }
  }

  /// The board as the last commit left it.
  let boards: BoardDirectory
  /// The state of each responder for ingest.
  private var responders: [Responder.ID: Copy] = [:]
  /// The values shared by the people of a workspace.
  private var contexts: [Workspace.ID: WorkspaceContext] = [:]
  /// The places that people of a workspace enter and leave.
  private var grounds: [Workspace.ID: MarkedGround] = [:]
  private var groundVersion: Int64 = 0
  /// The copies that the current member has replaced: they apply again when its savepoint is rolled back.
  private var replaced: [Responder.ID: Copy?] = [:]
  /// The number of status changes before the current member.
  private var transitionsBefore = 0
  /// `recalled` and `missed` as they were before the current group.
  private var offersBefore: (recalled: Set<Responder.ID>, missed: Set<Responder.ID>) = ([], [])
  /// The people whose rows this transaction has written; the board learns of them once they are on disk.
  private(set) var saved: Set<Responder.ID> = []
  /// The changes of status of this transaction.
  var transitions: [(workspace: Workspace.ID, from: Status, to: Status)] = []
  /// People of whom this transaction has changed data besides those rows.
  var changed: Set<Responder.ID> = []
  /// Whether this transaction has changed data that concerns more than one person.
  var isCommonChanged = false
  /// The pending effects of the current job.
  var effects = Effects()
  /// The cases that the current job has read.
  var cases: [Incident.ID: CaseInHand] = [:]
  /// Actions for after the commit.
  var afterCommit: [@Sendable () -> Void] = []
  /// Statements of the upload path, prepared at first use.
  var uploadStatements: UploadStatements?
  var trackStatements: TrackStatements?
  /// Where the walk through the keys of uploads stands; a step that is lost is made by the next walk.
  var keyWalk = KeyWalk()
  /// People whose phones may have to be told of a withdrawn offer; extra ones do no harm.
  var recalled: Set<Responder.ID> = []
  /// People who may have to be asked again because an offer never reached them; extra ones do no harm.
  var missed: Set<Responder.ID> = []
  /// Raised when an incident is due.
  let dispatchSignal = Signal()
  /// Counts changes that may affect permissions.
  let rights = ChangeCount()
  /// This server's last alive mark; `nil` in a new database.
  var aliveMark: Timestamp?
  /// The clock, if it is judged.
  var clock: JudgedClock?
  /// The outboxes to wake when messages are queued.
  var outboxes = Outboxes()

  /// An empty memory for a board.
  init(boards: BoardDirectory = BoardDirectory()) { self.boards = boards }

  /// The copy of a responder's rows, if there is one.
  func responder(_ id: Responder.ID) -> ResponderState? { responders[id]?.state }

  /// Keeps a responder's state that was just written.
  func save(_ state: ResponderState) {
    remember(state.id)
    responders[state.id] = Copy(state)
    saved.insert(state.id)
  }

  /// Forgets the copy of one responder, after a change outside ingest.
  func forget(_ id: Responder.ID) {
    remember(id)
    responders[id] = nil
  }

  /// Remembers the copy about to be replaced.
  private func remember(_ id: Responder.ID) {
    if replaced[id] == nil { replaced[id] = .some(responders[id]) }
  }

  /// Keeps a copy of rows as they were read.
  func load(_ state: ResponderState) { responders[state.id] = Copy(state) }

  /// Every copy.
  var everybody: [ResponderState] { responders.values.map(\.state) }

  /// The values shared by the people of a workspace, from memory or from the rows.
  func context(of workspace: Workspace.ID, _ db: Database) throws -> WorkspaceContext {
    if let known = contexts[workspace] { return known }
    let found = try WorkspaceContext(of: workspace, db)
    contexts[workspace] = found
    return found
  }

  /// Forgets the values shared in a workspace, after they changed.
  func forgetContext(of workspace: Workspace.ID) { contexts[workspace] = nil }

  /// The places that people of a workspace enter and leave, from memory or from the rows.
  func ground(of workspace: Workspace.ID, _ db: Database) throws -> MarkedGround {
    if let known = grounds[workspace] { return known }
    groundVersion += 1
    let found = try MarkedGround(of: workspace, version: groundVersion, db)
    grounds[workspace] = found
    return found
  }

  /// Forgets those places, after a change of them.
  func forgetGround(of workspace: Workspace.ID) { grounds[workspace] = nil }

  /// A member of the group begins: replacements from now on are kept or rolled back with it.
  func memberBegins() {
    replaced.removeAll(keepingCapacity: true)
    transitionsBefore = transitions.count
  }

  /// The member's savepoint was rolled back: restores the copies to the state that its predecessors in the
  /// group left, because the board learns of their writes.
  func memberFailed() {
    for (id, copy) in replaced { responders[id] = copy }
    transitions.removeLast(transitions.count - transitionsBefore)
    effects.removeAll()
    cases.removeAll()
    contexts.removeAll()
    grounds.removeAll()
  }

  /// A group without savepoints begins: all its replacements are kept or rolled back together.
  func groupBegins() {
    memberBegins()
    offersBefore = (recalled, missed)
  }

  /// The whole transaction was rolled back: restores every copy to the last commit.
  func groupFailed() {
    memberFailed()
    (recalled, missed) = offersBefore
    (changed, isCommonChanged) = ([], false)
    afterCommit.removeAll()
    forgetWritten()
  }

  /// The rows written since the last commit are on disk: returns the copies of those that changed.
  func takeSaved() -> [ResponderState] {
    defer { saved.removeAll(keepingCapacity: true) }
    return saved.compactMap { responders[$0]?.state }
  }

  /// The writes are on disk: returns the people whose data changed, and whether more has changed.
  func takeChanges() -> (people: Set<Responder.ID>, isCommon: Bool) {
    defer { (changed, isCommonChanged) = ([], false) }
    return (changed.union(saved), isCommonChanged)
  }

  /// The writes have been reported: starts anew.
  func forgetWritten() {
    saved.removeAll()
    transitions.removeAll()
  }

  /// Forgets every copy of a row, and all pending news.
  func forget() {
    responders.removeAll(keepingCapacity: true)
    contexts.removeAll()
    grounds.removeAll()
    forgetWritten()
    effects.removeAll()
    cases.removeAll()
    afterCommit.removeAll()
  }
}
