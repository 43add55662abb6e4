import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer

@Suite("The loop that does what is due")
struct DueLoopTests {
  /// Batches that are overdue, a disk that may be full, and what was told of it.
  final class Work: Sendable {
    struct State {
      var batches: [Int] = []
      var isFull = false
      var settled = 0
      var told: [String] = []
    }

    let state = Mutex(State())

    var loop: DueLoop {
      DueLoop("due", every: 20) {
        try self.state.withLock { state in
          if state.isFull { throw StoreError.unavailable("full") }
          guard !state.batches.isEmpty else { return false }
          state.settled += state.batches.removeFirst()
          return true
        }
      } report: { line in
        self.state.withLock { $0.told.append(line) }
      }
    }
  }

  @Test("one run does part after part until nothing is due")
  func batches() {
    let work = Work()
    work.state.withLock { $0.batches = [1_000, 1_000, 17] }
    work.loop.run()
    #expect(work.state.withLock { $0.settled } == 2_017)
    #expect(work.state.withLock { $0.told } == [])
  }

  @Test("a failure that lasts is told once, and again when it comes back")
  func failures() {
    let work = Work()
    let loop = work.loop
    for isFull in [true, true, true, false, true, true] {
      work.state.withLock { $0.isFull = isFull }
      loop.run()
    }
    #expect(work.state.withLock { $0.told.count } == 2)
  }

  @Test("it stops while it rests, and has run before")
  func stops() async throws {
    let work = Work()
    work.state.withLock { $0.batches = [3] }
    let loop = work.loop
    loop.start()
    while work.state.withLock({ $0.settled }) == 0 { await Task.yield() }
    loop.stop()
    work.state.withLock { $0.batches = [5] }
    #expect(work.state.withLock { $0.settled } == 3)
  }
}
