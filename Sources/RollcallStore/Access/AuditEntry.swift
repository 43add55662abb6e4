import Foundation
public import Rollcall
package import SQL

/// An action or view of a person, a script or Rollcall.
public struct AuditEntry: Equatable, Sendable {
  /// 1, 2, 3 … in its workspace, without gaps.
  public var number: Int64
  /// When it happened.
  public var at: Timestamp
  /// The actor: `member:7`, `key:NAME`, `responder:5`, `command line`, `rollcall`.
  public var actor: String
  /// The origin: an address, `command line`, `phone` or `server`.
  public var origin: String
  /// What, `GROUP.VERB`, e.g. `export.history`.
  public var action: String
  /// The object of the action, e.g. `responder 5`, `INC-7`, `profile family`.
  public var subject: String
  /// Further facts; may be empty.
  public var detail: String
  /// The changed values before; may be empty.
  public var before: String
  /// The changed values after; may be empty.
  public var after: String
  /// The hash of the entry before it; 32 bytes.
  var previous: Data
  /// SHA-256 over `previous` and all other fields; 32 bytes.
  var hash: Data

  /// The entry's hash in hexadecimal digits.
  public var hashText: String { AuditChain.hex(hash) }

}

extension AuditEntry: FetchableRecord {
  /// From a row of `audit`.
  package init(row: Row) throws {
    self.init(
      number: try row["number"], at: try row["at"], actor: try row["actor"], origin: try row["origin"],
      action: try row["action"], subject: try row["subject"], detail: try row["detail"],
      before: try row["value_before"], after: try row["value_after"], previous: try row["previous"],
      hash: try row["hash"])
  }
}

/// The end of a workspace's chain, stored beside it so that removed last entries are noticed.
public struct AuditHead: Equatable, Sendable {
  /// How many entries it has.
  public var count: Int64
  /// The hash of the last entry; zeros before the first.
  var hash: Data

  /// The end of an empty chain.
  static let none = AuditHead(count: 0, hash: Data(repeating: 0, count: 32))

  /// The hash in hexadecimal digits.
  public var hashText: String { AuditChain.hex(hash) }

  /// The ends of all workspaces' chains, by slug.
  static func all(_ db: Database) throws -> [(slug: String, head: AuditHead)] {
    try db.all("SELECT id, slug FROM workspace ORDER BY slug") { row in
      (slug: try row["slug"], head: try of(row["id"], db))
    }
  }

  static func of(_ workspace: Int64, _ db: Database) throws -> AuditHead {
    try db.first("SELECT count, hash FROM audit_head WHERE workspace_id = \(workspace)") { row in
      try AuditHead(count: row["count"], hash: row["hash"])
    } ?? AuditHead.none
  }
}

extension AuditStore {
  /// The ends of all chains, by workspace slug. Printed and stored elsewhere, they prove later that no entry
  /// before them was rewritten. Blocks.
  public func auditHeads() throws(StoreError) -> [(slug: String, head: AuditHead)] {
    try read { try AuditHead.all($0) }
  }
}

/// The origin of an action, for the audit: the address of a browser or script, `command line`, `phone`, or
/// `server` for Rollcall's own actions.
public enum AuditOrigin {
  /// The operator's command line.
  public static let commandLine = "command line"
  /// A responder's phone. Its address would tell where they are, so it is not stored.
  static let phone = "phone"

  /// The origin of the present task. Bound when a request is admitted; writes take it along.
  @TaskLocal public static var current = "server"
}
