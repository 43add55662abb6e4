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

  @Test(
    "A first row of words above numbers names the columns in any language",
    arguments: [
      ("Ime;Telefon;Ekipa\nAna;040 123 456;Sever\nBo;;Jug\n", [.name, .phone, nil]),
      ("Št.;Telefon;Ime\n1;040 123 456;Ana\n2;040 123 457;Bo\n", [nil, .phone, .name]),
      ("ID;Ime;Telefon\nR-1;Ana;040 123 456\n", [.externalID, .name, .phone]),
    ] as [(String, [PeopleSheet.Column?])])
  func foreignHeads(_ text: String, _ guess: [PeopleSheet.Column?]) throws {
    let sheet = try sheet(text)
    #expect(sheet.heads?.count == 3 && sheet.lines.first == 2 && sheet.guess == guess)
  }

  @Test("What the first row is can be said, where it does not show")
  func firstRow() throws {
    let text = "Ime;Ekipa\nAna;Sever\n"
    #expect(try sheet(text).heads == nil)
    let headed = try PeopleSheet(Array(text.utf8), firstRow: .heads)
    #expect(headed.heads == ["Ime", "Ekipa"] && headed.rows == [["Ana", "Sever"]])
    #expect(headed.guess == [.name, nil])
    let person = try PeopleSheet(Array("Name;Phone\n".utf8), firstRow: .person)
    #expect(person.heads == nil && person.rows == [["Name", "Phone"]])
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
    for text in [
      "Ana;040 123 456\n", "name,shoe size\nAna,43\n", "Ime;Telefon\nAna;040 123 456\n", "phone\n1\n",
      "name,phone\n,1\n",
    ] {
      #expect(throws: CSVError.self) { try ListedPerson.read(Array(text.utf8)) }
    }
  }
}
