/// Parses `name=value&…` of a query or form. Total: any input yields some fields.
enum AdapterForm {
  /// The most fields that are read.
  static let limit = 500

  /// Names and values, decoded once; a broken escape stays as it is.
  static func pairs(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true).prefix(limit).map { part in
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let value = equals.map { part[($0 + 1)...] } ?? []
      return (text(part[..<(equals ?? part.endIndex)]), text(value))
    }
  }

  /// Decodes `%HH` and `+`; bytes that are not UTF-8 become U+FFFD.
  static func text(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = true) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = JSONName.hexDigit(bytes[index + 1]), let low = JSONName.hexDigit(bytes[index + 2])
      {
        decoded.append(UInt8(truncatingIfNeeded: high << 4 | low))
        index += 3
        continue
      }
      decoded.append(byte == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : byte)
      index += 1
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
