import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer

@Suite("The heartbeat: ready means that a commit is fresh and there is space")
struct HeartbeatTests {
  /// What a heartbeat meets, as the test sets it.
  private final class World: Sendable {
    let isBroken = Mutex(false)
    let free = Mutex<UInt64?>(1 << 30)
    let purges = Mutex(0)

    var heartbeat: Heartbeat {
      Heartbeat(
        Heartbeat.Acts(
          markAlive: { if self.isBroken.withLock({ $0 }) { throw StoreError.unavailable("disk full") } },
          purge: {
            self.purges.withLock { $0 += 1 }
            return false
          },
          freeBytes: { self.free.withLock { $0 } }))
    }
  }

  private let second: UInt64 = 1_000_000_000

  @Test("before the first commit and 5 s after the last one nothing is ready")
  func freshness() throws {
    let world = World()
    let heartbeat = world.heartbeat
    #expect(!heartbeat.isReady(at: 100 * second))
    try heartbeat.beat(at: 100 * second)
    #expect(heartbeat.isReady(at: 104 * second))
    #expect(!heartbeat.isReady(at: 105 * second))
    world.isBroken.withLock { $0 = true }
    #expect(throws: StoreError.self) { try heartbeat.beat(at: 104 * second) }
    #expect(!heartbeat.isReady(at: 106 * second))
    world.isBroken.withLock { $0 = false }
    try heartbeat.beat(at: 107 * second)
    #expect(heartbeat.isReady(at: 107 * second))
  }

  @Test("too little space, or an unknown amount, is not ready")
  func space() throws {
    let world = World()
    let heartbeat = world.heartbeat
    try heartbeat.beat(at: second)
    for (free, isReady) in [(64 << 20, true), ((64 << 20) - 1, false), (nil, false)] as [(UInt64?, Bool)] {
      world.free.withLock { $0 = free }
      #expect(heartbeat.isReady(at: 2 * second) == isReady)
    }
  }

  @Test("keys are forgotten once a minute, and a commit that fails is a failure")
  func purges() throws {
    let world = World()
    let heartbeat = world.heartbeat
    for beat in 0..<130 { try heartbeat.beat(at: UInt64(beat) * second) }
    #expect(world.purges.withLock { $0 } == 3)
    world.isBroken.withLock { $0 = true }
    #expect(throws: StoreError.unavailable("disk full")) { try heartbeat.beat(at: 130 * second) }
  }
}
