public import Rollcall
import Synchronization

/// What a running store keeps of messages to channels beside its rows: whom to wake, and what was counted.
public final class NoticeDesk: Sendable {
  /// What is counted apart.
  public struct Label: Hashable, Sendable {
    /// Whose messages.
    public let workspace: Workspace.ID
    /// How they are brought.
    public let kind: Channel.Kind
    /// What became of them.
    public let result: NoticeResult.Kind

    /// A label from its parts.
    public init(workspace: Workspace.ID, kind: Channel.Kind, result: NoticeResult.Kind) {
      self.workspace = workspace
      self.kind = kind
      self.result = result
    }
  }

  private let attempts = Mutex<[Label: Int]>([:])
  /// Called on the writer's thread once messages that can be sent are on disk. Must not block.
  let ring: @Sendable () -> Void

  init(ring: @escaping @Sendable () -> Void = {}) { self.ring = ring }

  /// Attempts since the start, by what became of them.
  public var counts: [Label: Int] { attempts.withLock { $0 } }

  func count(_ result: NoticeResult.Kind, of workspace: Workspace.ID, by kind: Channel.Kind) {
    let label = Label(workspace: workspace, kind: kind, result: result)
    attempts.withLock { $0[label, default: 0] += 1 }
  }
}
