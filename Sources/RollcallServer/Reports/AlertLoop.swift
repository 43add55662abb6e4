import Rollcall
import Synchronization

/// Looks each second at whether an alert must be opened or closed. How they are dated does not depend on when it runs.
final class AlertLoop: Sendable {
  /// What it does.
  struct Acts: Sendable {
    /// Whose alerts to look at.
    var workspaces: @Sendable () throws -> [Workspace.ID]
    /// Looks at one workspace's.
    var judge: @Sendable (Workspace.ID, inout AlertWatch) throws -> Void
    /// Told of failures, in words.
    var report: @Sendable (String) -> Void
  }

  private struct State {
    var watches: [Workspace.ID: AlertWatch] = [:]
    var hasFailed = false
  }

  private let acts: Acts
  private let state = Mutex(State())
  private let loop = BackgroundLoop("alerts")

  init(_ acts: Acts) { self.acts = acts }

  /// Looks at every workspace once. One that fails does not keep the others from their turn; a failure that lasts is
  /// told once.
  func run() {
    var problems: [String] = []
    func attempt(_ act: () throws -> Void) {
      do { try act() } catch { problems.append(Words.of(error)) }
    }
    var workspaces: [Workspace.ID] = []
    attempt { workspaces = try acts.workspaces() }
    var watches = state.withLock { $0.watches }
    for workspace in workspaces {
      attempt { try acts.judge(workspace, &watches[workspace, default: AlertWatch()]) }
    }
    let isNew = state.withLock { [watches, hasFailed = !problems.isEmpty] state in
      defer { (state.watches, state.hasFailed) = (watches, hasFailed) }
      return hasFailed && !state.hasFailed
    }
    if isNew, let first = problems.first { acts.report(first) }
  }

  /// Looks each second, on a thread of its own.
  func start() { loop.start(every: 1_000) { [self] in run() } }

  /// Ends the look at hand; to be called once, after `start`.
  func stop() { loop.stop() }
}
