import Columns
import Rollcall
import SQL

/// The uploads of a person, one by one.
extension Track {
  /// One upload: when it arrived, how many positions of it were new, and how many were there already.
  typealias Contact = (at: Timestamp, stored: Int64, duplicates: Int64)

  /// The uploads received in a span, its end not included, ascending.
  func contacts(of responder: Responder.ID, in span: TimeSpan) throws -> [Contact] {
    var found: [Contact] = []
    try walkUploads(responder, in: Self.range(span), [.stored, .duplicates]) { rows, row in
      found.append(
        (
          at: rows.received(row), stored: rows.integer(.stored, row) ?? 0,
          duplicates: rows.integer(.duplicates, row) ?? 0
        ))
      return true
    }
    return found
  }

  /// When the first upload since an instant arrived.
  func firstContact(of responder: Responder.ID, since instant: Timestamp) throws -> Timestamp? {
    var first: Timestamp?
    try walkUploads(responder, in: Self.range(.start(of: instant), .last), []) { rows, row in
      first = rows.received(row)
      return false
    }
    return first
  }
}
