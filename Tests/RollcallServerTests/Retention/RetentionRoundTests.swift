import Rollcall
import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer

@Suite("The purge runs in slices, with rests")
struct RetentionRoundTests {
  /// A writer that is asked, with a clock that moves by 10 ms a slice.
  private final class World: Sendable {
    let slices = Mutex<[Int64]>([])
    let paces = Mutex<[PurgePace]>([])
    let ahead = Mutex<[PurgePace]>([])
    let reports = Mutex<[String]>([])
    let time = Mutex<UInt64>(0)
    let writes = Mutex<UInt64>(0)
    let isAwaited = Mutex(false)
    let isBlind = Mutex(false)
    let erasures = Mutex(0)
    let isFull = Mutex(false)
    let broken = Mutex<Int64?>(nil)

    var round: RetentionRound {
      RetentionRound(
        .init(
          workspaces: { [1, 2, 3].map { Workspace.ID($0) } },
          begin: { workspace in
            if self.broken.withLock({ $0 == workspace.rawValue }) {
              throw StoreError.unavailable("disk full")
            }
            var left = 3
            return RetentionRound.Walk(
              readAhead: { pace in
                self.ahead.withLock { $0.append(pace) }
                if self.isBlind.withLock({ $0 }) { throw StoreError.unavailable("disk") }
                // However long the disk takes, the writer was free.
                self.time.withLock { $0 += 500_000_000 }
              },
              take: { pace in
                self.paces.withLock { $0.append(pace) }
                self.slices.withLock { $0.append(workspace.rawValue) }
                self.time.withLock { $0 += 10_000_000 }
                left -= 1
                return left > 0
              })
          },
          finishErasures: {
            self.erasures.withLock { $0 += 1 }
            if self.isFull.withLock({ $0 }) { throw StoreError.unavailable("disk full") }
          },
          writes: { self.writes.withLock { $0 } },
          isAwaited: { self.isAwaited.withLock { $0 } }, now: { self.time.withLock { $0 } },
          report: { words in self.reports.withLock { $0.append(words) } }))
    }
  }

  @Test("every workspace is purged to its end, and the writer rests for four fifths of the time")
  func rests() {
    let world = World()
    var rests: [Int] = []
    world.round.run { milliseconds in
      rests.append(milliseconds)
      return true
    }
    #expect(world.slices.withLock { $0 } == [1, 1, 1, 2, 2, 2, 3, 3, 3])
    let watch = RetentionRound.watch
    let ofOne: [Int] = [watch, 40, watch, 40, watch]
    let expected: [Int] = ofOne + ofOne + ofOne
    #expect(rests == expected)
    let paces = [PurgePace](repeating: .calm, count: 9)
    #expect(world.paces.withLock { $0 } == paces)
    #expect(world.ahead.withLock { $0 } == paces, "what each slice touches was read before it")
  }

  @Test("while others write, slices are short, and no workspace waits for ever")
  func busy() {
    let world = World()
    var watched = 0
    world.round.run { milliseconds in
      guard milliseconds == RetentionRound.watch else { return true }
      watched += 1
      let more = watched % 3 == 1 ? RetentionRound.calmWrites + 1 : RetentionRound.calmWrites
      world.writes.withLock { $0 += more }
      return true
    }
    #expect(world.slices.withLock { $0.count } == 9)
    let paces: [PurgePace] = (0..<9).map { $0 % 3 == 0 ? .busy : .calm }
    #expect(world.paces.withLock { $0 } == paces)
    #expect(world.ahead.withLock { $0 } == paces)
  }

  @Test("a writer that others wait for is not calm, however little it does; a long purge takes more at once")
  func stalled() {
    let world = World()
    world.isAwaited.withLock { $0 = true }
    var watched = 0
    world.round.run { _ in
      watched += 1
      if watched == 4 { world.time.withLock { $0 += RetentionRound.longTime } }
      return true
    }
    let paces = world.paces.withLock { $0 }
    let expected: [PurgePace] = Array(repeating: .busy, count: 2) + Array(repeating: .late, count: 7)
    #expect(paces == expected)
  }

  @Test("what cannot be read ahead is told, and the purge goes on")
  func blind() {
    let world = World()
    world.isBlind.withLock { $0 = true }
    world.round.run { _ in true }
    #expect(world.slices.withLock { $0.count } == 9)
    #expect(world.reports.withLock { $0.count } == 9)
  }

  @Test(
    "erasures are finished between workspaces; what cannot be finished is tried once a look",
    arguments: [false, true])
  func erasures(isFull: Bool) {
    let world = World()
    world.isFull.withLock { $0 = isFull }
    world.round.run { _ in true }
    #expect(world.erasures.withLock { $0 } == (isFull ? 1 : 4))
    #expect(world.reports.withLock { $0.count } == (isFull ? 1 : 0))
    #expect(world.slices.withLock { $0.count } == 9)
  }

  @Test("a stop is heard in a rest")
  func stop() {
    let world = World()
    var left = 3
    world.round.run { _ in
      left -= 1
      return left > 0
    }
    #expect(world.slices.withLock { $0 } == [1])
  }

  @Test("a workspace that cannot be purged is reported and does not keep the others waiting")
  func broken() {
    let world = World()
    world.broken.withLock { $0 = 2 }
    world.round.run { _ in true }
    #expect(world.slices.withLock { $0 } == [1, 1, 1, 3, 3, 3])
    #expect(world.reports.withLock { $0 } == ["disk full"])
  }
}
