import Rollcall

/// A cell of a table as it is meant.
enum CellText {
  /// Without blanks around it, and without the `'` that our own files put before what a spreadsheet would read as a
  /// formula.
  static func meant(_ text: String) -> String {
    let text = trimmed(text)
    let start = text.utf8.prefix(2)
    guard start.count == 2, start.first == UInt8(ascii: "'"), let sign = start.last, formulas.contains(sign)
    else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.dropFirst()))
  }

  /// The number of a cell; a comma may stand for the point where it does not separate cells.
  static func number(_ text: String, separator: UInt8) -> Double? {
    DecimalText.double(
      separator == CSVSeparator.comma ? text : text.replacing(",", with: ".", maxReplacements: 1))
  }

  /// A head as heads are compared.
  static func head(_ text: String) -> String { meant(text).lowercased() }

  private static let formulas: [UInt8] = [
    UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
  ]

  private static func trimmed(_ text: String) -> String {
    // Most cells have nothing to trim.
    guard let first = text.utf8.first, let last = text.utf8.last, !isPlain(first) || !isPlain(last) else {
      return text
    }
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(String.UnicodeScalarView(scalars[start...end]))
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte > UInt8(ascii: " ") && byte < 0x80 }
}
