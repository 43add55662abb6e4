import Synchronization

/// The HTML of rows, by the row itself: the same strings give the same HTML. It is kept in pieces, with the
/// texts that time alone changes between them.
///
/// Two generations: when the younger is full it becomes the older, and rows not used since then are dropped.
final class RowCache: Sendable {
  private struct Key: Hashable, Sendable {
    let row: any PageRow

    static func == (left: Key, right: Key) -> Bool { left.row.isEqual(to: right.row) }
    func hash(into hasher: inout Hasher) { row.hash(into: &hasher) }
  }

  private struct State {
    var young: [Key: [[UInt8]]] = [:]
    var old: [Key: [[UInt8]]] = [:]
  }

  private let state = Mutex(State())
  private let limit: Int

  /// A cache of at most twice `limit` rows.
  init(limit: Int) { self.limit = limit }

  /// The cached pieces of `row`, which is stilled; otherwise the result of `make`, which is then cached.
  func pieces(of row: any PageRow, make: () -> [[UInt8]]) -> [[UInt8]] {
    let key = Key(row: row)
    if let kept = state.withLock({ find(key, in: &$0) }) { return kept }
    // Made outside the lock: two threads may make the same row, but neither waits for the other.
    let made = make()
    state.withLock { save(made, for: key, in: &$0) }
    return made
  }

  private func find(_ key: Key, in state: inout State) -> [[UInt8]]? {
    if let html = state.young[key] { return html }
    guard let html = state.old[key] else { return nil }
    save(html, for: key, in: &state)
    return html
  }

  private func save(_ html: [[UInt8]], for key: Key, in state: inout State) {
    if state.young.count >= limit {
      state.old = state.young
      state.young = [:]
    }
    state.young[key] = html
  }
}
