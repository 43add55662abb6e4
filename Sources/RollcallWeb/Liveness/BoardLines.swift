import Rollcall
import RollcallStore
import RollcallWire
import Synchronization

/// The JSON of each person on the live boards, kept while it says the same: programs ask every few seconds,
/// and few people have changed by then.
final class BoardLines: Sendable {
  private struct Kept {
    let line: BoardLine
    let json: [UInt8]
  }

  private let kept = Mutex<[Workspace.ID: [Responder.ID: Kept]]>([:])

  /// Writes the people as elements of an array.
  ///
  /// - Parameter isWhole: whether nobody is missing; then those who are gone are forgotten.
  func write(
    _ items: BoardView.Items, at now: Timestamp, of workspace: Workspace.ID, isWhole: Bool,
    to json: inout JSONWriter
  ) {
    var known = kept.withLock { $0[workspace] ?? [:] }
    var isChanged = false
    for item in items {
      let line = BoardLine(item: item, now: now)
      if let same = known[line.id], same.line.says(sameAs: line) {
        json.raw(same.json)
        continue
      }
      var own = JSONWriter(reserving: 512)
      BoardLine.table.write(line, to: &own)
      known[line.id] = Kept(line: line, json: own.bytes)
      isChanged = true
      json.raw(own.bytes)
    }
    if isWhole, known.count > items.count {
      let present = Set(items.lazy.map(\.entry.id))
      known = known.filter { present.contains($0.key) }
      isChanged = true
    }
    if isChanged { kept.withLock { $0[workspace] = known } }
  }
}
