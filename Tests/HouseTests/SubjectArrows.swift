/// Which subject mentions types of which, or calls it by its handle: an arrow from the one that mentions or calls to the
/// one that declares.
///
/// A name that two subjects declare, or a subject and a structure folder, is left out; so is one that the mentioning
/// subject declares within a type of its own on that floor. Functions that one subject adds to a type of another or of
/// the engine are not seen. A handle is a property of the store, of a transaction or of the web floor: `store.alerts` is
/// of the subject in whose folder it is declared.
struct SubjectArrows {
  struct Arrow: Hashable {
    var from: String
    var to: String
  }

  /// What makes each arrow: `Incident in Sources/Rollcall/Fleet/Profile.swift`.
  private(set) var evidence: [Arrow: [String]] = [:]

  var pairs: Set<Set<String>> {
    Set(evidence.keys.filter { evidence[Arrow(from: $0.to, to: $0.from)] != nil }.map { [$0.from, $0.to] })
  }

  /// The evidence for what shared code knows, by folder and by subject.
  private(set) var structure: [String: [String: [String]]] = [:]

  init() throws {
    let files = try Self.floors.flatMap { floor in
      try SourceTree.swiftFiles(below: "Sources/" + floor).map { file in
        SourceFile(path: file.path, text: file.text)
      }
    }
    self.init(files)
  }

  /// The floors that have subjects.
  private static let floors = ["Rollcall", "RollcallStore", "RollcallWire", "RollcallWeb", "RollcallServer"]

  private struct SourceFile {
    var path: String
    var text: String
    var words: SourceWords
    var subject: String?
    /// The target with its folder, if any: `RollcallStore/Engine`.
    var folder: String
    /// The target and the subject: names declared within types are known there.
    var place: String

    init(path: String, text: String) {
      let folders = path.split(separator: "/").dropLast().map(String.init)
      (self.path, self.text, words) = (path, text, SourceWords(text))
      subject = folders.first { House.subjects.contains($0) }
      folder = folders.dropFirst().prefix(2).joined(separator: "/")
      place = "\(folders[1])/\(subject ?? "")"
    }
  }

  private init(_ files: [SourceFile]) {
    var owners: [String: Set<String>] = [:]
    var nested: [String: Set<String>] = [:]
    for file in files {
      for name in file.words.declared { owners[name, default: []].insert(file.subject ?? "") }
      nested[file.place, default: []].formUnion(file.words.nested)
    }
    let handles = Self.handles(files)
    for file in files {
      for name in file.words.mentioned.sorted() where !file.words.own.contains(name) {
        guard let found = owners[name], found.count == 1, let to = found.first, !to.isEmpty,
          nested[file.place]?.contains(name) != true
        else { continue }
        note(file, knows: to, by: name)
      }
      for name in file.words.reached.sorted() {
        for to in handles[name] ?? [] { note(file, knows: to, by: name) }
      }
    }
  }

  private mutating func note(_ file: SourceFile, knows to: String, by name: String) {
    let evidence = "\(name) in \(file.path)"
    if let from = file.subject {
      if from != to { self.evidence[Arrow(from: from, to: to), default: []].append(evidence) }
    } else {
      structure[file.folder, default: [:]][to, default: []].append(evidence)
    }
  }

  /// Whose each handle is, by its name: `store.alerts`.
  private static func handles(_ files: [SourceFile]) -> [String: Set<String>] {
    let owners = ["Store": "store", "Writes": "transaction", "Web": "web"]
    var found: [String: Set<String>] = [:]
    for file in files {
      guard let subject = file.subject else { continue }
      for handle in file.text.matches(of: /var (\w+): \w+(Store|Writes|Web) \{ \w+\(\w+: self\) \}/) {
        guard let owner = owners[String(handle.2)] else { continue }
        found["\(owner).\(handle.1)", default: []].insert(subject)
        if owner == "transaction" { found["$0.\(handle.1)", default: []].insert(subject) }
      }
    }
    return found
  }
}
