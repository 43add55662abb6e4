public import HTTPServer
public import Rollcall
public import RollcallStore
import RollcallWire

/// All data held about one person as one JSON document, made while it is downloaded: `{"exported_at",
/// "workspace", "responder", "tables": [{"table", "about", "rows": [{…}]}]}`. Names are those of the
/// database's tables and columns; instants are RFC 3339, UTC.
public final class PrivacyFile: BodySource, @unchecked Sendable {
  // Called by one thread at a time, as `BodySource` promises.

  private let export: PersonalExport
  private let head: [UInt8]
  private var progress: ExportProgress
  private var hasBegun = false
  private var isOver = false
  private var isFirstTable = true
  private var isFirstRow = true

  /// The file of a person in a workspace. `ended` is called once: when all of it was taken, or when the
  /// client left, with `nil` when nothing was sent. Blocks.
  ///
  /// - Throws: `notFound`, also for a person who was erased.
  public init(
    of id: Responder.ID, in workspace: Workspace, _ store: Store,
    ended: @escaping @Sendable (ExportEnd?) throws -> Void
  ) throws(StoreError) {
    export = try PersonalExport(of: id, in: workspace.id, store)
    progress = ExportProgress(ended: ended)
    var writer = JSONWriter()
    writer.object { root in
      root.member("exported_at", store.clock())
      root.member("workspace", workspace.slug)
      root.member("responder", id)
      root.key("tables")
      root.raw("[".utf8)
    }
    // The object stays open: its end comes after the tables.
    head = writer.bytes.dropLast()
  }

  deinit { progress.left() }

  /// The next part; `nil` after the last. Blocks.
  public func next() throws -> [UInt8]? {
    guard !isOver else { return nil }
    var bytes = hasBegun ? [] : head
    var rows = 0
    if let steps = try export.next() {
      for step in steps { rows += add(step, to: &bytes) }
    } else {
      bytes += Array((isFirstTable ? "]}\n" : "]}]}\n").utf8)
      isOver = true
    }
    hasBegun = true
    progress.add(bytes, rows: rows)
    return bytes
  }

  /// All of it was sent. Blocks.
  public func sent() throws { try progress.sent() }

  /// Writes a step; how many rows it is.
  private func add(_ step: PersonalExport.Step, to bytes: inout [UInt8]) -> Int {
    switch step {
    case .table(let name, let about):
      var writer = JSONWriter()
      writer.object { table in
        table.member("table", name)
        table.member("about", about)
        table.key("rows")
        table.raw("[".utf8)
      }
      bytes += Array((isFirstTable ? "\n" : "]},\n").utf8) + writer.bytes.dropLast()
      (isFirstTable, isFirstRow) = (false, true)
      return 0
    case .row(let values):
      var writer = JSONWriter(reserving: 512)
      writer.object { row in for (name, value) in values { Self.write(name, value, to: &row) } }
      bytes += Array((isFirstRow ? "\n" : ",\n").utf8) + writer.bytes
      isFirstRow = false
      return 1
    }
  }

  private static func write(_ name: String, _ value: PersonalExport.Value, to row: inout JSONWriter) {
    switch value {
    case .none: row.member(name, nil as String?)
    case .integer(let number): row.member(name, number)
    case .number(let number): row.member(name, number)
    case .text(let text): row.member(name, text)
    case .instant(let instant): row.member(name, instant)
    }
  }
}
