import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("A full disk")
struct FullDiskTests {
  @Test("Refuses whole uploads, stores nothing of them, and goes on when there is space again")
  func full() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(1, 1)], at: 1)
    try fixture.limitPages(to: fixture.pages())
    // Room is left in the last pages of tables and indexes; it is used up first.
    var acknowledged: Set<Int64> = [1]
    var refused = 0
    var rounds = 0
    while refused < 5, rounds < 200 {
      rounds += 1
      let round = rounds
      let sequences = (0..<50).map { Int64(round * 50 + $0) }
      let pings = try sequences.map { try ping(Double($0) / 100, $0) }
      do {
        let answer = try await phone.send(pings, key: .key("\(round)"), at: Double(round) * 100)
        #expect(answer == Answer(50))
        acknowledged.formUnion(sequences)
      } catch let StoreError.unavailable(reason) {
        #expect(reason.contains("full"))
        refused += 1
      }
    }
    #expect(refused == 5)
    #expect(try Set(phone.history.compactMap(\.ping.sequence)) == acknowledged)
    #expect(fixture.store.hasRoom, "a full disk does not stop the writer")

    try fixture.limitPages(to: 1_000_000)
    for round in 1...rounds {
      let sequences = (0..<50).map { Int64(round * 50 + $0) }
      let pings = try sequences.map { try ping(Double($0) / 100, $0) }
      let answer = try await phone.send(pings, key: .key("\(round)"))
      #expect(answer.stored == 50)
      acknowledged.formUnion(sequences)
    }
    let stored = try phone.history.compactMap(\.ping.sequence)
    #expect(stored.count == acknowledged.count)
    #expect(Set(stored) == acknowledged)
    #expect(try phone.history.allSatisfy { $0.flags.isEmpty })
    #expect(try fixture.store.verify() == [])
  }

  @Test("Every member of a group is refused together, and none is half stored")
  func group() async throws {
    let fixture = try TestStore()
    let phones = try (0..<10).map { try fixture.phone(name: "P\($0)") }
    try fixture.limitPages(to: fixture.pages())
    let acknowledged = await withTaskGroup(of: [Int64].self) { group in
      for index in 0..<100 {
        let phone = phones[index % 10]
        group.addTask {
          let sequences = (0..<50).map { Int64(index * 50 + $0) }
          let pings = try? sequences.map { try ping(Double($0) / 100, $0) }
          let answer = try? await phone.send(pings ?? [], queue: "q\(index)")
          return answer == Answer(50) ? sequences : []
        }
      }
      return await group.reduce(into: Set<Int64>()) { $0.formUnion($1) }
    }
    #expect(acknowledged.count < 5_000)
    fixture.clock.set(100_000)
    #expect(try Set(fixture.history().compactMap(\.ping.sequence)) == acknowledged)
  }
}

extension TestStore {
  /// Pages of the file now.
  fileprivate func pages() throws -> Int {
    try store.pool.writeWithoutTransaction { try $0.first("PRAGMA page_count") ?? 0 }
  }

  /// Lets SQLite believe that the disk ends there.
  fileprivate func limitPages(to pages: Int) throws {
    try store.pool.writeWithoutTransaction { db in
      try db.execute(sql: Query(trusted: "PRAGMA max_page_count = \(pages)"))
    }
  }
}
