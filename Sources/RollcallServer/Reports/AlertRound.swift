import Rollcall
import Synchronization

/// Checks whether alerts must be opened or closed. Their dates do not depend on when it runs.
final class AlertRound: Sendable {
  /// Its access to the outside.
  struct Acts: Sendable {
    /// The workspaces to check.
    var workspaces: @Sendable () throws -> [Workspace.ID]
    /// Judges one workspace.
    var judge: @Sendable (Workspace.ID, inout AlertWatch) throws -> Void
    /// Notes how the machine is.
    var lookAtMachine: @Sendable (inout MachineWatch) -> Void = { _ in }
    /// Opens and closes the alerts of one workspace that are about the machine.
    var judgeMachine: @Sendable (Workspace.ID, MachineWatch) throws -> Void = { _, _ in }
  }

  private let acts: Acts
  private let watches = Mutex<[Workspace.ID: AlertWatch]>([:])
  private let machine = Mutex(MachineWatch())

  init(_ acts: Acts) { self.acts = acts }

  /// Judges every workspace once. A failure of one does not skip the others.
  ///
  /// - Throws: the first failure.
  func run() throws {
    var problem: (any Error)?
    var watches = self.watches.withLock { $0 }
    var machine = self.machine.withLock { $0 }
    acts.lookAtMachine(&machine)
    self.machine.withLock { [machine] in $0 = machine }
    for workspace in try acts.workspaces() {
      do {
        try acts.judgeMachine(workspace, machine)
        try acts.judge(workspace, &watches[workspace, default: AlertWatch()])
      } catch {
        problem = problem ?? error
      }
    }
    self.watches.withLock { [watches] in $0 = watches }
    if let problem { throw problem }
  }
}
