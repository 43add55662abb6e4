import Crypto
import Foundation
import Rollcall
import SQL

/// The rule by which audit entries are chained, and the search for what breaks it.
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

  /// What is wrong with the chains of a database, in words that name the entries.
  static func problems(_ db: Database) throws -> [String] {
    try db.all("SELECT id, slug FROM workspace ORDER BY slug") { row in
      try problems(of: row["id"], named: row["slug"], db)
    }.flatMap(\.self)
  }

  private static func problems(of workspace: Int64, named slug: String, _ db: Database) throws -> [String] {
    var walk = AuditWalk(workspace: workspace, slug: slug)
    let rows = try RawStatement(db, AuditRow.all)
    rows.bind(1, workspace)
    while try rows.step() { walk.look(at: AuditRow(rows)) }
    return walk.end(try AuditHead.of(workspace, db))
  }
}

/// A row of `audit` as it lies in the file. Texts are read by their length: as C strings they would end at the first NUL,
/// and what somebody appended behind it would not be seen.
struct AuditRow {
  /// Its place in the file.
  let id: Int64
  let entry: AuditEntry
  /// Whether each text is one, so that nothing is lost by reading it.
  let isText: Bool

  static let all = """
    SELECT id, number, at, actor, origin, action, subject, detail, value_before, value_after, previous, hash
    FROM audit WHERE workspace_id = ? ORDER BY number, id
    """

  /// The row that was stepped to.
  init(_ row: RawStatement) {
    let texts = (3...9).map { row.bytes($0) }
    let read = texts.map { String(validating: $0, as: UTF8.self) }
    isText = read.allSatisfy { $0 != nil }
    id = row.integer(0) ?? 0
    entry = AuditEntry(
      number: row.integer(1) ?? 0, at: Timestamp(milliseconds: row.integer(2) ?? 0), actor: read[0] ?? "",
      origin: read[1] ?? "", action: read[2] ?? "", subject: read[3] ?? "", detail: read[4] ?? "",
      before: read[5] ?? "", after: read[6] ?? "", previous: Data(row.bytes(10)), hash: Data(row.bytes(11)))
  }
}

/// A walk along one chain in the order of its numbers, which the hashes cover.
struct AuditWalk {
  let workspace: Int64
  let slug: String
  private var found: [String] = []
  private var number: Int64 = 0
  private var hash = AuditHead.none.hash
  private var id: Int64 = 0

  init(workspace: Int64, slug: String) {
    self.workspace = workspace
    self.slug = slug
  }

  /// The next entry.
  mutating func look(at row: AuditRow) {
    let (entry, id) = (row.entry, row.id)
    let isNext = number < .max && entry.number == number + 1
    if entry.number == number {
      found.append("\(name(number)) is there twice")
    } else if !isNext {
      found.append("\(names(number + 1, entry.number - 1)) removed")
    }
    if id < self.id { found.append("\(name(entry.number)) stands in another place than it was written") }
    if !row.isText || AuditChain.hash(of: entry, in: workspace) != entry.hash {
      found.append("\(name(entry.number)) was changed")
    } else if isNext, entry.previous != hash {
      // It is whole and names another predecessor: that one, or all up to it, were written anew.
      found.append(
        number == 0
          ? "\(name(entry.number)) does not begin its chain"
          : "\(name(number)) was changed and hashed anew: entry \(entry.number) follows another")
    }
    (number, hash, self.id) = (entry.number, entry.hash, max(id, self.id))
  }

  /// What was found, after the last entry.
  func end(_ head: AuditHead) -> [String] {
    // A workspace is made with its first entry.
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
