import Rollcall
import Synchronization

/// Looks whether alerts must be opened or closed. How they are dated does not depend on when it runs.
final class AlertRound: Sendable {
  /// Its access to the outside.
  struct Acts: Sendable {
    /// The workspaces to check.
    var workspaces: @Sendable () throws -> [Workspace.ID]
    /// Looks at one workspace's.
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

  /// Looks at every workspace once. One that fails does not keep the others from their turn.
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
