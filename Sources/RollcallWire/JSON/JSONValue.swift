import Rollcall

/// One value of a parsed document; borrowed like the document.
struct JSONValue {
  let document: JSONDocument
  let index: Int

  private var entry: JSONEntry { document.tape[index] }

  var kind: JSONEntry.Kind { entry.kind }

  /// How many members an array or object has; 0 for others.
  var count: Int { isContainer ? Int(entry.extra) : 0 }

  private var isContainer: Bool { kind == .array || kind == .object }

  /// The value after this one on the tape, past everything inside it.
  private var next: JSONValue {
    JSONValue(document: document, index: isContainer ? Int(entry.link) : index + 1)
  }

  var bool: Bool? {
    switch kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// A number; `nil` also for one that does not fit in a double, such as 1e400.
  var double: Double? { kind == .number ? DecimalText.double(document.bytes(of: entry).span) : nil }

  /// A number as an integer; see ``DecimalText/integer(_:)``.
  var integer: DecimalText.IntegerReading {
    kind == .number ? DecimalText.integer(document.bytes(of: entry).span) : .notInteger
  }

  /// A string without its escapes.
  var string: String? {
    guard kind == .string else { return nil }
    guard entry.isEscaped else { return String(decoding: document.bytes(of: entry), as: UTF8.self) }
    return String(decoding: JSONName.unescaped(entry, in: document.text), as: UTF8.self)
  }

  /// The instant of a string in RFC 3339.
  var instant: Timestamp? {
    guard kind == .string else { return nil }
    guard entry.isEscaped else { return Timestamp(rfc3339: document.bytes(of: entry).span) }
    let text = JSONName.unescaped(entry, in: document.text)
    return Timestamp(rfc3339: text.span)
  }

  /// The members of an array, in order; empty for other values.
  var elements: Members { Members(from: self, isObject: false) }

  /// The members of an object, in order; empty for other values.
  var members: Members { Members(from: self, isObject: true) }

  /// An iterator over the members of an array or object.
  struct Members: Sequence, IteratorProtocol {
    private var left: Int
    private var current: JSONValue
    private let isObject: Bool

    init(from container: JSONValue, isObject: Bool) {
      self.isObject = isObject
      left = container.kind == (isObject ? .object : .array) ? container.count : 0
      current = JSONValue(document: container.document, index: container.index + 1)
    }

    /// The next member; `key` is the entry of its name, or of the value itself in an array.
    mutating func next() -> (key: JSONEntry, value: JSONValue)? {
      guard left > 0 else { return nil }
      left -= 1
      let key = current
      let value = isObject ? JSONValue(document: key.document, index: key.index + 1) : key
      current = value.next
      return (key.document.tape[key.index], value)
    }
  }
}
