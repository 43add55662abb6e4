import Foundation
import Rollcall
import SQL
import Synchronization
import Testing

@testable import RollcallStore

@Suite("The writer: groups of members, each for itself")
struct WriterTests {
  @Test("Of 200 uploads at once every third is poisoned, and harms only itself")
  func isolation() async throws {
    let fixture = try TestStore()
    let phones = try (0..<20).map { try fixture.phone(name: "P\($0)") }
    let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
      for index in 0..<200 {
        let phone = phones[index % phones.count]
        // A queue name of 129 bytes passes every Swift check and fails in the schema.
        let queue = index % 3 == 0 ? String(repeating: "q", count: 129) : "q"
        group.addTask {
          let isStored = try? await phone.send([try ping(Double(index), Int64(index))], queue: queue)
          return (index, isStored == Answer(1))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(outcomes.count == 200)
    for (index, isStored) in outcomes { #expect(isStored == (index % 3 != 0), "upload \(index)") }
    let stored = Set(try fixture.history().compactMap(\.ping.sequence))
    #expect(stored == Set((0..<200).filter { $0 % 3 != 0 }))
    #expect(try fixture.store.verify() == [])
  }

  @Test("A member that fails after it has written leaves nothing, in the rows and in the memory")
  func failsLate() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    // The answer is remembered last, and the table refuses a fingerprint of another length.
    var bad = IdempotencyKey(key: [107], content: [], everySequenced: true)
    bad.fingerprint = [1]
    await #expect(throws: StoreError.self) {
      try await phone.send([ping(5, 1)], queue: "new", key: bad, at: 10)
    }
    #expect(try phone.history.isEmpty)
    #expect(try phone.row.live.lastContact == nil)
    // The same queue, sequence and time again: all of it is new.
    #expect(try await phone.send([ping(5, 1)], queue: "new", at: 20) == Answer(1))
    #expect(try phone.history.map(\.flags) == [[]])
    #expect(try fixture.store.verify() == [])
  }

  @Test("A group that is rolled back leaves the copies and notes in memory as the last commit left them")
  func groupFails() throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    let memory = WriterMemory()
    let before = try fixture.store.write { try $0.liveness.state(of: phone.id, in: fixture.workspace.id) }
    memory.load(before)
    memory.missed = [phone.id]
    memory.groupBegins()
    var state = before
    state.contacted(at: .at(9), by: .ourApp)
    memory.save(state)
    memory.missed = []
    memory.changed = [phone.id]
    memory.afterCommit.append {}
    memory.groupFailed()
    #expect(memory.responder(phone.id)?.live == before.live)
    #expect(memory.missed == [phone.id])
    #expect(memory.afterCommit.isEmpty && memory.takeSaved().isEmpty && memory.takeChanges().people.isEmpty)
  }

  @Test("An answer is given after the commit: what it speaks of can be read")
  func afterCommit() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    for index in 0..<50 {
      let upload = Upload(batch: Batch(pings: [try ping(Double(index), Int64(index))]))
      let seen = try await withCheckedThrowingContinuation { continuation in
        fixture.store.tracking.ingest(upload, from: phone.session, answer: { _ in [1] }) { result in
          continuation.resume(with: Result { try (result.get(), phone.history.count).1 })
        }
      }
      #expect(seen == index + 1)
    }
  }

  @Test("Many waiting callers at once are all answered")
  func blocking() throws {
    let fixture = try TestStore()
    let done = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2_000) { _ in
      try? fixture.store.markAlive()
      done.add(1, ordering: .relaxed)
    }
    #expect(done.load(ordering: .relaxed) == 2_000)
  }

  @Test("What waits is told by its age, and what is refused because too much waits is counted")
  func lag() throws {
    let fixture = try TestStore()
    #expect(fixture.store.writerLag.refused == 0)
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let answered = DispatchSemaphore(value: 0)
    fixture.store.write { _ in
      begun.signal()
      release.wait()
    } done: { _ in
      answered.signal()
    }
    begun.wait()
    var taken = 1
    while fixture.store.hasRoom {
      fixture.store.write { _ in
      } done: { _ in
        answered.signal()
      }
      taken += 1
    }
    #expect(throws: StoreError.unavailable("the writer is behind or stopped")) {
      try fixture.store.markAlive()
    }
    #expect(fixture.store.writerLag.refused == 1)
    // However quick the machine is, the job in hand has waited for longer than nothing, and is still not done.
    while fixture.store.writerLag.oldest == 0 { usleep(100) }
    release.signal()
    for _ in 0..<taken { answered.wait() }
    // The writer's thread looks for the next group after the last answer.
    while fixture.store.writerLag.oldest > 0 { usleep(100) }
    #expect(fixture.store.writerLag.refused == 1)
  }

  @Test("After the end a write is refused, and answered")
  func afterStop() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    fixture.store.close()
    #expect(!fixture.store.hasRoom)
    await #expect(throws: StoreError.unavailable("the writer is behind or stopped")) {
      try await phone.send([ping(1)])
    }
    #expect(throws: StoreError.self) { try fixture.store.markAlive() }
    #expect(throws: StoreError.self) { try fixture.store.fleet.workspaces() }
    fixture.store.close()
  }

  @Test("What was queued before the end is carried out")
  func drains() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    let answered = Atomic(0)
    for index in 0..<300 {
      let upload = Upload(batch: Batch(pings: [try ping(Double(index), Int64(index))]))
      fixture.store.tracking.ingest(upload, from: phone.session, answer: { _ in [1] }) { result in
        if (try? result.get()) != nil { answered.add(1, ordering: .relaxed) }
      }
    }
    try fixture.restart()
    #expect(answered.load(ordering: .relaxed) == 300)
    #expect(try phone.history.count == 300)
  }

  @Test("A queue that is full refuses, and every job is answered once")
  func bounded() throws {
    let fixture = try TestStore()
    let stored = Atomic(0)
    let refused = Atomic(0)
    let hold = DispatchSemaphore(value: 0)
    let isAtWork = DispatchSemaphore(value: 0)
    fixture.store.write { _ in
      isAtWork.signal()
      hold.wait()
    } done: { _ in
    }
    isAtWork.wait()
    for _ in 0..<(Writer.maximumWaiting + 500) {
      fixture.store.write { _ in
      } done: { result in
        if case .success = result {
          stored.add(1, ordering: .relaxed)
        } else {
          refused.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(!fixture.store.hasRoom)
    hold.signal()
    fixture.store.close()
    #expect(stored.load(ordering: .relaxed) == Writer.maximumWaiting)
    #expect(refused.load(ordering: .relaxed) == 500)
  }

  @Test("The alive mark is never older than the last committed request")
  func aliveMark() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(77)], at: 77)
    let mark = try fixture.store.read { try $0.first("SELECT at FROM alive", as: Timestamp.self) }
    #expect(mark == .at(77))
  }
}
