import Foundation
import Rollcall
import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer

@Suite("The loop that hands messages over")
struct OutboxLoopTests {
  /// An outbox in memory and services that answer what they are told to, when they are told to.
  final class Post: Outbox, @unchecked Sendable {
    // Guarded by `condition`.
    private let condition = NSCondition()
    private var waiting: [PushJob] = []
    private var held: Set<PushService> = []
    private var isDiskFull = false
    private(set) var underWay: [PushJob.ID] = []
    private var recorded: [PushJob.ID] = []
    private var sent: [PushJob.ID] = []
    private var told: [String] = []

    func put(_ jobs: [PushJob]) { condition.withLock { waiting += jobs } }

    func hold(_ service: PushService) { condition.withLock { _ = held.insert(service) } }

    func release() {
      condition.withLock {
        held = []
        condition.broadcast()
      }
    }

    func fill(_ isFull: Bool) { condition.withLock { isDiskFull = isFull } }

    let wake = Signal()

    var loop: OutboxLoop<Post> {
      OutboxLoop(
        "push", self, wake: wake,
        failures: FailureReport { line in self.note { self.told.append(line) } })
    }

    func due(limit: Int) -> [PushJob] { condition.withLock { Array(waiting.prefix(limit)) } }
    func untilDue() -> Milliseconds? { 20 }
    func tidy() {}
    func stop() {}

    func settle(_ result: DeliveryResult, of job: PushJob) throws { try record(job.id) }

    func send(_ job: PushJob) -> DeliveryResult {
      note {
        self.underWay.append(job.id)
        self.sent.append(job.id)
      }
      condition.withLock {
        while held.contains(job.service) { condition.wait() }
        underWay.removeAll { $0 == job.id }
      }
      return .accepted(id: nil)
    }

    private func record(_ id: PushJob.ID) throws {
      try condition.withLock {
        if isDiskFull { throw StoreError.unavailable("full") }
        waiting.removeAll { $0.id == id }
        recorded.append(id)
        condition.broadcast()
      }
    }

    private func note(_ act: @escaping () -> Void) {
      condition.withLock {
        act()
        condition.broadcast()
      }
    }

    /// Waits until something is so, without a limit: a test that hangs has failed.
    private func wait(until isSo: () -> Bool) {
      condition.withLock { while !isSo() { condition.wait() } }
    }

    func waitForRecorded(_ count: Int) { wait { self.recorded.count >= count } }
    func waitForUnderWay(_ count: Int) { wait { self.underWay.count >= count } }
    func waitForTrouble() { wait { !self.told.isEmpty } }

    var all: (sent: [PushJob.ID], recorded: [PushJob.ID], told: [String]) {
      condition.withLock { (sent, recorded, told) }
    }
  }

  private func jobs(_ numbers: ClosedRange<Int64>, _ service: PushService = .expo) -> [PushJob] {
    numbers.map {
      PushJob(
        id: PushJob.ID($0), service: service, token: "x", kind: .test,
        expiresAt: Timestamp(milliseconds: .max))
    }
  }

  @Test("Each message is handed over once, however often it is looked up while it is on its way")
  func once() {
    let post = Post()
    post.put(jobs(1...40))
    post.hold(.expo)
    let loop = post.loop
    loop.start()
    post.waitForUnderWay(4)
    for _ in 1...20 { post.wake.raise() }
    post.release()
    post.waitForRecorded(40)
    loop.stop()
    #expect(post.all.sent.sorted() == (1...40).map { PushJob.ID($0) })
    #expect(post.all.recorded.count == 40 && post.all.told == [])
  }

  @Test("A service that does not answer holds up nobody else")
  func lanes() {
    let post = Post()
    post.put(jobs(1...30, .fcm) + jobs(31...60, .webhook) + jobs(61...70, .expo))
    post.hold(.fcm)
    post.hold(.webhook)
    let loop = post.loop
    loop.start()
    post.waitForRecorded(10)
    #expect(Set(post.all.recorded) == Set((61...70).map { PushJob.ID($0) }))
    post.release()
    post.waitForRecorded(70)
    loop.stop()
  }

  @Test("What could not be stored is stored later, told once, and not sent again meanwhile")
  func fullDisk() {
    let post = Post()
    post.put(jobs(1...1))
    post.fill(true)
    let loop = post.loop
    loop.start()
    post.waitForTrouble()
    post.fill(false)
    post.waitForRecorded(1)
    loop.stop()
    #expect(post.all.sent == [PushJob.ID(1)] && post.all.told == ["full"])
  }

  @Test("It ends with what is under way, and takes nothing more")
  func ends() {
    let post = Post()
    post.put(jobs(1...100))
    let loop = post.loop
    loop.start()
    post.waitForRecorded(1)
    loop.stop()
    let first = post.all
    #expect(first.sent.count == first.recorded.count)
  }
}
