/// The request target, checked and taken apart.
struct Target: Sendable {
  /// As sent.
  let raw: String
  /// Decoded once; begins with "/", has no empty, `.` or `..` segment, no backslash, no control byte.
  let path: String
  /// Decoded; empty when there is no `?`.
  let query: FormFields

  /// Longer targets are refused, in bytes.
  static let limit = 2_048

  /// Why a target is refused.
  enum Fault: Error {
    case tooLong
    case malformed(String)
  }

  init(parsing bytes: some RandomAccessCollection<UInt8>) throws(Fault) {
    guard bytes.count <= Self.limit else { throw .tooLong }
    guard bytes.first == UInt8(ascii: "/") else { throw .malformed("the target must begin with /") }
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
      throw .malformed("the target must be visible ASCII")
    }
    raw = String(decoding: bytes, as: UTF8.self)
    let questionMark = bytes.firstIndex(of: UInt8(ascii: "?"))
    let pathBytes = bytes[..<(questionMark ?? bytes.endIndex)]
    if questionMark == nil, !pathBytes.contains(UInt8(ascii: "%")) {
      path = raw
    } else if let decoded = PercentDecoding.decode(pathBytes, plusIsBlank: false) {
      path = decoded
    } else {
      throw .malformed("the path is not valid percent-encoded UTF-8")
    }
    guard Self.isPlain(path) else { throw .malformed("the path has an empty or dot segment") }
    guard let questionMark else {
      query = FormFields()
      return
    }
    guard let fields = FormFields(parsing: bytes[bytes.index(after: questionMark)...]) else {
      throw .malformed("the query is not valid percent-encoded UTF-8")
    }
    query = fields
  }

  /// No control byte, backslash, empty segment (but the last), `.` or `..`.
  private static func isPlain(_ path: String) -> Bool {
    var length = -1
    var dots = 0
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "/"):
        if length == 0 || isDots(length, dots) { return false }
        (length, dots) = (0, 0)
      case 0..<0x20, 0x7F, UInt8(ascii: "\\"):
        return false
      default:
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
      }
    }
    return !isDots(length, dots)
  }

  private static func isDots(_ length: Int, _ dots: Int) -> Bool {
    length == dots && (dots == 1 || dots == 2)
  }
}
