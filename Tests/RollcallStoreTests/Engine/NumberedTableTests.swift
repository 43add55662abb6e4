import Rollcall
import Testing

@testable import RollcallStore

@Suite("The ids of rows")
struct NumberedTableTests {
  @Test("A counter that lies below an id of its table is found")
  func counters() throws {
    let fixture = try TestStore()
    for name in ["Ana", "Bor", "Cene"] { _ = try fixture.phone(name: name) }
    #expect(try fixture.store.verify() == [])
    let last = try fixture.integer("SELECT max(id) FROM responder")
    try fixture.execute("UPDATE id_counter SET last = \(last - 1) WHERE name = 'responder'")
    #expect(
      try fixture.store.verify() == [
        "responder: the counter of ids stands at \(last - 1), although there is a row with the id \(last)"
      ])
    try fixture.execute("DELETE FROM id_counter WHERE name IN ('responder', 'workspace')")
    #expect(try fixture.store.verify().count == 2)
  }

  @Test("Ids that are taken in one step follow those before, and are followed by the next")
  func steps() throws {
    let fixture = try TestStore()
    try fixture.store.write { transaction in
      let first = try transaction.next(.offer, as: Int64.self)
      #expect(try transaction.next(.offer, count: 3) == first + 1..<first + 4)
      #expect(try transaction.next(.offer, count: 0).isEmpty)
      #expect(try transaction.next(.offer, as: Int64.self) == first + 4)
      #expect(try transaction.next(.screen, count: 2) == 1..<3)
    }
  }
}
