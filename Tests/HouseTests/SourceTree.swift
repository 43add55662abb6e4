import Foundation

/// The source tree as the tests of the house read it.
enum SourceTree {
  /// The folder of Package.swift.
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folders directly in `path` (relative to the root), by name.
  static func folders(in path: String) throws -> [String] {
    let folder = root.appending(path: path)
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles
    ).filter(\.hasDirectoryPath).map(\.lastPathComponent).sorted()
  }

  /// Every Swift file below `path` with its text.
  static func swiftFiles(below path: String) throws -> [(path: String, text: String)] {
    let folder = root.appending(path: path)
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      (path + "/" + name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
  }

  /// How many members a file declares in each type, extensions included. Read by the indentation that the formatter
  /// keeps.
  static func members(in text: String) -> [String: Int] {
    let type = /^(?:\w+ )*(?:extension|struct|class|enum|actor|protocol) (\w+)\b(?!\.).*\{/
    let member = /^  (?:@\w+ )*(?:[\w()]+ )*?(?:func|var|let|init|subscript|typealias|struct|class|enum)\b/
    var found: [String: Int] = [:]
    var current: String?
    for line in text.split(separator: "\n") {
      if let start = line.prefixMatch(of: type) {
        current = String(start.1)
      } else if line.hasPrefix("}") {
        current = nil
      } else if let current, line.prefixMatch(of: member) != nil {
        found[current, default: 0] += 1
      }
    }
    return found
  }

  /// The module a line imports, or `nil` when it is no import.
  static func importedModule(in line: some StringProtocol) -> String? {
    let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
    var words = Substring(line).split(whereSeparator: \.isWhitespace)[...]
    while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) { words.removeFirst() }
    guard words.popFirst() == "import" else { return nil }
    if let word = words.first, kinds.contains(word) { words.removeFirst() }
    return words.first?.split(separator: ".").first.map(String.init)
  }

  /// What Package.swift says of each target that is not a test: the house targets and outside products it
  /// depends on.
  static func manifest() throws -> [(name: String, house: Set<String>, products: Set<String>)] {
    let text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let declaration = /\.(target|executableTarget|systemLibrary|testTarget)\(/
    let starts = text.matches(of: declaration)
    return starts.enumerated().compactMap { index, start in
      guard start.1 != "testTarget" else { return nil }
      let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : text.endIndex
      let body = text[start.range.upperBound..<end]
      guard let name = body.firstMatch(of: /name: "(\w+)"/)?.1, !body.contains("path: \"Tests/") else {
        return nil
      }
      let products = Set(body.matches(of: /\.product\(name: "(\w+)"/).map { String($0.1) })
      let quoted = Set(body.matches(of: /"(\w+)"/).map { String($0.1) })
      let house = quoted.intersection(House.targets.keys).subtracting([String(name)])
      return (String(name), house, products)
    }
  }
}
