import Rollcall
import RollcallStore

extension CommandExecutor {
  /// Tells whether a file was exported, and is whole, according to both the list and the audit; a failure
  /// when it is not.
  func verifyExport(_ fingerprint: FileFingerprint, _ rows: Int64) throws(StoreError) -> CommandOutcome {
    let members = ["sha256": JSONValue.string(fingerprint.hashText), "bytes": .integer(fingerprint.bytes)]
    switch try store.reports.exportMatch(of: fingerprint) {
    case .same(let found):
      let isProven = found.contains(where: \.isProof)
      return CommandOutcome(
        .object(
          members.merging([
            "ok": .bool(isProven), "exports": .array(found.map(\.json)),
          ]) { $1 }), text: Self.words(found), exit: isProven ? 0 : 1)
    case .beginsLike(let found, let same):
      var told = members
      told["ok"] = .bool(false)
      told["same_bytes"] = .integer(same)
      told["begins_like"] = found.json
      if found.file.isCSV { told["rows"] = .integer(rows) }
      return CommandOutcome(.object(told), text: Self.words(found, fingerprint, rows, same), exit: 1)
    case .unknown:
      return CommandOutcome(
        .object(members.merging(["ok": .bool(false)]) { $1 }),
        text: "This is no file that was exported, and does not begin like one.", exit: 1)
    }
  }

  private static func words(_ found: [ExportFound]) -> String {
    var lines = [verdict(found)]
    for file in found {
      lines.append("  \(file.words)")
      if !file.file.isComplete { lines.append("  That download was broken off: the file is a part.") }
      if !file.file.isAudited {
        lines.append("  The list says so, the audit does not: the database was changed.")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func verdict(_ found: [ExportFound]) -> String {
    if found.contains(where: \.isProof) {
      return "This file was exported, and nothing in it was changed since:"
    }
    return found.contains(where: \.file.isAudited)
      ? "This file is only a part of what was asked for; nothing in that was changed since:"
      : "Nothing proves that this file was exported. It is in the list of exports, but not in the audit:"
  }

  private static func words(
    _ found: ExportFound, _ fingerprint: FileFingerprint, _ rows: Int64, _ same: Int64
  ) -> String {
    let (file, export) = (fingerprint.bytes, found.file.fingerprint.bytes)
    let difference =
      file < export
      ? "It is \(export - file) bytes shorter: cut, or altered"
      : file > export ? "It is \(file - export) bytes longer: added to, or altered" : "It was altered"
    let sizes =
      found.file.isCSV
      ? "It has \(rows) rows and \(file) bytes; the export had \(found.file.rows) and \(export)."
      : "It has \(file) bytes; the export had \(export)."
    return """
      This is not what was exported. It begins like:
        \(found.words)
      The first \(same) bytes are the same. \(difference) somewhere after them.
      \(sizes)
      """
  }
}

extension ExportFound {
  fileprivate var words: String {
    """
    \(file.kind) of \(slug), \(file.filter): \(file.rows) rows, taken \(file.entry.at.rfc3339) by \
    \(file.entry.actor) from \(file.entry.origin), entry \(file.entry.number) of the audit
    """
  }

  fileprivate var json: JSONValue {
    .object([
      "workspace": .string(slug), "kind": .string(file.kind), "filter": .string(file.filter),
      "at": .string(file.entry.at.rfc3339), "actor": .string(file.entry.actor),
      "origin": .string(file.entry.origin), "entry": .integer(file.entry.number),
      "rows": .integer(file.rows), "bytes": .integer(file.fingerprint.bytes),
      "complete": .bool(file.isComplete),
      "audited": .bool(file.isAudited),
    ])
  }
}
