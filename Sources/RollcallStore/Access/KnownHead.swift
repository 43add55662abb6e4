import Foundation
public import Rollcall
import SQL

/// The end of a workspace's audit chain as it was written down elsewhere: on a statement, in a mail, beside a report.
public struct KnownHead: Codable, Hashable, Sendable {
  /// The workspace's name in URLs.
  public let slug: String
  /// How many entries the chain had.
  public let number: Int64
  /// The hash of the last one, 64 hexadecimal digits in lower case.
  public let hash: String

  /// A head from its parts.
  public init(slug: String, number: Int64, hash: String) {
    (self.slug, self.number, self.hash) = (slug, number, hash)
  }

  /// As it is written: `rollcall-head:north:4211:5f2c…`.
  public var text: String { "\(Self.prefix)\(slug):\(number):\(hash)" }

  private static let prefix = "rollcall-head:"
  private static let hashLength = 64

  /// All heads written in a file of any kind, each once, in their order. Mails may be as they were sent, and the
  /// text of a printed page may break a head over several lines.
  public static func all(in bytes: [UInt8]) -> [KnownHead] {
    let plain = found(in: bytes)
    if !plain.isEmpty { return plain }
    // A line may have been broken by quoted-printable, or all of the text be in base64.
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    let joined = lines.map { $0.hasSuffix("=") ? String($0.dropLast()) : "\($0)\n" }.joined()
    let unbroken = found(in: Array(joined.utf8))
    if !unbroken.isEmpty { return unbroken }
    let coded = found(in: base64(lines))
    return coded.isEmpty ? found(in: joinedLines(lines), isFollowed: true) : coded
  }

  /// The lines without their breaks and margins.
  private static func joinedLines(_ lines: [Substring]) -> [UInt8] {
    lines.flatMap { line in
      var bytes = Array(line.utf8.drop { $0 == UInt8(ascii: " ") })
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return bytes
    }
  }

  /// What runs of lines in base64 say.
  private static func base64(_ lines: [Substring]) -> [UInt8] {
    var (out, run): ([UInt8], String) = ([], "")
    func end() {
      if let data = Data(base64Encoded: run) { out += Array(data) + [UInt8(ascii: "\n")] }
      run = ""
    }
    for line in lines {
      let isCode =
        !line.isEmpty
        && line.utf8.allSatisfy { byte in
          byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
        }
      if isCode { run += line } else { end() }
    }
    end()
    return out
  }

  /// - Parameter isFollowed: whether what follows a head may touch it: then its hash is its first 64 characters.
  private static func found(in bytes: [UInt8], isFollowed: Bool = false) -> [KnownHead] {
    let mark = Array(prefix.utf8)
    var (heads, seen): ([KnownHead], Set<KnownHead>) = ([], [])
    var rest = bytes[...]
    while let start = rest.firstRange(of: mark) {
      rest = rest[start.upperBound...]
      let end = rest.prefix(300).firstIndex { byte in
        !(byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte))
      }
      let text = String(decoding: rest[..<(end ?? min(rest.endIndex, rest.startIndex + 300))], as: UTF8.self)
      if let head = KnownHead(text, isFollowed: isFollowed), seen.insert(head).inserted { heads.append(head) }
    }
    return heads
  }

  /// From `north:4211:5f2c…`; `nil` for any other text.
  private init?(_ text: String, isFollowed: Bool) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if isFollowed, parts.count >= 3 {
      parts = [parts[0], parts[1], String(parts[2].prefix(Self.hashLength))]
    }
    guard parts.count == 3, !parts[0].isEmpty, let number = Int64(parts[1]), number > 0,
      parts[2].utf8.count == Self.hashLength, parts[2].utf8.allSatisfy(Self.isDigit)
    else { return nil }
    self.init(slug: parts[0], number: number, hash: parts[2])
  }
}

extension KnownHead {
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension AuditStore {
  /// The end of a workspace's chain now. Blocks.
  public func head(of workspace: Workspace) throws(StoreError) -> KnownHead {
    try read { KnownHead(workspace.slug, try AuditHead.of(workspace.id.rawValue, $0)) }
  }

  /// What is wrong with the chains by heads that were written down before, in words; empty when each still
  /// stands. Blocks.
  public func problems(by heads: [KnownHead]) throws(StoreError) -> [String] {
    try read { try KnownHead.problems(heads, $0) }
  }
}

extension KnownHead {
  /// The head of a chain as written down.
  public init(_ slug: String, _ head: AuditHead) {
    self.init(slug: slug, number: head.count, hash: head.hashText)
  }

  static func problems(_ heads: [KnownHead], _ db: Database) throws -> [String] {
    try heads.compactMap { head in
      guard let workspace = try db.first("SELECT id FROM workspace WHERE slug = \(head.slug)", as: Int64.self)
      else { return "audit of \(head.slug): there is no such workspace" }
      let stored = try db.first(
        "SELECT hash FROM audit WHERE workspace_id = \(workspace) AND number = \(head.number)", as: Data.self)
      guard let stored else {
        let last = try AuditHead.of(workspace, db).count
        return
          "audit of \(head.slug): it had \(head.number) entries and now ends with entry \(last): it was cut, or is an older copy"
      }
      return AuditChain.hex(stored) == head.hash
        ? nil
        : "audit of \(head.slug): entry \(head.number) has another hash than was written down: the chain was rewritten since"
    }
  }
}
