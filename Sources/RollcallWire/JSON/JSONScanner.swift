/// Validates a text byte by byte and records its values on a tape.
struct JSONScanner {
  let text: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  private(set) var tape: [JSONEntry] = []
  var position = 0
  private var open: [OpenContainer] = []

  /// An array or object that is not closed yet.
  private struct OpenContainer {
    let entry: Int
    let isObject: Bool
    var members = 0
    /// The index of its newest key; 0 = none.
    var lastKey = 0
    /// A bit for each hash seen, by its highest six bits: most keys then need no comparison.
    var seen: UInt64 = 0
  }

  init(_ text: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) {
    self.text = text
    self.limits = limits
    tape.reserveCapacity(min(text.count / 6 + 8, limits.values))
    open.reserveCapacity(limits.depth)
  }

  /// Reads one value and checks that nothing follows.
  mutating func scan() throws(JSONError) {
    guard text.count <= JSONLimits.bytes else { throw JSONError(.tooLong, at: JSONLimits.bytes) }
    skipBlanks()
    try scanValue()
    while let container = open.last { try scanMember(of: container) }
    skipBlanks()
    guard position == text.count else { throw JSONError(.trailingBytes, at: position) }
  }

  /// The next member of the innermost open container, or its end.
  private mutating func scanMember(of container: OpenContainer) throws(JSONError) {
    skipBlanks()
    let byte = try peek()
    if byte == (container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      position += 1
      return close(container)
    }
    if container.members > 0 {
      guard byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position) }
      position += 1
      skipBlanks()
    }
    open[open.count - 1].members += 1
    if container.isObject {
      try scanKey(of: container)
      skipBlanks()
      guard try peek() == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte, at: position) }
      position += 1
      skipBlanks()
    }
    try scanValue()
  }

  private mutating func scanKey(of container: OpenContainer) throws(JSONError) {
    let start = position
    guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: start) }
    guard container.members < limits.keys else { throw JSONError(.tooManyKeys, at: start) }
    var key = try scanString(.key)
    key.link = UInt32(truncatingIfNeeded: container.lastKey)
    key.extra = JSONName.hash(of: key, in: text)
    let bit = UInt64(1) << UInt64(key.extra >> 26)
    var earlier = limits.allowsSameKey || container.seen & bit == 0 ? 0 : container.lastKey
    while earlier != 0 {
      if tape[earlier].extra == key.extra, JSONName.areEqual(tape[earlier], key, in: text) {
        throw JSONError(.duplicateKey, at: start)
      }
      earlier = Int(tape[earlier].link)
    }
    open[open.count - 1].lastKey = tape.count
    open[open.count - 1].seen |= bit
    try append(key)
  }

  private mutating func scanValue() throws(JSONError) {
    switch try peek() {
    case UInt8(ascii: "\""): try append(try scanString(.string))
    case UInt8(ascii: "{"): try openContainer(.object)
    case UInt8(ascii: "["): try openContainer(.array)
    case UInt8(ascii: "t"): try scanWord("true", .yes)
    case UInt8(ascii: "f"): try scanWord("false", .no)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: try append(try scanNumber())
    }
  }

  private mutating func openContainer(_ kind: JSONEntry.Kind) throws(JSONError) {
    guard open.count < limits.depth else { throw JSONError(.tooDeep, at: position) }
    open.append(OpenContainer(entry: tape.count, isObject: kind == .object))
    try append(entry(kind, from: position))
    position += 1
  }

  private mutating func close(_ container: OpenContainer) {
    tape[container.entry].link = UInt32(truncatingIfNeeded: tape.count)
    tape[container.entry].extra = UInt32(truncatingIfNeeded: container.members)
    tape[container.entry].end = UInt32(truncatingIfNeeded: position)
    open.removeLast()
  }

  private mutating func scanWord(_ word: StaticString, _ kind: JSONEntry.Kind) throws(JSONError) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount {
      guard try peek() == word.utf8Start[offset] else { throw JSONError(.unexpectedByte, at: position) }
      position += 1
    }
    try append(entry(kind, from: start))
  }

  private mutating func append(_ entry: JSONEntry) throws(JSONError) {
    guard tape.count < limits.values else { throw JSONError(.tooManyValues, at: position) }
    tape.append(entry)
  }

  /// An entry that ends here.
  func entry(_ kind: JSONEntry.Kind, from start: Int) -> JSONEntry {
    // The text is shorter than JSONLimits.bytes, so no offset is truncated.
    JSONEntry(kind: kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: position))
  }

  func peek() throws(JSONError) -> UInt8 {
    guard position < text.count else { throw JSONError(.unexpectedEnd, at: position) }
    return text[position]
  }

  private mutating func skipBlanks() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }
}
