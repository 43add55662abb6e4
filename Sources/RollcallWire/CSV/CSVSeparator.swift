/// Finds what separates the cells of a table, as spreadsheets of different countries write it.
enum CSVSeparator {
  static let comma = UInt8(ascii: ",")
  /// Of equal counts the first: a tab is rarely part of a text.
  private static let signs: [UInt8] = [UInt8(ascii: "\t"), UInt8(ascii: ";"), comma]

  /// The sign of which the first line with any has most, outside quotes; a comma when there is none.
  static func of(_ bytes: [UInt8]) -> UInt8 {
    var counts = signs.map { _ in 0 }
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n"), counts.contains(where: { $0 > 0 }) { break }
      if let place = signs.firstIndex(of: byte) { counts[place] += 1 }
    }
    guard let most = counts.max(), most > 0, let place = counts.firstIndex(of: most) else { return comma }
    return signs[place]
  }
}
