import Rollcall
import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer

@Suite("A round over alerts: each workspace has its turn")
struct AlertRoundTests {
  @Test("one workspace's failure leaves the others their turn, and is told after them")
  func turns() throws {
    let judged = Mutex<[Int64]>([])
    let isBroken = Mutex(true)
    let round = AlertRound(
      .init(
        workspaces: { [1, 2].map { Workspace.ID($0) } },
        judge: { workspace, _ in
          if workspace.rawValue == 1, isBroken.withLock({ $0 }) { throw StoreError.unavailable("disk full") }
          judged.withLock { $0.append(workspace.rawValue) }
        }))
    #expect(throws: StoreError.unavailable("disk full")) { try round.run() }
    #expect(judged.withLock { $0 } == [2])
    isBroken.withLock { $0 = false }
    try round.run()
    #expect(judged.withLock { $0 } == [2, 1, 2])
  }

  @Test("what a look remembers is there at the next one")
  func memory() throws {
    let due = Mutex<[Bool]>([])
    let round = AlertRound(
      .init(
        workspaces: { [Workspace.ID(1)] },
        judge: { _, watch in
          let now = Timestamp(milliseconds: 5)
          due.withLock { $0.append(watch.isDue(version: 1, at: now)) }
          let verdict = AlertVerdict(AlertRules([], at: now), open: [], observingSince: now)
          watch.record(verdict, version: 1, at: now, deadline: nil)
        }))
    try round.run()
    try round.run()
    #expect(due.withLock { $0 } == [true, false])
  }
}
