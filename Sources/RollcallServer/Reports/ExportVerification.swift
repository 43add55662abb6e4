import Rollcall
import RollcallStore

extension CommandExecutor {
  /// Says whether a file is one that was exported; a failure when it is not.
  func verifyExport(_ print: FilePrint, _ rows: Int64) throws(StoreError) -> CommandOutcome {
    let members = ["sha256": JSONValue.string(print.hashText), "bytes": .integer(print.bytes)]
    switch try store.exportMatch(of: print) {
    case .same(let found):
      return CommandOutcome(
        .object(
          members.merging([
            "ok": .bool(true), "exports": .array(found.map(\.json)),
          ]) { $1 }), text: Self.words(found))
    case .beginsLike(let found, let same):
      var told = members
      told["ok"] = .bool(false)
      told["same_bytes"] = .integer(same)
      told["begins_like"] = found.json
      if found.file.isCSV { told["rows"] = .integer(rows) }
      return CommandOutcome(.object(told), text: Self.words(found, print, rows, same), exit: 1)
    case .unknown:
      return CommandOutcome(
        .object(members.merging(["ok": .bool(false)]) { $1 }),
        text: "This is no file that was exported, and does not begin like one.", exit: 1)
    }
  }

  private static func words(_ found: [ExportFound]) -> String {
    var lines = ["This file was exported, and nothing in it was changed since:"]
    for file in found {
      lines.append("  \(file.words)")
      if !file.file.isComplete { lines.append("  That download was broken off: the file is a part.") }
      if !file.isAudited { lines.append("  The audit names another hash for it: the database was changed.") }
    }
    return lines.joined(separator: "\n")
  }

  private static func words(_ found: ExportFound, _ print: FilePrint, _ rows: Int64, _ same: Int64) -> String
  {
    let (file, export) = (print.bytes, found.file.print.bytes)
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
      "rows": .integer(file.rows), "bytes": .integer(file.print.bytes), "complete": .bool(file.isComplete),
      "audited": .bool(isAudited),
    ])
  }
}
