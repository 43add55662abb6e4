import RollcallWire
import Testing

@testable import RollcallServer

@Suite("Lists of people: RFC 4180, total, errors with their line")
struct PeopleListTests {
  @Test(
    "what a list says is read",
    arguments: [
      ("name\nAna", [Person(name: "Ana")]),
      ("name\r\nAna\r\nLuka\r\n", [Person(name: "Ana"), Person(name: "Luka")]),
      ("\u{FEFF}name,phone\nAna,+1", [Person(name: "Ana", phone: "+1")]),
      ("phone,name\n,Ana", [Person(name: "Ana")]),
      ("name\n\"Sara \"\"Sari\"\" Kos\"", [Person(name: "Sara \"Sari\" Kos")]),
      ("name,region\n\"Kos, Sara\",\"two\nlines\"", [Person(name: "Kos, Sara", region: "two\nlines")]),
      ("name\n\"\u{301}quote\"", [Person(name: "\u{301}quote")]),
      ("name\n\nAna\n\n", [Person(name: "Ana")]),
      ("name", []),
      (
        "name,phone,profile,region,external_id\nAna,+38640123456,family,Center,R-1",
        [Person(name: "Ana", phone: "+38640123456", profile: "family", region: "Center", externalID: "R-1")]
      ),
      (
        "skills,name\nmedic;boat=2027-03-31,Ana\n,Luka",
        [Person(name: "Ana", skills: "medic;boat=2027-03-31"), Person(name: "Luka")]
      ),
    ] as [(String, [Person])])
  func reads(text: String, people: [Person]) throws {
    let read = try PeopleList.read(Array(text.utf8)).map { person in
      var person = person
      person.line = nil
      return person
    }
    #expect(read == people)
  }

  @Test(
    "what is wrong is said with its line",
    arguments: [
      ("", 1, "no header row"),
      ("name,nmae\n", 1, "unknown column \"nmae\"; did you mean name?"),
      ("name,name\n", 1, "twice"),
      ("phone\n+1", 1, "\"name\" is missing"),
      ("name,region\n\"two\nlines\",x\n,x", 4, "no name"),
      ("name\nAna\n\"Luka", 3, "without an end"),
      ("name\n\"Ana\"x", 2, "after the closing quote"),
      ("name\nA\"na\"", 2, "a quote inside"),
    ] as [(String, Int, String)])
  func refuses(text: String, line: Int, words: String) {
    let error = #expect(throws: CSVError.self) { try PeopleList.read(Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
  }

  @Test("bytes that are no UTF-8 are refused, and no bytes trap")
  func anyBytes() {
    #expect(throws: CSVError.self) { try PeopleList.read(Array("name\n".utf8) + [0xFF]) }
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("\",\r\nna\u{FEFF}".utf8)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...24)).compactMap { _ in alphabet.randomElement(using: &random) }
      _ = try? PeopleList.read(Array("name\n".utf8) + bytes)
      _ = try? PeopleList.read(bytes)
    }
  }
}
