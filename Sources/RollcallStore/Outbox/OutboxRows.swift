import Rollcall
package import SQL

/// The columns that the tables of all outboxes share: `outboxColumns` of the schema.
enum OutboxRows {
  /// Their names, for an INSERT of ``values(_:madeAt:)``.
  static let columns: Query = "state, created_at, first_at, next_at, expires_at"

  /// The values of a queued message.
  static func values(_ delivery: Delivery, madeAt now: Timestamp) -> Query {
    "\(delivery.state), \(now), \(delivery.firstAt), \(delivery.nextAt), \(delivery.expiresAt)"
  }

  /// The assignments of an UPDATE that cancels messages.
  static func cancelled(because reason: String) -> Query {
    "state = \(Delivery.State.cancelled), last_reason = \(reason)"
  }
}

extension Delivery: FetchableRecord {
  /// From a row of an outbox.
  package init(row: Row) throws {
    self.init(
      state: try row["state"], attempts: try row["attempt"], firstAt: try row["first_at"],
      nextAt: try row["next_at"], heldUntil: try row["held_until"], expiresAt: try row["expires_at"],
      lastAt: try row["last_at"], lastOutcome: try row["last_outcome"], reason: try row["last_reason"])
  }
}

extension Delivery {
  /// The assignments of an UPDATE that stores it.
  var assignments: Query {
    """
    state = \(state), attempt = \(attempts), next_at = \(nextAt), held_until = \(heldUntil), last_at = \(lastAt),
      last_outcome = \(lastOutcome), last_reason = \(reason)
    """
  }
}

extension Delivery.State: DatabaseValueConvertible {}
extension DeliveryResult.Kind: DatabaseValueConvertible {}
