/// Splits an XML document into tags and text, as far as GPX needs it: elements nest and match, quotes close.
/// Entities, namespaces and document types are skipped unread, so nothing in a document can expand.
///
/// Written by hand because Foundation's parser ends the process on a name that is not UTF-8, and accepts a
/// truncated file.
struct XMLScanner {
  /// A piece of the document.
  enum Event: Equatable {
    /// A start tag: local name, the bytes of its attributes, and whether it is also an end tag (`<a/>`).
    case open(name: ArraySlice<UInt8>, attributes: ArraySlice<UInt8>, closes: Bool)
    case close
    /// Text or a CDATA section, with its entities undecoded.
    case text(ArraySlice<UInt8>)
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The full names of the open elements, outermost first.
  private var open: [ArraySlice<UInt8>] = []
  private var rootSeen = false

  /// How deep elements may nest. A track has five levels; its reader may search all open ones.
  static let deepest = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skip("\u{FEFF}")
  }

  /// The next event; `nil` at the end of a well-formed document.
  mutating func next() throws(GPXError) -> Event? {
    while position < bytes.count {
      if skip("<?") {
        try seek("?>")
      } else if skip("<!--") {
        try seek("-->")
      } else if skip("<![CDATA[") {
        return .text(try seek("]]>"))
      } else if skip("<!") {
        try skipDeclaration()
      } else if skip("</") {
        return try closeTag()
      } else if skip("<") {
        return try openTag()
      } else if let text = try text() {
        return .text(text)
      }
    }
    guard rootSeen, open.isEmpty else { throw broken }
    return nil
  }

  /// The value of an attribute among the bytes of a start tag, without its quotes.
  static func attribute(_ name: StaticString, in attributes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = attributes
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let key = rest[..<equals].split(whereSeparator: isBlank).last ?? []
      let value = rest[rest.index(after: equals)...].drop(while: isBlank)
      guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = value.dropFirst().firstIndex(of: quote)
      else { return nil }
      if name.matches(key) { return value.dropFirst()[..<end] }
      rest = value[value.index(after: end)...]
    }
    return nil
  }

  private mutating func openTag() throws(GPXError) -> Event {
    guard !(rootSeen && open.isEmpty) else { throw broken }
    let tag = try tag()
    let closes = tag.last == UInt8(ascii: "/")
    let content = closes ? tag.dropLast() : tag
    let name = content.prefix { !Self.isBlank($0) }
    guard !name.isEmpty else { throw broken }
    rootSeen = true
    guard open.count < Self.deepest else { throw broken }
    if !closes { open.append(name) }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[name.index(after: $0)...] } ?? name
    return .open(name: local, attributes: content.dropFirst(name.count), closes: closes)
  }

  private mutating func closeTag() throws(GPXError) -> Event {
    let tag = try seek(">")
    let name = tag.prefix { !Self.isBlank($0) }
    guard let opened = open.popLast(), opened == name else { throw broken }
    return .close
  }

  /// The bytes up to the `>` that ends a tag; one inside quotes does not.
  private mutating func tag() throws(GPXError) -> ArraySlice<UInt8> {
    let start = position
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return bytes[start..<(position - 1)]
      } else if byte == UInt8(ascii: "<") {
        throw broken
      }
    }
    throw broken
  }

  /// Skips a document type, with its internal subset in brackets.
  private mutating func skipDeclaration() throws(GPXError) {
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if byte == UInt8(ascii: ">"), depth <= 0 { return }
    }
    throw broken
  }

  /// The text up to the next tag; `nil` for blanks outside the root element, where no text is allowed.
  private mutating func text() throws(GPXError) -> ArraySlice<UInt8>? {
    let text = bytes[position...].prefix { $0 != UInt8(ascii: "<") }
    if open.isEmpty, let stray = text.firstIndex(where: { !Self.isBlank($0) }) {
      position = stray
      throw broken
    }
    position = text.endIndex
    return open.isEmpty ? nil : text
  }

  /// Skips `word` if it comes next.
  @discardableResult
  private mutating func skip(_ word: StaticString) -> Bool {
    guard word.matches(bytes[position...].prefix(word.utf8CodeUnitCount)) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  /// Skips past the next `word` and returns the bytes before it.
  @discardableResult
  private mutating func seek(_ word: StaticString) throws(GPXError) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      let end = position
      if skip(word) { return bytes[start..<end] }
      position += 1
    }
    throw broken
  }

  private var broken: GPXError {
    let line = bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
    return GPXError.malformed(line: line)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}

extension StaticString {
  /// Whether `bytes` are exactly this word in UTF-8.
  func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    withUTF8Buffer { $0.elementsEqual(bytes) }
  }
}
