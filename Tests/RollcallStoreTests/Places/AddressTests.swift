import Foundation
import Rollcall
import StoreSupport
import Testing

@testable import RollcallStore

@Suite("The addresses of a workspace")
struct AddressTests {
  private let fixture: TestStore

  private var store: Store { fixture.store }
  private var workspace: Workspace.ID { fixture.workspace.id }

  init() throws { fixture = try TestStore() }

  private func address(_ name: String, _ number: String, _ town: String, _ lat: Double = 46) throws
    -> NewAddress
  {
    let place = try #require(Position(latitude: lat, longitude: 14))
    return try #require(NewAddress(name: name, number: number, town: town, position: place))
  }

  private func bring(_ list: [NewAddress]) throws {
    let draft = try PlaceStore.beginAddresses(database: store.path)
    try draft.add(list)
    try draft.finish()
    try store.places.adopt(draft.path, in: .test(workspace, "t"))
  }

  private func find(_ text: String, in workspace: Workspace.ID? = nil) throws -> [String] {
    let query = try #require(AddressQuery(text))
    return try store.places.addresses(query, of: workspace ?? self.workspace, limit: 8).map { found in
      [found.name, found.number, found.town].joined(separator: "|")
    }
  }

  @Test("an address is found by beginnings of its words, whatever the diacritics, with its number or without")
  func found() throws {
    try bring([
      try address("Čopova ulica", "1", "Škofja Loka"),
      try address("Čopova ulica", "12a", "Škofja Loka", 46.1),
      try address("Čopova ulica", "12", "Ljubljana", 46.2),
      try address("Ulica 27. aprila", "31", "Ljubljana"),
      try address("Trg", "", "Ljubljana"),
    ])
    #expect(store.places.addressCount(of: workspace) == AddressCount(streets: 4, addresses: 4))
    #expect(try find("copova 12 loka") == ["Čopova ulica|12a|Škofja Loka"])
    #expect(try find("COPOVA ULICA 12, Ljubljana") == ["Čopova ulica|12|Ljubljana"])
    #expect(try find("copova ulica 12, 1000 Ljubljana") == ["Čopova ulica|12|Ljubljana"])
    #expect(try Set(find("cop")) == ["Čopova ulica||Škofja Loka", "Čopova ulica||Ljubljana"])
    #expect(try find("27 apr") == ["Ulica 27. aprila||Ljubljana"])
    #expect(try find("ulica 27 aprila 31") == ["Ulica 27. aprila|31|Ljubljana"])
    #expect(try find("trg") == ["Trg||Ljubljana"])
    #expect(try find("pova").isEmpty && find("nowhere").isEmpty)
  }

  @Test("a complete word is not hidden by many streets that begin with it")
  func complete() throws {
    try bring(
      try (1...1_200).map { try address("Novak street \($0)", "", "T") } + [try address("Nov", "", "T")])
    #expect(try find("nov").first == "Nov||T")
  }

  @Test("a number that only one of many streets of a name has is found")
  func farDown() throws {
    try bring(
      try (1...30).map { try address("Slovenska cesta", $0 == 30 ? "77" : "1", "Town \($0)") })
    #expect(try find("slovenska cesta 77") == ["Slovenska cesta|77|Town 30"])
  }

  @Test(
    "a number that no street has gives the street, and a word too many what fits without it, both as hints")
  func hints() throws {
    try bring([
      try address("Slovenska cesta", "1", "Ljubljana"), try address("Slovenska cesta", "1", "Kranj"),
    ])
    for text in ["slovenska cesta 99 ljubljana", "Slovenska cesta 99, 1000 Ljubljana"] {
      #expect(try find(text) == ["Slovenska cesta||Ljubljana"])
      #expect(try isWhole(text) == [false])
    }
    #expect(try find("slovenska cesta 1 ljubljana slovenija") == ["Slovenska cesta|1|Ljubljana"])
    #expect(try isWhole("slovenska cesta 1 ljubljana slovenija") == [false])
    #expect(try isWhole("slovenska cesta 1 ljubljana") == [true])
    #expect(try find("lipova 99").isEmpty)
  }

  private func isWhole(_ text: String) throws -> [Bool] {
    try store.places.addresses(#require(AddressQuery(text)), of: workspace, limit: 8).map(\.isWhole)
  }

  @Test("a town is where its streets are; a street of the name counts when no town has it")
  func towns() throws {
    try bring([
      try address("Kranj", "1", "Maribor", 46.5), try address("Trg", "1", "Kranj", 46.2),
      try address("Kranjska", "1", "Koper", 45.5),
    ])
    #expect(try store.places.towns("kranj", of: workspace).map(\.latitude) == [46.2])
    #expect(try store.places.towns("kranjska", of: workspace).map(\.latitude) == [45.5])
    #expect(try store.places.towns("kra", of: workspace).isEmpty)
  }

  @Test("an import takes the place of the addresses before it; nobody else's are touched")
  func replaced() throws {
    let other = try fixture.store.fleet.addWorkspace(
      slug: "other", name: "Other", timeZone: "Europe/Ljubljana", profiles: [])
    try bring([try address("Old street", "1", "T")])
    try bring([try address("New street", "1", "T")])
    #expect(try find("old").isEmpty && find("new") == ["New street||T"])
    #expect(try find("new", in: other.id).isEmpty && store.places.addressCount(of: other.id) == nil)
    try store.places.removeAddresses(in: .test(workspace, "t"))
    #expect(try find("new").isEmpty)
    #expect(throws: StoreError.notFound("addresses")) {
      try store.places.removeAddresses(in: .test(workspace, "t"))
    }
  }

  @Test("an import that was broken off changes nothing, and leaves no file")
  func brokenOff() throws {
    try bring([try address("Old street", "1", "T")])
    let draft = try PlaceStore.beginAddresses(database: store.path)
    try draft.add([try address("New street", "1", "T")])
    #expect(throws: StoreError.self) { try store.places.adopt(draft.path, in: .test(workspace, "t")) }
    draft.discard()
    #expect(!FileManager.default.fileExists(atPath: draft.path))
    #expect(try find("new").isEmpty && find("old") == ["Old street||T"])
  }

  @Test(
    "only a draft beside the database is adopted",
    arguments: ["/etc/passwd", "x.new", "../x.new", "%.addresses/../x.new", "%.addresses/1.db"])
  func foreignFile(name: String) throws {
    let path = name.replacing("%", with: store.path)
    #expect(throws: StoreError.self) { try store.places.adopt(path, in: .test(workspace, "t")) }
  }

  @Test("of several with the same number the last one counts")
  func twice() throws {
    try bring([try address("A", "1 A", "T", 46), try address("A", "1a", "T", 47)])
    let query = try #require(AddressQuery("aa 1a"))
    #expect(try store.places.addresses(query, of: workspace, limit: 8).isEmpty)
    #expect(store.places.addressCount(of: workspace) == AddressCount(streets: 1, addresses: 1))
  }
}
