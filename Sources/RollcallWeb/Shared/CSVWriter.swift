import Rollcall

/// Writes rows of CSV (RFC 4180) as bytes: comma, CRLF, UTF-8.
///
/// A text cell that a spreadsheet would read as a formula gets a leading `'`; numbers never do.
struct CSVWriter {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true
  private let separator: UInt8

  /// An empty writer.
  init(reserving capacity: Int = 65_536, separator: UInt8 = CSVStyle.standard.separator) {
    self.separator = separator
    bytes.reserveCapacity(capacity)
  }

  /// Bytes before everything else.
  mutating func mark(_ mark: [UInt8]) { bytes += mark }

  /// The header row.
  mutating func header(_ names: [String]) {
    for name in names { text(name) }
    endRow()
  }

  /// A text cell; empty for `nil`.
  mutating func text(_ text: String?) {
    separate()
    guard var text, !text.utf8.isEmpty else { return }
    text.withUTF8 { append($0) }
  }

  /// A number as it is.
  mutating func number(_ value: Int64?) {
    separate()
    if let value { bytes.append(decimal: value) }
  }

  /// The shortest decimal that reads back as the same number.
  mutating func number(_ value: Double?) {
    separate()
    if let value { bytes.append(decimal: value) }
  }

  /// An instant with the offset of the workspace's zone.
  mutating func instant(_ value: Timestamp?, _ zone: inout Zone) {
    separate()
    if let value { value.appendRFC3339(to: &bytes, offsetSeconds: zone.offsetSeconds(at: value)) }
  }

  /// Ends the row.
  mutating func endRow() {
    bytes.append(UInt8(ascii: "\r"))
    bytes.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  private mutating func separate() {
    if !isFirst { bytes.append(separator) }
    isFirst = false
  }

  private mutating func append(_ cell: UnsafeBufferPointer<UInt8>) {
    let isFormula = cell.first.map(Self.startsFormula) ?? false
    let blank = UInt8(ascii: " ")
    let isQuoted =
      isFormula || cell.first == blank || cell.last == blank
      || cell.contains { $0 == separator || Self.isQuoted($0) }
    guard isQuoted else { return bytes.append(contentsOf: cell) }
    bytes.append(UInt8(ascii: "\""))
    if isFormula { bytes.append(UInt8(ascii: "'")) }
    for byte in cell {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Rows of an export in one snapshot.
  static let rowsAtOnce = 2_000

  /// The same of positions of a whole workspace: each piece unpacks something of everybody who was on duty.
  static let positionsAtOnce = 20_000

  private static func startsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
      UInt8(ascii: "\r"):
      true
    default: false
    }
  }

  private static func isQuoted(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }
}
