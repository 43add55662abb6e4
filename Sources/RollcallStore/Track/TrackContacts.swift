import Rollcall
import SQL

/// The uploads of a person, one by one.
extension Track {
  /// One upload: when it arrived, how many positions of it were new, and how many were there already.
  typealias Contact = (at: Timestamp, stored: Int64, duplicates: Int64)

  /// The uploads received in a span, its end not included, ascending.
  func contacts(of responder: Responder.ID, in span: TimeSpan) throws -> [Contact] {
    try db.all(
      """
      SELECT received_at, stored, duplicates FROM upload INDEXED BY upload_responder
      WHERE responder_id = \(responder) AND received_at >= \(span.from) AND received_at < \(span.to)
      ORDER BY received_at, id
      """
    ) { (at: try $0["received_at"], stored: try $0["stored"], duplicates: try $0["duplicates"]) }
  }

  /// When the first upload since an instant arrived.
  func firstContact(of responder: Responder.ID, since instant: Timestamp) throws -> Timestamp? {
    try db.first(
      """
      SELECT received_at FROM upload INDEXED BY upload_responder WHERE responder_id = \(responder)
        AND received_at >= \(instant)
      ORDER BY received_at LIMIT 1
      """)
  }
}
