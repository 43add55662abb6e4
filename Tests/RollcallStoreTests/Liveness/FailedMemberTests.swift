import Foundation
import Rollcall
import Testing

@testable import RollcallStore

/// A member of a group whose savepoint is rolled back leaves no trace; its neighbours leave theirs.
@Suite("A request that fails among others")
struct FailedMemberTests {
  struct Refused: Error {}

  private func start() async throws -> TestPhone {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    try await phone.send([ping(1, 1)], at: 1)
    return phone
  }

  /// Carries out requests in one group; returns which succeeded.
  private func together(
    _ store: Store, _ works: [@Sendable (WriteTransaction) throws -> Void]
  ) async -> [Bool] {
    let gate = DispatchSemaphore(value: 0)
    store.write { _ in
      gate.wait()
    } done: { _ in
    }
    return await withTaskGroup(of: (Int, Bool).self) { group in
      let (queued, queue) = AsyncStream<Void>.makeStream()
      var waiting = queued.makeAsyncIterator()
      for (index, work) in works.enumerated() {
        group.addTask {
          await withCheckedContinuation { continuation in
            store.write {
              try work($0)
            } done: { result in
              continuation.resume(returning: (index, (try? result.get()) != nil))
            }
            queue.yield()
          }
        }
        // In the order given.
        await waiting.next()
      }
      gate.signal()
      var outcomes = works.map { _ in false }
      for await (index, succeeded) in group { outcomes[index] = succeeded }
      return outcomes
    }
  }

  @Test("A failure after a change of status leaves no row, no memory, no board and no count")
  func alone() async throws {
    let phone = try await start()
    let fixture = phone.fixture
    let (session, store) = (phone.session, fixture.store)
    let before = try phone.log
    let counted = store.boards.transitions
    fixture.clock.set(500)
    let outcomes = await together(
      store,
      [
        { transaction in
          try transaction.liveness.contact(session)
          throw Refused()
        }
      ])
    #expect(outcomes == [false])
    #expect(try phone.log == before)
    #expect(try phone.silences == [])
    #expect(try phone.row.live.lastContact == .at(1))
    #expect(store.boards.transitions == counted)
    try await phone.contact(at: 600)
    #expect(
      try phone.log.dropFirst(3) == [
        NamedStoryTests.degraded, NamedStoryTests.offline,
        "600 offline→degraded responder/on_duty: contact without a fresh fix",
      ])
    #expect(try phone.silences == ["1…600 > 90, 180"])
    #expect(store.boards.transitions.values.reduce(0, +) == 5)
  }

  @Test("A failure after a neighbour's success of the same person keeps the neighbour's", arguments: 0..<3)
  func amongOthers(place: Int) async throws {
    let phone = try await start()
    let fixture = phone.fixture
    let (session, store) = (phone.session, fixture.store)
    fixture.clock.set(500)
    let heard: @Sendable (WriteTransaction) throws -> Void = { try $0.liveness.contact(session) }
    let failing: @Sendable (WriteTransaction) throws -> Void = { transaction in
      // As a change of the workspace does: forgets the copy, reads and writes the rows.
      try transaction.fleet.reloadEverybody(in: session.workspace)
      var state = try transaction.liveness.state(of: session.responder, in: session.workspace)
      state.revoked(at: transaction.now)
      try transaction.liveness.save(state)
      throw Refused()
    }
    var works = [heard, heard]
    works.insert(failing, at: place)
    let outcomes = await together(store, works)
    #expect(outcomes == works.indices.map { $0 != place })
    #expect(try phone.row.live.lastContact == .at(500), "the board shows what is on disk")
    #expect(try phone.row.live.status == .degraded)
    #expect(try phone.log.last == "500 offline→degraded responder/on_duty: contact without a fresh fix")
    #expect(try phone.log.count == 6)
    #expect(store.boards.transitions.values.reduce(0, +) == 5)
    #expect(try fixture.boardDiffersFromRows() == [])
  }

  @Test("An upload that cannot be answered is as if never sent")
  func upload() async throws {
    let phone = try await start()
    let session = phone.session
    phone.fixture.clock.set(300)
    let upload = Upload(batch: Batch(pings: [try ping(299, 2)]), idempotency: .key("k"))
    let outcomes = await together(
      phone.fixture.store,
      [
        { transaction in
          _ = try transaction.tracking.ingest(upload, from: session, answer: { _ in [] })
          throw Refused()
        }
      ])
    #expect(outcomes == [false])
    #expect(try phone.history.count == 1)
    #expect(try phone.log.count == 3)
    #expect(try phone.fixture.boardDiffersFromRows() == [])
    let answer = try await phone.upload(upload)
    #expect(answer == Answer(1))
    #expect(try phone.log.last == "300 offline→online responder/on_duty: a fresh fix")
  }
}
