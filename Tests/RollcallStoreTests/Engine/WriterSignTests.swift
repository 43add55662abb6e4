import Foundation
import Rollcall
import SQL
import Synchronization
import Testing

@testable import RollcallStore

@Suite("What the writer tells of itself")
struct WriterSignTests {
  /// What was told, in order, without what was told again at once.
  private final class Ear: Sendable {
    private let told = Mutex<[WriterSign]>([])

    func hear(_ sign: WriterSign) {
      told.withLock { all in
        if all.last != sign { all.append(sign) }
      }
    }

    /// What was told since the last time.
    func take() -> [WriterSign] {
      told.withLock { all in
        defer { all = [] }
        return all
      }
    }
  }

  private func listening(_ body: (TestStore, Store, Ear) throws -> Void) throws {
    let (fixture, ear) = (try TestStore(), Ear())
    var options = Store.Options(readers: 1)
    options.onSign = ear.hear
    let store = try Store(path: fixture.other("other.db"), options: options)
    defer { store.close() }
    _ = ear.take()
    try body(fixture, store, ear)
  }

  @Test("Each commit is an answer, and so is what a full disk refuses")
  func answers() throws {
    try listening { _, store, ear in
      try store.markAlive()
      #expect(ear.take() == [.answered])
      try store.pool.writeWithoutTransaction { db in
        let pages = try db.first("PRAGMA page_count", as: Int.self) ?? 0
        try db.execute(sql: Query(trusted: "PRAGMA max_page_count = \(pages)"))
      }
      #expect(throws: StoreError.self) {
        try store.write { transaction in
          try transaction.db.execute(sql: "CREATE TABLE ballast AS SELECT randomblob(1000000) AS bytes")
        }
      }
      #expect(ear.take() == [.answered])
    }
  }

  @Test("What somebody else holds is no answer")
  func held() throws {
    try listening { fixture, store, ear in
      try store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 0") }
      let other = try DatabaseQueue(path: fixture.other("other.db"))
      try other.inDatabase { db in
        try db.execute(sql: "BEGIN IMMEDIATE")
        #expect(throws: StoreError.self) { try store.markAlive() }
        try db.execute(sql: "ROLLBACK")
      }
      #expect(ear.take() == [])
      try other.close()
    }
  }

  @Test("Before the file is written anew its length is told, and after it that this has ended")
  func rewrites() throws {
    try listening { fixture, store, ear in
      try store.scrubLog()
      #expect(ear.take() == [])
      let bytes = DatabaseFile.length(of: fixture.other("other.db"))
      try store.scrub()
      #expect(bytes > 0 && ear.take() == [.rewrites(bytes: bytes), .rewrote])
    }
  }
}
