import Columns
import Rollcall
import SQL

/// A person's pings. Chunks that expire whole go without being unpacked; one that a limit or a hold cuts is written
/// anew with what stays.
struct ExpiringPings: Expiring {
  /// Takes a day at a time, because its chunks do not overlap those of others.
  func delete(
    of person: ResponderKey, _ span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int,
    _ transaction: WriteTransaction
  ) throws -> ExpiredPart {
    var part = ExpiredPart()
    guard let day = try transaction.db.track.firstDay(of: person.id, in: span) else {
      part.reached = span.to
      return part
    }
    for piece in try transaction.db.track.pieces(of: person.id, in: span, day) {
      let (first, last) = (piece.span.lowerBound, piece.span.upperBound)
      if first >= span.from, last < span.to {
        try transaction.track.delete(piece.key, of: person)
        part.taken.add(piece.pings, first, last)
        part.rows += 1
        continue
      }
      let rows = try transaction.db.track.stored(piece.key, of: person).rows
      let (kept, taken) = rows.without([span.from.milliseconds..<span.to.milliseconds])
      guard let times = taken.times else { continue }
      try transaction.track.replace(piece.key, by: kept, of: person)
      part.taken.add(
        taken.count, Timestamp(milliseconds: times.lowerBound), Timestamp(milliseconds: times.upperBound))
      part.rows += 1
    }
    part.reached = min(span.to, Track.end(ofDay: day))
    return part
  }

  func look(
    of person: ResponderKey, _ span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int, _ db: Database
  ) throws -> Int { try db.track.read(of: person.id, in: span, limit: limit) }

  func count(
    of person: ResponderKey, _ held: TimeSpan, before limit: Timestamp, most: Int, _ db: Database
  ) throws -> Int {
    let span = TimeSpan(from: held.from, to: min(held.to, limit))
    return min(try db.track.count(of: person, in: span).count, max(0, most))
  }
}
