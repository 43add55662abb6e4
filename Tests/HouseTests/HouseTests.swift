import Testing

@Suite("The house: floors, subjects, and imports that point down")
struct HouseTests {
  @Test("every folder in Sources is a target of the table")
  func everyTargetIsKnown() throws {
    let folders = try SourceTree.folders(in: "Sources")
    #expect(folders.contains("Rollcall"), "the source tree was not found")
    #expect(folders.filter { House.targets[$0] == nil } == [])
  }

  @Test("every import of a target is one the table allows", arguments: House.targets.keys.sorted())
  func importsStayWithinTheTable(target: String) throws {
    let rules = try #require(House.targets[target])
    let allowed = rules.house.union(rules.outside)
    for file in try SourceTree.swiftFiles(below: "Sources/" + target) {
      for line in file.text.split(separator: "\n") {
        guard let module = SourceTree.importedModule(in: line) else { continue }
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test("SQLite is touched by the server's floor for it and by the phones' library alone")
  func sqliteHasTwoDoors() {
    let doors = House.targets.filter { !$0.value.outside.isDisjoint(with: ["GRDB", "GRDBSQLite"]) }
    #expect(Set(doors.keys) == ["SQL", "DeviceKit"])
  }

  @Test("statements about pings, uploads and queues stand with their reader and their writer alone")
  func trackHasOneReader() throws {
    let statement =
      /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:chunk|fresh|upload|upload_chunk|idempotency|queue|sequence_range)\b/
    let name = /"(?:chunk|fresh|upload|upload_chunk|idempotency|queue|sequence_range)"/
    let folder = "Sources/RollcallStore/"
    var found = Set<String>()
    for file in try SourceTree.swiftFiles(below: "Sources/RollcallStore")
    where file.text.contains(statement) || file.text.contains(name) {
      found.insert(String(file.path.dropFirst(folder.count)))
    }
    #expect(found.filter { !$0.hasPrefix("Track/") } == House.tablesOfTrack)
  }

  @Test("Package.swift declares no dependency that the table does not allow")
  func manifestStaysWithinTheTable() throws {
    let manifest = try SourceTree.manifest()
    #expect(Set(manifest.map(\.name)).isSuperset(of: ["Rollcall", "RollcallStore", "RollcallCommand"]))
    for target in manifest {
      let rules = try #require(House.targets[target.name], "\(target.name) is not in the table")
      #expect(target.house.subtracting(rules.house) == [], "of \(target.name)")
      #expect(target.products.subtracting(rules.outside) == [], "of \(target.name)")
    }
  }

  @Test("imports point down, and targets on one floor do not import each other")
  func importsPointDown() throws {
    for (name, rules) in House.targets {
      for below in rules.house {
        let floor = try #require(House.targets[below]?.floor, "\(below) is not in the table")
        #expect(floor < rules.floor, "\(name) imports \(below)")
      }
    }
  }

  @Test(
    "every folder of a target is a subject or declared as structure", arguments: House.targets.keys.sorted())
  func foldersAreSubjects(target: String) throws {
    guard try SourceTree.folders(in: "Sources").contains(target) else { return }
    let rules = try #require(House.targets[target])
    let folders = Set(try SourceTree.folders(in: "Sources/" + target))
    if let structure = rules.structure {
      #expect(folders.subtracting(House.subjects).subtracting(structure) == [])
    } else {
      #expect(folders.intersection(House.subjects) == [], "a floor without product words")
    }
  }

  @Test(
    "an import is read with its attributes, access and kind",
    arguments: [
      ("import Foundation", "Foundation"),
      ("public import Rollcall", "Rollcall"),
      ("  @preconcurrency internal import Glibc", "Glibc"),
      ("import struct Foundation.Date", "Foundation"),
      ("@testable import GRDB // why", "GRDB"),
      ("/// import nothing", nil),
      ("let important = 1", nil),
      ("", nil),
    ] as [(String, String?)])
  func importLines(line: String, module: String?) {
    #expect(SourceTree.importedModule(in: line) == module)
  }

  @Test(
    "a subject mentions types or calls handles of no subject that the table does not give it, and of every one that it gives"
  )
  func arrowsAreListed() throws {
    let found = try SubjectArrows().evidence
    let listed = House.arrows.flatMap { from, subjects in
      subjects.map { SubjectArrows.Arrow(from: from, to: $0) }
    }
    for (arrow, evidence) in found where !listed.contains(arrow) {
      Issue.record(
        "\(arrow.from) may not know \(arrow.to): \(evidence.prefix(5).joined(separator: ", "))")
    }
    for arrow in listed where found[arrow] == nil {
      Issue.record("\(arrow.from) no longer knows \(arrow.to): take it from the table")
    }
    #expect(Set(House.arrows.keys) == House.subjects)
  }

  @Test(
    "no subjects know each other, by types or by calls, but the pairs of the table, which are four at most")
  func mutualPairsAreListed() throws {
    #expect(try SubjectArrows().pairs == Set(House.mutual.keys))
    #expect(House.mutual.count <= 4)
  }

  @Test("shared code knows the subjects that the table gives it, and no others")
  func structureIsListed() throws {
    let known = try SubjectArrows().structure
    for (place, listed) in House.structure {
      let found = try #require(known[place], "nothing is in \(place)")
      for (subject, evidence) in found where !listed.contains(subject) {
        Issue.record("\(place) may not know \(subject): \(evidence.prefix(5).joined(separator: ", "))")
      }
      for subject in listed where found[subject] == nil {
        Issue.record("\(place) no longer knows \(subject): take it from the table")
      }
    }
  }

  @Test("what a subject can do stands in its own handles, each with fewer than 60 members")
  func handlesStaySmall() throws {
    var members: [String: Int] = [:]
    for floor in ["RollcallStore", "RollcallWeb"] {
      for file in try SourceTree.swiftFiles(below: "Sources/" + floor) {
        for (type, count) in SourceTree.members(in: file.text) { members[type, default: 0] += count }
      }
    }
    let handles = members.filter { name, _ in
      ["Store", "Writes", "Web"].contains { name.hasSuffix($0) }
        || ["WriteTransaction", "Door"].contains(name)
    }
    #expect(handles.count > 40)
    for (name, count) in handles { #expect(count < 60, "\(name) has \(count) members") }
  }

  @Test(
    "the types that a file declares and mentions are read, without comments and strings",
    arguments: [
      ("struct A { let b: B }", ["A"], ["B"]),
      ("public final class A: B, C {}", ["A"], ["B", "C"]),
      ("private enum A {}\nenum B {}", ["B"], []),
      ("extension A { struct B { let c: C } }", [], ["A", "C"]),
      ("let a = B.C.d(.E)", [], ["B"]),
      ("// A\n/* B /* C */ D */ let e: E", [], ["E"]),
      (#"let a = "B \(C.d("E \(F()) G")) H" + I.j"#, [], ["C", "F", "I"]),
      ("let a = \"\"\"\n  B \"C\" \\(D.e)\n  \"\"\"; let f: F", [], ["D", "F"]),
      ("let a = #\"B\\(C)\\#(D)\"E\"#; let f = #/G \"/#; let h: H", [], ["D", "H"]),
    ] as [(String, Set<String>, Set<String>)])
  func wordsOfAFile(text: String, declared: Set<String>, mentioned: Set<String>) {
    let words = SourceWords(text)
    #expect(words.declared == declared)
    #expect(words.mentioned == mentioned)
  }

  @Test(
    "what a file calls by the handles of others is read",
    arguments: [
      ("try store.alerts.open(x)", ["store.alerts"]),
      ("let reports = web.reports", ["web.reports"]),
      ("fixture.store\n      .alerts\n      .open()", ["store.alerts"]),
      ("try write { try $0.dispatch.close(id) }; list.map { $0.dispatch }", ["$0.dispatch"]),
      ("transaction.audit(actor); transaction.push.announce()", ["transaction.audit", "transaction.push"]),
      ("// store.alerts.x\nlet a = \"store.alerts.x \\(store.fleet.y)\"", ["store.fleet"]),
      ("restore.alerts.x(); webs.y.z; store", []),
    ] as [(String, Set<String>)])
  func handlesOfAFile(text: String, reached: Set<String>) {
    #expect(SourceWords(text).reached == reached)
  }
}
