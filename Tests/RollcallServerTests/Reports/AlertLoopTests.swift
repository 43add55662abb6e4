import Rollcall
import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer

@Suite("The loop over alerts: everybody's turn comes, and a lasting failure is told once")
struct AlertLoopTests {
  @Test("one workspace's failure leaves the others their turn, and is reported again only after it had ended")
  func turns() {
    let judged = Mutex<[Int64]>([])
    let isBroken = Mutex(true)
    let reports = Mutex<[String]>([])
    let loop = AlertLoop(
      .init(
        workspaces: { [1, 2].map { Workspace.ID($0) } },
        judge: { workspace, _ in
          if workspace.rawValue == 1, isBroken.withLock({ $0 }) { throw StoreError.unavailable("disk full") }
          judged.withLock { $0.append(workspace.rawValue) }
        },
        report: { words in reports.withLock { $0.append(words) } }))
    for _ in 0..<3 { loop.run() }
    #expect(judged.withLock { $0 } == [2, 2, 2])
    #expect(reports.withLock { $0 } == ["disk full"])
    isBroken.withLock { $0 = false }
    loop.run()
    isBroken.withLock { $0 = true }
    loop.run()
    #expect(reports.withLock { $0 }.count == 2)
    #expect(judged.withLock { $0 } == [2, 2, 2, 1, 2, 2])
  }

  @Test("what a look remembers is there at the next one")
  func memory() {
    let due = Mutex<[Bool]>([])
    let loop = AlertLoop(
      .init(
        workspaces: { [Workspace.ID(1)] },
        judge: { _, watch in
          let now = Timestamp(milliseconds: 5)
          due.withLock { $0.append(watch.isDue(version: 1, at: now)) }
          let verdict = AlertVerdict(AlertRules([], at: now), open: [], observingSince: now)
          watch.record(verdict, version: 1, at: now, deadline: nil)
        }, report: { _ in }))
    loop.run()
    loop.run()
    #expect(due.withLock { $0 } == [true, false])
  }
}
