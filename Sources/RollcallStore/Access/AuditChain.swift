import Crypto
import Foundation
import Rollcall
import SQL

/// How audit entries are chained, and the check of the chain.
enum AuditChain {
  /// SHA-256 over the previous hash and the entry's fields, each with its length, so that no two entries run together.
  static func hash(of entry: AuditEntry, in workspace: Int64) -> Data {
    var hasher = SHA256()
    hasher.update(data: entry.previous)
    for field in [
      "\(workspace)", "\(entry.number)", "\(entry.at.milliseconds)", entry.actor, entry.origin, entry.action,
      entry.subject, entry.detail, entry.before, entry.after,
    ] {
      hasher.update(data: Data("\(field.utf8.count):".utf8))
      hasher.update(data: Data(field.utf8))
    }
    return Data(hasher.finalize())
  }

  /// Bytes as hexadecimal digits.
  static func hex(_ bytes: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The faults in a database's chains, as sentences that name the entries.
  static func problems(_ db: Database) throws -> [String] {
    try db.all("SELECT id, slug FROM workspace ORDER BY slug") { row in
      try problems(of: row["id"], named: row["slug"], db)
    }.flatMap(\.self)
  }

  private static func problems(of workspace: Int64, named slug: String, _ db: Database) throws -> [String] {
    var walk = AuditWalk(workspace: workspace, slug: slug)
    try db.each(AuditRow.all(of: workspace)) { walk.look(at: try AuditRow(row: $0)) }
    return walk.end(try AuditHead.of(workspace, db))
  }
}

/// A row of `audit` exactly as stored, even when it is damaged. Texts are read as bytes, because text
/// appended behind a NUL, or invalid UTF-8, changes the entry.
struct AuditRow: FetchableRecord {
  let entry: AuditEntry
  /// Whether each column is text, so that reading it loses nothing.
  let isText: Bool

  private static let numbers = ["number", "at"]
  private static let texts = [
    "actor", "origin", "action", "subject", "detail", "value_before", "value_after",
  ]

  static func all(of workspace: Int64) -> Query {
    let cast =
      numbers.map { Query(trusted: "CAST(\($0) AS INTEGER) AS \($0)") }
      + (texts + ["previous", "hash"]).map { Query(trusted: "CAST(\($0) AS BLOB) AS \($0)") }
    return """
      SELECT \(Query(cast, separator: ", ")) FROM audit WHERE workspace_id = \(workspace) ORDER BY audit.number
      """
  }

  init(row: Row) throws {
    let texts = try Self.texts.map { String(validating: try row[$0] ?? [UInt8](), as: UTF8.self) }
    isText = texts.allSatisfy { $0 != nil }
    entry = AuditEntry(
      number: try row["number"] ?? 0, at: try row["at"] ?? Timestamp(milliseconds: 0), actor: texts[0] ?? "",
      origin: texts[1] ?? "", action: texts[2] ?? "", subject: texts[3] ?? "", detail: texts[4] ?? "",
      before: texts[5] ?? "", after: texts[6] ?? "", previous: try row["previous"] ?? Data(),
      hash: try row["hash"] ?? Data())
  }
}

/// Follows one chain in the order of its numbers, which the hashes cover.
struct AuditWalk {
  let workspace: Int64
  let slug: String
  private var found: [String] = []
  private var number: Int64 = 0
  private var hash = AuditHead.none.hash

  init(workspace: Int64, slug: String) {
    self.workspace = workspace
    self.slug = slug
  }

  /// The next entry.
  mutating func look(at row: AuditRow) {
    let entry = row.entry
    let isNext = number < .max && entry.number == number + 1
    if entry.number == number {
      found.append("\(name(number)) is there twice")
    } else if !isNext {
      found.append("\(names(number + 1, entry.number - 1)) removed")
    }
    if !row.isText || AuditChain.hash(of: entry, in: workspace) != entry.hash {
      found.append("\(name(entry.number)) was changed")
    } else if isNext, entry.previous != hash {
      // It is intact but names another predecessor: that one, or all up to it, were rewritten.
      found.append(
        number == 0
          ? "\(name(entry.number)) does not begin its chain"
          : "\(name(number)) was changed and hashed anew: entry \(entry.number) follows another")
    }
    (number, hash) = (entry.number, entry.hash)
  }

  /// The faults found, after the last entry.
  func end(_ head: AuditHead) -> [String] {
    // A workspace is created together with its first entry.
    guard number > 0 || head.count > 0 else { return ["audit of \(slug): all entries were removed"] }
    guard head.count == number else {
      return found + [
        head.count > number
          ? "\(names(number + 1, head.count)) cut off at the end"
          : "\(names(head.count + 1, number)) not known to the head of the chain"
      ]
    }
    guard head.hash == hash else {
      return found + ["\(name(number)) is not the one with which the chain ended"]
    }
    return found
  }

  private func name(_ number: Int64) -> String { "audit of \(slug): entry \(number)" }

  private func names(_ first: Int64, _ last: Int64) -> String {
    first == last ? "\(name(first)) was" : "audit of \(slug): entries \(first) to \(last) were"
  }
}
