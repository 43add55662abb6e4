import Foundation
import Rollcall
public import RollcallStore

/// Commands on the database as a whole, carried out without asking a running server: a copy only reads, and a
/// restore needs the file closed.
public enum BackupCommands {
  /// Writes a checked copy of a database. Blocks the caller, but no server.
  public static func make(_ file: String, of database: String, replacing: Bool) -> CommandOutcome {
    // Uploads come first, for the processor and for the disk.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    do {
      let made = try Backup.make(of: database, at: file, replacing: replacing)
      return CommandOutcome(
        .object([
          "file": .string(made.file), "at": .string(made.at.rfc3339), "bytes": .integer(made.bytes),
          "seconds": .number(Double(made.took) / 1_000), "sha256": .string(made.sha256),
        ]),
        text: "\(made.file): \(made.bytes) bytes, as of \(made.at.rfc3339), checked. SHA-256 \(made.sha256)")
    } catch { return .failure(Words.of(error)) }
  }

  /// Checks a backup as it was made, without changing it; `nil` when the file is a database. Blocks.
  ///
  /// - Parameter heads: ends of its audits that were written down elsewhere.
  public static func verify(_ file: String, by heads: [KnownHead] = []) -> CommandOutcome? {
    do {
      guard let seen = try BackupProblems.of(file, by: heads) else { return nil }
      return try .verified(seen.found, "The backup is as it was made.", known: heads) { seen.heads }
    } catch {
      // A file that cannot be read as a backup is examined as a database.
      return nil
    }
  }

  /// Puts a backup in the place of a database. People erased since it was made are erased again, and holds
  /// made since are made again. Blocks.
  public static func restore(_ file: String, to database: String, sha256: String?) -> CommandOutcome {
    AuditOrigin.$current.withValue(AuditOrigin.commandLine) { carryOut(file, database, sha256) }
  }

  private static func carryOut(_ file: String, _ database: String, _ sha256: String?) -> CommandOutcome {
    do {
      var (again, byHand): ([JSONValue], [JSONValue]) = ([], [])
      var holds = RestoredHolds()
      // Before it takes the place: a kill in between must not leave people who were erased, or evidence that
      // the next purge takes.
      let restored = try BackupRestore.run(file, to: database, sha256: sha256, machine: .ofSystem) {
        store, restored in
        try store.noteRestore(asOf: restored.asOf, actor: .commandLine)
        (again, byHand) = try eraseAgain(restored.erasedSince, in: store)
        byHand += restored.erasedElsewhere.map(named)
        holds = try RestoredHolds(restored, in: store)
      }
      let asOf = restored.asOf?.rfc3339
      let closed = try SealedSecrets.look(beside: database).closed
      return CommandOutcome(
        .object(
          holds.members.merging([
            "as_of": .optional(asOf), "kept": .optional(restored.kept), "erased_again": .array(again),
            "erase_by_hand": .array(byHand), "knows_erased": .bool(restored.knowsErased),
            "two_factor_closed": .array(closed.map(JSONValue.string)),
          ]) { $1 }),
        text: (words(asOf, restored, again.count, byHand) + holds.words + Self.words(closed, database))
          .joined(separator: "\n"))
    } catch { return .failure(Words.of(error)) }
  }

  private static func eraseAgain(
    _ people: [ErasedPerson], in store: Store
  ) throws -> (again: [JSONValue], byHand: [JSONValue]) {
    var (again, byHand): ([JSONValue], [JSONValue]) = ([], [])
    for person in people {
      do {
        try store.privacy.erase(person.responder, in: .commandLine(person.workspace))
        again.append(named(person))
      } catch .notFound { continue } catch { byHand.append(named(person)) }
    }
    try store.privacy.finishErasures()
    return (again, byHand)
  }

  private static func named(_ person: ErasedPerson) -> JSONValue {
    .object(["workspace": .string(person.slug), "id": .integer(person.responder.rawValue)])
  }

  /// How members get in whose second factor cannot be checked.
  private static func words(_ closed: [String], _ database: String) -> [String] {
    guard !closed.isEmpty else { return [] }
    return [
      """
      The second factor of these members cannot be checked without the key beside the database it is from \
      (\(SealedSecrets.keyPath(beside: database))): \(closed.joined(separator: ", ")). Put the key there, or they log in \
      with a recovery code and set it up again; who has none: `rollcall member reset-two-factor SLUG EMAIL`.
      """
    ]
  }

  private static func words(
    _ asOf: String?, _ restored: BackupRestore, _ again: Int, _ byHand: [JSONValue]
  ) -> [String] {
    var lines = ["The database is as of \(asOf ?? "before its first server")."]
    if let kept = restored.kept { lines.append("The one from before is \(kept).") }
    if again > 0 { lines.append("\(again) who were erased since then were erased again.") }
    if !byHand.isEmpty {
      lines.append("Erase by hand: " + byHand.map(\.line).joined(separator: " "))
    }
    if !restored.knowsErased {
      lines.append(
        "No database from before tells of all who were erased or held since then: do again what your own notes name."
      )
    }
    return lines
  }
}
