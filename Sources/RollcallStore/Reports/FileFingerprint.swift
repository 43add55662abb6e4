import Crypto
public import Foundation

/// The fingerprint of a file: its length, its hash, and the hashes of some of its beginnings, which tell how
/// far a cut or altered file is still the same.
public struct FileFingerprint: Codable, Equatable, Sendable {
  /// How long the file is.
  public var bytes: Int64
  /// SHA-256 of the whole file, 32 bytes.
  public var sha256: Data
  /// The distance in bytes between hashed beginnings: 256, 512, 1,024 …
  public var step: Int64
  /// The first 16 bytes of the SHA-256 of its first `step`, 2 × `step` … bytes, one after the other; at most 64.
  public var beginnings: Data

  /// The hash in hexadecimal digits.
  public var hashText: String { AuditChain.hex(sha256) }

  /// Parses a hash in hexadecimal digits, with blanks around; `nil` for any other text.
  static func bytes(ofHash text: String) -> Data? {
    let digits = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard digits.count == 64 else { return nil }
    var bytes = Data()
    var rest = digits[...]
    while let high = rest.popFirst(), let low = rest.popFirst() {
      guard let high = UInt8(String(high), radix: 16), let low = UInt8(String(low), radix: 16) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The fingerprint of a short file.
  public static func of(_ bytes: [UInt8]) -> FileFingerprint {
    var builder = FingerprintBuilder()
    builder.add(bytes)
    return builder.fingerprint
  }

  /// A length in bytes that the beginnings of two files certainly have in common; 0 when not even the first
  /// step is equal.
  public func common(with other: FileFingerprint) -> Int64 {
    guard step > 0, other.step > 0 else { return 0 }
    let both = max(step, other.step)
    var same: Int64 = 0
    var next = both
    while let mine = beginning(next), let theirs = other.beginning(next), mine == theirs {
      same = next
      next += both
    }
    return same
  }

  /// The stored hash of a beginning of this length, if any.
  private func beginning(_ length: Int64) -> Data? {
    let place = length / step
    guard length % step == 0, place > 0, place <= Int64(beginnings.count / Self.kept) else { return nil }
    return beginnings.dropFirst(Int(place - 1) * Self.kept).prefix(Self.kept)
  }

  /// How many bytes of a beginning's hash are kept.
  static let kept = 16
  /// The most beginnings.
  static let most = 64
  /// The shortest beginning.
  static let shortest: Int64 = 256
}

/// Computes the fingerprint of a file while it is written or read.
public struct FingerprintBuilder {
  private var hash = SHA256()
  private var bytes: Int64 = 0
  private var step = FileFingerprint.shortest
  private var beginnings = Data()

  /// A fingerprint of an empty file so far.
  public init() {}

  /// The next bytes of the file.
  public mutating func add(_ part: [UInt8]) {
    var rest = part[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int(step - bytes % step))
      piece.withUnsafeBytes { hash.update(bufferPointer: $0) }
      bytes += Int64(piece.count)
      rest = rest.dropFirst(piece.count)
      if bytes % step == 0 { saveBeginning() }
    }
  }

  /// The fingerprint of everything added so far.
  public var fingerprint: FileFingerprint {
    FileFingerprint(bytes: bytes, sha256: Data(hash.finalize()), step: step, beginnings: beginnings)
  }

  /// When there are too many, drops every other one.
  private mutating func saveBeginning() {
    beginnings += Data(hash.finalize()).prefix(FileFingerprint.kept)
    guard beginnings.count > FileFingerprint.most * FileFingerprint.kept else { return }
    let all = beginnings
    beginnings = Data()
    for place in stride(
      from: FileFingerprint.kept, to: all.count - FileFingerprint.kept + 1, by: 2 * FileFingerprint.kept)
    {
      beginnings += all.dropFirst(place).prefix(FileFingerprint.kept)
    }
    step *= 2
  }
}
