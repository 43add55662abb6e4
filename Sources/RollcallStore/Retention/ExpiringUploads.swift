import Columns
import Rollcall
import SQL

/// A person's uploads. Chunks that expire whole go without being unpacked; one that a limit or a hold cuts is written
/// anew with what stays.
struct ExpiringUploads: Expiring {
  func delete(
    of person: ResponderKey, _ span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int,
    _ transaction: WriteTransaction
  ) throws -> ExpiredPart {
    var part = ExpiredPart()
    part.taken = try transaction.track.deleteLatestUploads(of: person, in: span, upTo: limit)
    part.rows = part.taken.count
    let left = limit - part.rows
    guard left > 0 else { return part }
    let pieces = try transaction.db.track.uploadPieces(of: person.id, in: span, limit: left)
    for piece in pieces { try delete(piece, of: person, in: span, &part, transaction) }
    // A chunk of which all is kept is passed over.
    part.reached =
      pieces.count < left ? span.to : pieces.last.map { min(span.to, $0.span.upperBound.advanced(by: 1)) }
    return part
  }

  private func delete(
    _ piece: Track.UploadPiece, of person: ResponderKey, in span: TimeSpan, _ part: inout ExpiredPart,
    _ transaction: WriteTransaction
  ) throws {
    let (first, last) = (piece.span.lowerBound, piece.span.upperBound)
    if first >= span.from, last < span.to {
      try transaction.track.replaceUploads(at: piece.place, by: Rows(), of: person)
      part.taken.add(piece.uploads, first, last)
      part.rows += 1
      return
    }
    let rows = try transaction.db.track.uploads(at: piece.place, of: person.id)
    let (kept, taken) = rows.without([span.from.milliseconds..<span.to.milliseconds])
    guard let times = taken.times else { return }
    try transaction.track.replaceUploads(at: piece.place, by: kept, of: person)
    part.taken.add(
      taken.count, Timestamp(milliseconds: times.lowerBound), Timestamp(milliseconds: times.upperBound))
    part.rows += 1
  }

  func look(
    of person: ResponderKey, _ span: TimeSpan, _ limits: RetentionLimits, upTo limit: Int, _ db: Database
  ) throws -> Int { try db.track.readUploads(of: person.id, in: span, limit: limit) }

  func count(
    of person: ResponderKey, _ held: TimeSpan, before limit: Timestamp, most: Int, _ db: Database
  ) throws -> Int {
    let span = TimeSpan(from: held.from, to: min(held.to, limit))
    return min(try db.track.countUploads(of: person.id, in: span), max(0, most))
  }
}
