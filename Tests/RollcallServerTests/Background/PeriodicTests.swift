import Logging
import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer

@Suite("Work that is done again and again")
struct PeriodicTests {
  /// A clock that stands still: it notes how long was rested, and ends after so many waits.
  private final class StillRests: Rests {
    private let state: Mutex<(waits: [Int], rests: [Int], left: Int)>

    init(waits: Int) { state = Mutex((waits: [], rests: [], left: waits)) }

    var waits: [Int] { state.withLock { $0.waits } }
    var rests: [Int] { state.withLock { $0.rests } }

    func rest(_ milliseconds: Int) -> Bool {
      state.withLock {
        $0.rests.append(milliseconds)
        return $0.left > 0
      }
    }

    func wait(_ milliseconds: Int) -> Bool {
      state.withLock {
        $0.waits.append(milliseconds)
        $0.left -= 1
        return $0.left >= 0
      }
    }

    func end() { state.withLock { $0.left = 0 } }
  }

  private func silent() -> FailureReport { FailureReport { _ in } }

  @Test("It rests before each time; the first rest may be another one")
  func rests() {
    let rests = StillRests(waits: 3)
    let done = Mutex(0)
    let task = Periodic(
      "task", every: 1_000, first: 60, rests: rests, failures: silent(),
      doing: { _ in done.withLock { $0 += 1 } })
    task.start()
    task.stop()
    #expect(rests.waits.first == 60 && rests.waits.dropFirst().allSatisfy { $0 == 1_000 })
    #expect(rests.waits.count == done.withLock { $0 } + 1)
  }

  @Test("Work that says when more is due is done then, and at the latest after the usual rest")
  func plans() {
    let plans: [(Int?, Int)] = [(20, 20), (nil, 1_000), (5_000, 1_000), (-3, 0), (0, 0)]
    for (plan, expected) in plans {
      let task = Periodic("task", every: 1_000, failures: silent(), planning: { _ in plan })
      #expect(task.run() == expected)
    }
  }

  @Test("A failure does not end it: it is counted each time, and told once until it is over")
  func failures() {
    let counts = FailureCounts()
    let told = Mutex(0)
    let isFull = Mutex(true)
    let report = FailureReport { _ in
      told.withLock { $0 += 1 }
    } count: {
      counts.count("task")
    }
    let task = Periodic(
      "task", every: 7, failures: report,
      doing: { _ in
        if isFull.withLock({ $0 }) { throw StoreError.unavailable("full") }
      })
    for isNowFull in [true, true, true, false, true, true] {
      isFull.withLock { $0 = isNowFull }
      #expect(task.run() == 7)
    }
    #expect(told.withLock { $0 } == 2 && counts.all.map(\.count) == [5])
  }

  @Test("It stops while it rests, and while it waits to be woken", arguments: [true, false])
  func stops(isWoken: Bool) {
    let wake = Signal()
    let task = Periodic(
      "task", every: 3_600_000, rests: ThreadRests(wake: isWoken ? wake : nil), failures: silent(),
      doing: { _ in Issue.record("nothing was due") })
    task.start()
    task.stop()
  }

  @Test("It is woken before its time")
  func woken() async {
    let wake = Signal()
    let (signs, tell) = AsyncStream.makeStream(of: Void.self)
    let task = Periodic(
      "task", every: 3_600_000, rests: ThreadRests(wake: wake), failures: silent(),
      doing: { _ in tell.yield() })
    task.start()
    wake.raise()
    for await _ in signs { break }
    task.stop()
  }

  @Test("A rest within the work ends with the task")
  func ends() {
    let rests = ThreadRests()
    #expect(rests.rest(0) && rests.wait(0))
    rests.end()
    #expect(!rests.rest(3_600_000) && !rests.rest(3_600_000) && !rests.wait(3_600_000))
  }
}
