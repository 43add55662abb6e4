/// Finds the `{{…}}` of a template, on bytes.
struct TagScanner {
  /// One tag: its mark (0 for a variable) and its name.
  struct Raw {
    var kind: UInt8
    var name: String
    var line: Int
  }

  private let bytes: [UInt8]
  private let template: String
  private var position = 0
  private var line = 1

  init(text: String, template: String) {
    bytes = Array(text.utf8)
    self.template = template
  }

  private static let marks = Set("!>#^<$/".utf8)
  private static let forbidden = Set("{&=%*".utf8)

  /// The next tag, or `nil` at the end.
  mutating func next() throws(TemplateError) -> Raw? {
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "{"), bytes[position + 1] == UInt8(ascii: "{") {
        position += 2
        return try tag()
      }
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    return nil
  }

  private mutating func tag() throws(TemplateError) -> Raw {
    let start = position
    let startLine = line
    while position < bytes.count, bytes[position] != UInt8(ascii: "}") {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "}") else {
      throw TemplateError(template, line: startLine, "a tag is not closed")
    }
    let inside = bytes[start..<position].filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    position += 2
    return try raw(inside, line: startLine)
  }

  private func raw(_ inside: [UInt8], line: Int) throws(TemplateError) -> Raw {
    let text = String(decoding: inside, as: UTF8.self)
    guard let first = inside.first else { throw TemplateError(template, line: line, "an empty tag") }
    if first == UInt8(ascii: "!") { return Raw(kind: first, name: "", line: line) }
    let isMarked = Self.marks.contains(first)
    let name = isMarked ? Array(inside.dropFirst()) : inside
    guard let head = name.first, !Self.forbidden.contains(head), !name.contains(UInt8(ascii: "(")) else {
      throw TemplateError(template, line: line, "{{\(text)}} is of a kind that our templates may not use")
    }
    return Raw(kind: isMarked ? first : 0, name: String(decoding: name, as: UTF8.self), line: line)
  }
}
