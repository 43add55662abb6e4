import Testing

@Suite("Sentences for people stand in the catalogue of the web's floor")
struct CatalogueTests {
  private static let floor = "Sources/RollcallWeb/"

  /// The files outside of the catalogue that hold sentences, each with its first one.
  private static func holders() throws -> [String: SourceTexts.Text] {
    var holders: [String: SourceTexts.Text] = [:]
    for file in try SourceTree.swiftFiles(below: String(floor.dropLast())) {
      let path = file.path.dropFirst(floor.count).dropLast(".swift".count)
      guard !path.hasPrefix("Words/") else { continue }
      holders[String(path)] = SourceTexts(file.text).texts.first(where: \.isForPeople)
    }
    return holders
  }

  @Test("a file that holds a sentence is in the catalogue or on a list")
  func sentencesStandInTheCatalogue() throws {
    for (path, text) in try Self.holders() where !TextTable.contract.contains(path) {
      Issue.record("\(path), line \(text.line), says “\(text.text)”: move it into RollcallWeb/Words")
    }
  }

  @Test("a file of the contract's list holds a sentence")
  func contractIsShort() throws {
    let holders = try Self.holders()
    #expect(TextTable.contract.filter { holders[$0] == nil } == [])
  }

  @Test(
    "sentences are told from other texts",
    arguments: [
      (#"let text = "Nobody is called that.""#, ["Nobody is called that."]),
      (#"title = "Revoked", action = "members.remove""#, []),
      (#"let note = "\(count("one day")) are left""#, ["one day", "  are left"]),
      (#"// says "Nobody is here""#, []),
      (#"Column("at", "When the phone took it.") { $0.at }"#, []),
      (#"("content-type", "text/html; charset=utf-8")"#, []),
      (#"throw TemplateError("a tag is not closed")"#, []),
    ] as [(String, [String])])
  func sentences(source: String, texts: [String]) {
    #expect(SourceTexts(source).texts.filter(\.isForPeople).map(\.text) == texts)
  }
}
