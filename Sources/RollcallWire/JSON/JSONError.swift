/// Why a text is not acceptable JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// The kind of error.
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
    case tooDeep = "nested too deep"
    case tooManyKeys = "too many keys in one object"
    case tooManyValues = "too many values"
    case trailingBytes = "something after the end"
  }

  /// The kind of error.
  public let kind: Kind
  /// The byte, from 0, at which the error was noticed.
  public let offset: Int

  /// Creates an error.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

/// Limits on the cost of reading a text.
struct JSONLimits {
  /// For our own API.
  static let ours = JSONLimits(depth: 8, keys: 64, values: 65_536, allowsSameKey: false)
  /// For other apps and recorders: what apps send in 4 MiB, and a day of points, with 10 MiB of tape.
  static let adapter = JSONLimits(depth: 32, keys: 512, values: 524_288, allowsSameKey: true)

  /// 16 MiB, so that offsets fit in 32 bits. A request's own limit is checked before it is read.
  static let bytes = 16 << 20
  /// The nesting of arrays and objects.
  let depth: Int
  /// Characters of a number.
  static let number = 32
  /// Keys of one object.
  let keys: Int
  /// Values and keys together: enough for 256 KiB of pings, and 1 MiB of tape.
  let values: Int
  /// Whether an object may have duplicate keys; the last one counts.
  let allowsSameKey: Bool
}
