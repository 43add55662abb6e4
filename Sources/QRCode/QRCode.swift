import CQRencode

/// A text as a square of dark and light modules that a camera reads, by libqrencode.
///
/// For example: `QRCode("https://example.org/")?.svg`. The text is often a secret, so nothing is cached.
public struct QRCode: Equatable, Sendable {
  /// Modules of a side, without the margin: 21 to 177.
  public let size: Int
  /// Row by row, `true` = dark; `size` × `size`.
  private let modules: [Bool]

  /// The longest text, in bytes, at the level of correction that is used.
  public static let limit = 2_331

  /// The smallest code that holds `text`, byte by byte, and stays readable with 15 % of it damaged.
  ///
  /// - Returns: `nil` for an empty text, one with a zero byte, or one beyond `limit`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.limit).contains(bytes.count), !bytes.contains(0) else { return nil }
    // In the header: version 0 = the smallest that fits; NULL with errno when none does.
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    guard let data = code.pointee.data, code.pointee.width > 0 else { return nil }
    size = Int(code.pointee.width)
    // The lowest bit of each byte tells dark from light; the others tell the module's purpose.
    modules = UnsafeBufferPointer(start: data, count: size * size).map { $0 & 1 == 1 }
  }

  /// Whether the module is dark; light outside the square.
  ///
  /// - Parameters:
  ///   - column: from the left, from 0.
  ///   - row: from the top, from 0.
  public func isDark(column: Int, row: Int) -> Bool {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return modules[row * size + column]
  }
}
