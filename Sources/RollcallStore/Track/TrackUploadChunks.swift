import Columns
import Rollcall
import SQL

/// Uploads by the rows in which they lie, counted without unpacking them where possible.
extension Track {
  /// A row of packed uploads.
  struct UploadPiece {
    /// Its key: the place of its first upload.
    let place: RowPlace
    /// The first and the last time of receipt.
    let span: ClosedRange<Timestamp>
    let uploads: Int
  }

  /// The condition that finds a chunk of a person by its first upload.
  static func uploadChunk(at place: RowPlace, of responder: Responder.ID) -> Query {
    "responder_id = \(responder) AND first_at = \(place.time) AND first_number = \(place.number)"
  }

  /// The uploads of one chunk.
  func uploads(at place: RowPlace, of responder: Responder.ID) throws -> Rows<UploadColumn> {
    let data = try db.first(
      "SELECT data FROM upload_chunk WHERE \(Self.uploadChunk(at: place, of: responder))", as: [UInt8].self)
    return try Self.uploads(data ?? [], of: responder.rawValue)
  }

  /// A person's chunks from the one before a place on, by time, without their uploads.
  func uploadLeaves(of responder: Responder.ID, from place: RowPlace) throws -> [ChunkMerge.Leaf] {
    try db.all(
      """
      SELECT first_at, first_number, last_at, last_number, length(data) FROM upload_chunk
      WHERE \(Self.chunks(of: responder, from: place.time)) ORDER BY first_at, first_number
      """
    ) { row in
      let first = RowPlace(time: try row.whole(0), number: try row.whole(1))
      let last = RowPlace(time: try row.whole(2), number: try row.whole(3))
      return ChunkMerge.Leaf(ends: first...max(first, last), size: Int(clamping: try row.whole(4)))
    }
  }

  /// The chunks of a person that may have uploads received in a span, its end not included, at most `limit`.
  func uploadPieces(of responder: Responder.ID, in span: TimeSpan, limit: Int = .max) throws -> [UploadPiece]
  {
    try db.all(
      """
      SELECT first_at, first_number, last_at, uploads FROM upload_chunk
      WHERE \(Self.overlapping(responder, span)) ORDER BY first_at, first_number LIMIT \(limit)
      """
    ) { row in
      let (first, last) = (
        Timestamp(milliseconds: try row.whole(0)), Timestamp(milliseconds: try row.whole(2))
      )
      return UploadPiece(
        place: RowPlace(time: first.milliseconds, number: try row.whole(1)), span: first...max(first, last),
        uploads: Int(clamping: try row.whole(3)))
    }
  }

  private static func overlapping(_ responder: Responder.ID, _ span: TimeSpan) -> Query {
    let begun = chunks(of: responder, from: span.from.milliseconds)
    return "\(begun) AND first_at < \(span.to) AND last_at >= \(span.from)"
  }

  /// Counts a person's uploads received in a span, its end not included.
  func countUploads(of responder: Responder.ID, in span: TimeSpan) throws -> Int {
    guard span.from < span.to else { return 0 }
    var count =
      try db.first(
        """
        SELECT count(*) FROM upload
        WHERE responder_id = \(responder) AND received_at >= \(span.from) AND received_at < \(span.to)
        """) ?? 0
    for piece in try uploadPieces(of: responder, in: span) {
      if piece.span.lowerBound >= span.from, piece.span.upperBound < span.to {
        count += piece.uploads
      } else {
        let rows = try uploads(at: piece.place, of: responder)
        count += (0..<rows.count).count { rows.received($0) >= span.from && rows.received($0) < span.to }
      }
    }
    return count
  }

  /// Reads the rows that may have uploads of a person in a span, at most `limit`; returns how many.
  func readUploads(of responder: Responder.ID, in span: TimeSpan, limit: Int) throws -> Int {
    let latest = try db.all(
      """
      SELECT stored FROM upload
      WHERE responder_id = \(responder) AND received_at >= \(span.from) AND received_at < \(span.to) LIMIT \(limit)
      """, as: Int64.self
    ).count
    guard latest < limit else { return latest }
    return try latest
      + db.all(
        "SELECT data FROM upload_chunk WHERE \(Self.overlapping(responder, span)) LIMIT \(limit - latest)",
        as: [UInt8].self
      ).count
  }
}
