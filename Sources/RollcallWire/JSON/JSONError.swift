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
    case tooDeep = "nested too deep"
    case tooManyKeys = "too many keys in one object"
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
  /// Of our own API: what a request of ours can mean.
  static let ours = JSONLimits(depth: 8, keys: 64, values: 65_536, allowsSameKey: false)
  /// Of foreign apps and recorders: what apps send in 4 MiB, and a day of points, at 10 MiB of tape.
  static let adapter = JSONLimits(depth: 32, keys: 512, values: 524_288, allowsSameKey: true)

  /// 16 MiB: offsets fit in 32 bits. What a request may have is decided before it is read.
  static let bytes = 16 << 20
  /// Arrays and objects within each other.
  let depth: Int
  /// Characters of a number.
  static let number = 32
  /// Keys of one object.
  let keys: Int
  /// Values and keys together: above what 256 KiB of pings hold, and 1 MiB of tape.
  let values: Int
  /// Whether one object may have a key twice; the last one counts.
  let allowsSameKey: Bool
}
