import Rollcall
import RollcallStore

/// An entry of the audit, for files and programs.
struct AuditLine: Sendable {
  let entry: AuditEntry
  /// The present names of ids.
  let names: AuditNames

  static let table = Table<AuditLine> {
    Column("number", "The entry's place in the workspace's chain.") { $0.entry.number }
    Column("at", "When it was done.") { $0.entry.at }
    Column("actor") { $0.entry.actor }
    Column("actor_name", "Who: as in the entry, and as they are called today.") {
      $0.names.actor($0.entry.actor)
    }
    Column("origin", "From where: an address, command line, phone or server.") { $0.entry.origin }
    Column("action", "What, as group.verb.") { $0.entry.action }
    Column("subject") { $0.entry.subject }
    Column("subject_name", "To whom or what; of an export, its filter.") {
      $0.names.subject($0.entry.subject)
    }
    Column("detail", "Further facts; of an export, its rows and the SHA-256 of the file.") {
      $0.entry.detail
    }
    Column("before") { $0.entry.before }
    Column("after", "The values that a change made different.") { $0.entry.after }
    Column("hash", "SHA-256 over the entry and the hash of the one before it.") { $0.entry.hashText }
  }

  static let listing = Listing<AuditPageFilter, AuditLine>(
    name: "audit", title: "Audit", about: "Who did what, and who looked at whom, the newest first.",
    permission: .viewAudit, exported: .viewAudit, member: "entries", table: table,
    counted: ("entry", "entries"),
    nothing: EmptyState(
      title: Words.Audit.none, advice: Words.Audit.chooseEarlierDayAbove),
    unmatched: EmptyState(
      title: Words.Audit.noMatch,
      advice: Words.Audit.noMatchAdvice))
}
