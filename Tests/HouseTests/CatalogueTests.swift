import Testing

@Suite("Sentences for people stand in the catalogue")
struct CatalogueTests {
  /// The files of a target outside of the catalogue that hold sentences, each with its first one.
  private static func holders(in target: String) throws -> [String: SourceTexts.Text] {
    let folder = "Sources/\(target)/"
    var holders: [String: SourceTexts.Text] = [:]
    for file in try SourceTree.swiftFiles(below: "Sources/\(target)") {
      let path = file.path.dropFirst(folder.count).dropLast(".swift".count)
      guard !file.path.hasPrefix("Sources/RollcallWeb/Words/") else { continue }
      holders[String(path)] = SourceTexts(file.text).texts.first(where: \.isForPeople)
    }
    return holders
  }

  @Test("a file that holds a sentence is in the catalogue or on a list", arguments: TextTable.contract)
  func sentencesStandInTheCatalogue(target: String, listed: Set<String>) throws {
    for (path, text) in try Self.holders(in: target) where !listed.contains(path) {
      Issue.record(
        "\(target)/\(path), line \(text.line), says “\(text.text)”: move it into RollcallWeb/Words")
    }
  }

  @Test("a file on a list holds a sentence", arguments: TextTable.contract)
  func listsAreShort(target: String, listed: Set<String>) throws {
    let holders = try Self.holders(in: target)
    #expect(listed.filter { holders[$0] == nil } == [])
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
      (#"try db.run("UPDATE offer SET state = 1")"#, []),
      (#"let columns = "ping_id, flag""#, []),
    ] as [(String, [String])])
  func sentences(source: String, texts: [String]) {
    #expect(SourceTexts(source).texts.filter(\.isForPeople).map(\.text) == texts)
  }
}
