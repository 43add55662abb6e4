import Rollcall
import SQL

/// The visible part of a span, wherever the purge is: what has not expired, and what is on hold.
struct ShownTime {
  /// The times in which there may be something visible, ascending.
  let spans: [TimeSpan]
  /// Older data is visible only where it is held.
  let limit: Timestamp
  private let held: HeldRows

  /// - Parameter responder: the owner of the rows; `nil` = all people.
  init(
    _ asked: TimeSpan, from limit: Timestamp, of workspace: Workspace.ID, responder: Responder.ID? = nil,
    at now: Timestamp, _ db: Database
  ) throws {
    self.limit = limit
    // Most requests do not reach back far enough for a hold to matter.
    held =
      asked.from < limit
      ? try HeldRows(of: workspace, responder: responder, at: now, db) : HeldRows()
    spans = HeldTime(held.people.values.flatMap(\.spans)).kept(in: asked, from: limit)
  }

  /// The same in pieces: first each person's held time, then the unexpired time of all people.
  var pieces: [(person: Int64?, span: TimeSpan)] {
    let expired = TimeSpan(from: .distantPast, to: limit)
    let held = held.people.flatMap { person, time in
      time.held(in: expired).flatMap { span in spans.compactMap { $0.overlap(span) } }.map { (person, $0) }
    }
    return held.sorted { $0.0 < $1.0 }.map { ($0.0, $0.1) }
      + spans.filter { $0.to > limit }.map { (nil, $0) }
  }

  /// Whether a person's row is visible.
  func shows(_ person: Int64, at instant: Timestamp) -> Bool {
    instant >= limit || held.time(of: person).contains(instant)
  }

  /// Up to `limit` rows of the spans after `cursor`, in order.
  ///
  /// - Parameters:
  ///   - read: reads the rows of a span after a position, in order, at most this many.
  ///   - place: a row's owner and position.
  func rows<Item>(
    after cursor: HistoryCursor?, limit: Int, _ place: (Item) -> (person: Int64, at: HistoryCursor),
    read: (TimeSpan, HistoryCursor, Int) throws -> [Item]
  ) throws -> [Item] {
    var found: [Item] = []
    for span in spans {
      var start = HistoryCursor(effective: span.from, id: -1)
      // A cursor only moves forward; one from before a span would reveal expired data.
      if let cursor, cursor.effective >= span.from { start = cursor }
      while found.count < limit, start.effective < span.to {
        let wanted = limit - found.count
        let page = try read(span, start, wanted)
        found += page.filter {
          let (person, at) = place($0)
          return shows(person, at: at.effective)
        }
        guard page.count == wanted, let last = page.last else { break }
        start = place(last).at
      }
    }
    return found
  }
}
