import Testing

@testable import RollcallWire

@Suite("Tables of people as spreadsheets have them")
struct PeopleSheetTests {
  private func sheet(_ text: String) throws -> PeopleSheet { try PeopleSheet(Array(text.utf8)) }

  private func names(_ text: String) throws -> [String] {
    let sheet = try sheet(text)
    return sheet.people(sheet.guess).map { "\($0.name)|\($0.phone ?? "")|\($0.region ?? "")" }
  }

  @Test(
    "Commas, semicolons and tabs, heads in any capitals and order",
    arguments: [
      "name,phone,region\nAna,040 1,North\n\"Bo, Jr\",,\n",
      "\u{FEFF}Phone;Name;REGION\r\n040 1;Ana;North\r\n;\"Bo, Jr\";\r\n",
      "Region\tFull name\tTel.\nNorth\t Ana \t040 1\n\tBo, Jr\t\n\n",
    ])
  func separators(_ text: String) throws {
    #expect(try names(text) == ["Ana|040 1|North", "Bo, Jr||"])
  }

  @Test("First and last name are one name; a column that says the same again is not read")
  func parts() throws {
    let sheet = try sheet("First name;Last name;Mobile;Phone\nAna;Novak;1;2\n")
    #expect(sheet.guess == [.given, .family, .phone, nil])
    #expect(sheet.people(sheet.guess).map(\.name) == ["Ana Novak"])
    #expect(sheet.people([.family, .given, nil, .phone]).map(\.phone) == ["2"])
  }

  @Test("Without heads the column of numbers is the phone, and the first other one the name")
  func headless() throws {
    let sheet = try sheet("040 123 456;Ana\n040 123 457;Bo\n")
    #expect(sheet.heads == nil && sheet.guess == [.phone, .name] && sheet.lines == [1, 2])
    #expect(try names("Ana\nBo\n") == ["Ana||", "Bo||"])
  }

  @Test("Short rows are filled up, lines are counted with blank ones and quoted line ends")
  func rows() throws {
    let sheet = try sheet("name;phone\n\nAna\n\"Bo\nJr\";1\nCyr;2\n")
    #expect(sheet.rows == [["Ana", ""], ["Bo\nJr", "1"], ["Cyr", "2"]] && sheet.lines == [3, 4, 6])
  }

  @Test(
    "Too many columns and broken quotes are refused",
    arguments: ["name\n\"Ana\n", String(repeating: ",", count: 50)])
  func refused(_ text: String) { #expect(throws: CSVError.self) { try sheet(text) } }

  @Test("The command line wants heads it knows, and says which")
  func strict() throws {
    let people = try ListedPerson.read(Array("Name;ID;Skills\nAna;R-1;medic\n".utf8))
    #expect(people.map(\.externalID) == ["R-1"] && people.map(\.line) == [2])
    for text in ["Ana;040 123 456\n", "name,shoe size\nAna,43\n", "phone\n1\n", "name,phone\n,1\n"] {
      #expect(throws: CSVError.self) { try ListedPerson.read(Array(text.utf8)) }
    }
  }
}
