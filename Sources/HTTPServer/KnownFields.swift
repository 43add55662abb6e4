import HTTPTypes

/// The field names that clients commonly send, so that no string is made for them, and what the validator does with each.
enum KnownFields {
  /// What the validator does with a field.
  enum Role: Sendable, Equatable {
    case plain
    case host
    case contentLength
    case transferEncoding
    case expect
    /// May occur once; the bit of ``HeadFields`` that remembers it.
    case once(UInt8)
    case forwardedFor
    case forwardedProto
    case forwarded
    /// Written by proxies, never trusted.
    case forwardedOther
  }

  struct Known: Sendable {
    let name: HTTPField.Name
    let lower: [UInt8]
    let role: Role
  }

  /// By the length of the name.
  private static let byLength: [[Known]] = {
    let roles: [(String, Role)] = [
      ("Host", .host), ("Content-Length", .contentLength), ("Transfer-Encoding", .transferEncoding),
      ("Expect", .expect), ("Content-Type", .once(1)), ("Authorization", .once(2)), ("Cookie", .once(4)),
      ("X-Idempotency-Key", .once(8)), ("Idempotency-Key", .once(16)), ("X-Forwarded-For", .forwardedFor),
      ("X-Forwarded-Proto", .forwardedProto), ("Forwarded", .forwarded),
      ("X-Forwarded-Host", .forwardedOther),
      ("X-Forwarded-Port", .forwardedOther), ("X-Real-IP", .forwardedOther),
    ]
    let plain = [
      "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Connection", "Content-Encoding",
      "If-None-Match", "Origin", "Pragma", "Prefer", "Referer", "Sec-Fetch-Dest", "Sec-Fetch-Mode",
      "Sec-Fetch-Site", "Upgrade-Insecure-Requests", "User-Agent",
    ]
    var table: [[Known]] = Array(repeating: [], count: 32)
    for (text, role) in roles + plain.map({ ($0, Role.plain) }) {
      guard let name = HTTPField.Name(text), table.indices.contains(text.utf8.count) else { continue }
      table[text.utf8.count].append(Known(name: name, lower: Array(text.lowercased().utf8), role: role))
    }
    return table
  }()

  /// The known field of this name, in any case of letters.
  static func find(_ name: UnsafeBufferPointer<UInt8>) -> Known? {
    guard byLength.indices.contains(name.count) else { return nil }
    return byLength[name.count].first { known in
      for index in name.indices {
        let byte = name[index]
        let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        guard lower == known.lower[index] else { return false }
      }
      return true
    }
  }
}
