import Rollcall
import Testing

@testable import RollcallWire

@Suite("Lists of addresses are read block by block")
struct AddressListTests {
  private static let text = """
    name,number,town,lat,lng
    Lipova ulica,1,Šmarje,46.05,14.5
    "Ulica 27. aprila",12a,"Ljubljana, Center",46.06,14.51

    Trg,,Šmarje,46.07,14.52

    """

  private func read(_ text: String, blocks: Int) throws(CSVError) -> [NewAddress] {
    var (list, found): (AddressList, [NewAddress]) = (AddressList(), [])
    var rest = Array(text.utf8)[...]
    while true {
      let block = rest.prefix(blocks)
      rest = rest.dropFirst(block.count)
      found += try list.read(block, isLast: rest.isEmpty)
      if rest.isEmpty { return found }
    }
  }

  @Test("the same addresses come of blocks of any size", arguments: [1, 2, 7, 30, 10_000])
  func blocks(size: Int) throws {
    let found = try read(Self.text, blocks: size)
    #expect(found.map(\.name) == ["Lipova ulica", "Ulica 27. aprila", "Trg"])
    #expect(found.map(\.number) == ["1", "12a", ""] && found[1].town == "Ljubljana, Center")
    #expect(found[2].position == Position(latitude: 46.07, longitude: 14.52))
  }

  @Test("columns come in any order, and the last line may lack its end")
  func order() throws {
    #expect(try read("lng,lat,town,number,name\n14,46,T,1,S", blocks: 5).first?.name == "S")
  }

  @Test("separators, capitals and decimal commas are as spreadsheets write them", arguments: [1, 7, 10_000])
  func spreadsheets(size: Int) throws {
    let found = try read("Name;Number;Town;Lat;Lng\nTrg, stari;1;T;46,05;14,5\n", blocks: size)
    #expect(found.first?.name == "Trg, stari")
    #expect(found.first?.position == Position(latitude: 46.05, longitude: 14.5))
  }

  @Test(
    "what cannot be read is named by its line in the file",
    arguments: [
      ("", 1), ("name,number\n", 1), ("name,number,town,lat,lng,x\n", 1),
      ("name,name,number,town,lat,lng\n", 1),
      ("name,number,town,lat,lng\nA,1,T,46,14\nB,2,T,91,14\n", 3),
      ("name,number,town,lat,lng\nA,1,T,46\n", 2),
      ("name,number,town,lat,lng\n,1,T,46,14\n", 2), ("name,number,town,lat,lng\n--,1,T,46,14\n", 2),
      ("name,number,town,lat,lng\nA,123456789012345678901,T,46,14\n", 2),
      ("name,number,town,lat,lng\nA,1,T,x,14\n", 2), ("name,number,town,lat,lng\nA\u{7},1,T,46,14\n", 2),
    ])
  func refused(text: String, line: Int) {
    for size in [3, 64] {
      do throws(CSVError) {
        _ = try read(text, blocks: size)
        Issue.record("taken")
      } catch { #expect(error.line == line, "\(error)") }
    }
  }

  @Test("a line without an end does not fill the memory")
  func longLine() {
    var list = AddressList()
    #expect(throws: CSVError.self) { try list.read([UInt8](repeating: 65, count: 5_000), isLast: false) }
  }
}
