/// Why a CSV document cannot be read.
public struct CSVError: Error, Equatable, CustomStringConvertible {
  /// The line at fault, from 1.
  public var line: Int
  /// The reason, as text.
  public var reason: String

  /// Creates an error.
  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// A sentence for the operator.
  public var description: String { "line \(line): \(reason)" }
}

/// Reads RFC 4180: fields may be quoted, a quote inside is doubled, lines end in CRLF or LF. Total: any bytes
/// are either records or an error. Works on bytes, so that a quote before a combining mark is still a quote.
public struct CSVReader {
  /// A record and the line on which it begins.
  public typealias Record = (line: Int, fields: [String])

  private let bytes: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var line = 1

  /// A reader of a whole document; a byte order mark is skipped.
  private init(_ bytes: [UInt8], separator: UInt8) {
    (self.bytes, self.separator) = (bytes, separator)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Every record of the document; blank lines are skipped.
  ///
  /// - Throws: `CSVError` with the line at fault.
  public static func records(
    of bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")
  ) throws(CSVError) -> [Record] {
    var reader = CSVReader(bytes, separator: separator)
    var records: [Record] = []
    while let record = try reader.next() {
      if record.fields != [""] { records.append(record) }
    }
    return records
  }

  private mutating func next() throws(CSVError) -> Record? {
    guard position < bytes.count else { return nil }
    let start = line
    var fields: [String] = []
    while true {
      fields.append(try field())
      guard position < bytes.count else { return (start, fields) }
      let byte = bytes[position]
      position += 1
      if byte == separator { continue }
      if byte == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
      }
      line += 1
      return (start, fields)
    }
  }

  private mutating func field() throws(CSVError) -> String {
    position < bytes.count && bytes[position] == UInt8(ascii: "\"") ? try quoted() : try plain()
  }

  private mutating func plain() throws(CSVError) -> String {
    let rest = bytes[position...]
    let end = rest.firstIndex { isEnd($0) } ?? bytes.count
    defer { position = end }
    guard !bytes[position..<end].contains(UInt8(ascii: "\"")) else {
      throw CSVError(line: line, reason: "a quote inside a field that does not begin with one")
    }
    return try text(bytes[position..<end])
  }

  private mutating func quoted() throws(CSVError) -> String {
    let start = line
    var value: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        value.append(byte)
        continue
      }
      if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
        value.append(byte)
        position += 1
      } else if position == bytes.count || isEnd(bytes[position]) {
        return try text(value[...])
      } else {
        throw CSVError(line: line, reason: "text after the closing quote of a field")
      }
    }
    throw CSVError(line: start, reason: "a quoted field without an end")
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(CSVError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CSVError(line: line, reason: "not UTF-8")
    }
    guard !bytes.contains(0) else { throw CSVError(line: line, reason: "the character U+0000") }
    return text
  }
}
