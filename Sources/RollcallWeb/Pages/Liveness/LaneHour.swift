import Rollcall

/// One hour of a workspace's day in numbers.
struct LaneHour: PagePart, Hashable {
  /// When it begins: `03:00`, `02:00 +01:00` where that comes twice.
  var hour: String
  /// The most people on watch at a time.
  var watched: String
  /// The most of them silent at a time.
  var silent: String
  /// The share of those on watch then.
  var share: String
  /// How many of the silent were out of reach, not only overdue.
  var red: String
  /// When they were the most: `03:10`.
  var at: String
  /// The board as it was known then; empty when it is not to be had.
  var board: String
  /// Whether no hour was worse.
  var isWorst: Bool

  /// The hours of a day in which somebody was on watch.
  ///
  /// - Parameter board: the address of the board of an instant.
  static func all(_ census: LaneCensus, clock: PageClock, board: (Timestamp) -> String) -> [LaneHour] {
    let worst = census.worst()
    return stride(from: 0, to: census.counts.count, by: 12).compactMap { first in
      let cells = first..<min(first + 12, census.counts.count)
      let watched = cells.map { census.counts[$0].watched }.max() ?? 0
      guard watched > 0 else { return nil }
      let place = census.worst(in: cells)
      let count = place.map { census.counts[$0] } ?? LaneCensus.Count()
      return LaneHour(
        hour: clock.minutes(census.start(of: first)), watched: "\(watched)", silent: "\(count.silent)",
        share: share(of: count), red: "\(count.red)",
        at: place.map { clock.minutes(census.start(of: $0)) } ?? "",
        board: place.map { board(census.start(of: $0 + 1)) } ?? "",
        isWorst: worst.map(cells.contains) ?? false)
    }
  }

  /// `55 %`; empty when nobody was silent.
  static func share(of count: LaneCensus.Count) -> String {
    count.silent == 0 ? "" : LaneRow.percent(Int64(count.silent), of: Int64(count.watched))
  }
}
