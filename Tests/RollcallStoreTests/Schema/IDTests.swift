import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Ids come from one counter in the transaction")
struct IDTests {
  @Test("Each table has its own numbers, in all workspaces together")
  func numbers() throws {
    let fixture = try TestStore()
    let ids = try fixture.store.write { transaction in
      try [
        transaction.next(.alert), transaction.next(.alert), transaction.next(.silence),
        transaction.next(.alert),
      ] as [Int64]
    }
    #expect(ids == [1, 2, 1, 3])
    #expect(try fixture.store.write { try $0.next(.alert) as Int64 } == 4)
  }

  @Test("After a restart they go on")
  func restart() throws {
    let fixture = try TestStore()
    _ = try fixture.store.write { try $0.next(.alert) as Int64 }
    try fixture.restart()
    #expect(try fixture.store.write { try $0.next(.alert) as Int64 } == 2)
  }

  @Test("An id is returned with the rows of a failed job, and reused by no other")
  func rollback() throws {
    let fixture = try TestStore()
    let taken: Int64 = try fixture.store.write { try $0.next(.alert) }
    #expect(throws: StoreError.notFound("it")) {
      try fixture.store.write { transaction in
        #expect(try transaction.next(.alert) as Int64 == taken + 1)
        throw StoreError.notFound("it")
      }
    }
    #expect(try fixture.store.write { try $0.next(.alert) as Int64 } == taken + 1)
  }
}
