import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import RollcallServer

@Suite("The parts of a server")
struct PartsTests {
  private struct Failure: Error {}

  /// Three parts, and who has stopped.
  private final class World: Sendable {
    let stopped = Mutex<[String]>([])

    var parts: Parts {
      var parts = Parts()
      for name in ["database", "loop", "web"] {
        parts.add(name) { self.stopped.withLock { $0.append(name) } }
      }
      return parts
    }

    var order: [String] { stopped.withLock { $0 } }
  }

  private let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  @Test("They stop in the reverse order of their start when the group is asked to end")
  func reverse() async throws {
    let world = World()
    let group = ServiceGroup.inOrder(world.parts.all, quiet)
    await group.triggerGracefulShutdown()
    try await group.run()
    #expect(world.order == ["web", "loop", "database"])
  }

  @Test("They stop in that order when work beside them fails, and its failure is told")
  func failing() async {
    let world = World()
    let work = SideWork(work: { throw Failure() })
    let group = ServiceGroup.inOrder(world.parts.all + [work], quiet)
    await #expect(throws: Failure.self) { try await group.run() }
    #expect(world.order == ["web", "loop", "database"])
  }

  @Test("What was started is stopped when a part cannot be")
  func unwound() {
    let world = World()
    world.parts.stop()
    #expect(world.order == ["web", "loop", "database"])
  }
}
