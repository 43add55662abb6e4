/// Which subject mentions types of which: an arrow from the one that mentions to the one that declares.
///
/// A name that two subjects declare, or a subject and a structure folder, is left out; so is one that the mentioning
/// subject declares within a type of its own on that floor. Functions that one subject adds to a type of another or of
/// the engine are not seen.
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

  init() throws {
    let files = try Self.floors.flatMap { floor in
      try SourceTree.swiftFiles(below: "Sources/" + floor).map { file in
        SourceFile(path: file.path, words: SourceWords(file.text))
      }
    }
    self.init(files)
  }

  /// The floors that have subjects.
  private static let floors = ["Rollcall", "RollcallStore", "RollcallWire", "RollcallWeb", "RollcallServer"]

  private struct SourceFile {
    var path: String
    var words: SourceWords
    var subject: String?
    /// The target and the subject: names declared within types are known there.
    var place: String

    init(path: String, words: SourceWords) {
      let folders = path.split(separator: "/").dropLast().map(String.init)
      (self.path, self.words) = (path, words)
      subject = folders.first { House.subjects.contains($0) }
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
    for file in files {
      guard let from = file.subject else { continue }
      for name in file.words.mentioned.sorted() where !file.words.own.contains(name) {
        guard let found = owners[name], found.count == 1, let to = found.first, !to.isEmpty, to != from,
          nested[file.place]?.contains(name) != true
        else { continue }
        evidence[Arrow(from: from, to: to), default: []].append("\(name) in \(file.path)")
      }
    }
  }
}
