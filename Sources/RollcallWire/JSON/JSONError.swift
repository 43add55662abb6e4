/// Why a text is no JSON that we read, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: String, CaseIterable, Sendable {
    case tooLong = "too long"
    case unexpectedEnd = "unexpected end"
    case unexpectedByte = "unexpected byte"
    case badNumber = "not a number of RFC 8259"
    case numberTooLong = "number longer than 32 characters"
    case badEscape = "unknown escape"
    case loneSurrogate = "half of a surrogate pair"
    case controlCharacter = "control character in a string"
    case badUTF8 = "not UTF-8"
    case duplicateKey = "the same key twice in one object"
    case tooDeep = "nested deeper than 8"
    case tooManyKeys = "more than 64 keys in one object"
    case tooManyValues = "too many values"
    case trailingBytes = "something after the end"
  }

  /// What is wrong.
  public let kind: Kind
  /// The byte, from 0, at which it was noticed.
  public let offset: Int

  /// An error from its parts.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

/// What a text may cost its reader.
struct JSONLimits {
  /// 16 MiB: offsets fit in 32 bits. What a request may have is decided before it is read.
  static let bytes = 16 << 20
  /// Arrays and objects within each other.
  static let depth = 8
  /// Characters of a number.
  static let number = 32
  /// Keys of one object.
  static let keys = 64
  /// Values and keys together: above what 256 KiB of pings hold, and 1 MiB of tape.
  static let values = 65_536
}
