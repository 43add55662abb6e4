/// A parsed text as a flat list of its values in the order in which they begin.
///
/// The tape is the only memory a text costs: strings and numbers stay in the text until they are needed.
struct JSONEntry {
  enum Kind: UInt8 { case null, no, yes, number, string, key, array, object }

  var kind: Kind
  /// Strings and keys: whether they contain a backslash.
  var isEscaped = false
  /// Where the value's own bytes begin; those of strings and keys without their quotes.
  var start: UInt32
  /// Where they end. Not used for arrays and objects.
  var end: UInt32
  /// Arrays and objects: the index of the entry after all of their members. Keys: of the key before it in the same
  /// object, or 0, which is never a key.
  var link: UInt32 = 0
  /// Arrays and objects: how many members. Keys: a hash of the name.
  var extra: UInt32 = 0
}

/// A text and its tape, borrowed: valid only inside the closure of ``JSON/read(_:_:)``.
struct JSONDocument {
  let text: UnsafeBufferPointer<UInt8>
  let tape: UnsafeBufferPointer<JSONEntry>

  /// The text of a string, key or number as it was written.
  func bytes(of entry: JSONEntry) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[Int(entry.start)..<Int(entry.end)])
  }
}

/// A parser for RFC 8259: strict, bounded, iterative.
///
/// Strict: UTF-8 without byte order mark and without lone surrogates, no duplicate keys, nothing after the
/// end. Bounded: ``JSONLimits``.
enum JSON {
  /// Parses all of `bytes`, then passes the outermost value to `body`. The value must not leave the closure.
  static func read<Result, Failure: Error>(
    _ bytes: [UInt8], limits: JSONLimits = .ours, _ body: (JSONValue) throws(Failure) -> Result
  ) throws(JSONReadError<Failure>) -> Result {
    try bytes.withUnsafeBufferPointer { text throws(JSONReadError<Failure>) -> Result in
      var scanner = JSONScanner(text, limits)
      do throws(JSONError) { try scanner.scan() } catch { throw .malformed(error) }
      return try scanner.tape.withUnsafeBufferPointer { tape throws(JSONReadError<Failure>) -> Result in
        do throws(Failure) {
          return try body(JSONValue(document: JSONDocument(text: text, tape: tape), index: 0))
        } catch { throw .refused(error) }
      }
    }
  }
}

/// Either the text is not JSON, or its reader refused it.
enum JSONReadError<Failure: Error>: Error {
  case malformed(JSONError)
  case refused(Failure)
}
