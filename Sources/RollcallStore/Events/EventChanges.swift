public import Rollcall
import SQL

extension EventStore {
  /// Changes the name or the times of an event; its short name stays, because phones send to it. Blocks.
  ///
  /// - Throws: `notFound`; `invalid` for a bad name or span.
  @discardableResult
  public func changeEvent(
    _ slug: String, in scope: Scope, _ change: (inout NewEvent) -> Void
  ) throws(StoreError) -> Event {
    try withoutActuallyEscaping(change) { change throws(StoreError) in
      try write(scope) { transaction in
        let old = try Events.require(slug, in: scope.workspace, transaction.db)
        var wanted = NewEvent(slug: old.slug, name: old.name, from: old.from, to: old.to)
        change(&wanted)
        return try transaction.events.set(old, to: wanted, by: scope.actor, "event.set")
      }
    }
  }

  /// Ends an event now. Blocks.
  ///
  /// - Throws: `notFound`; `conflict` when it is over already, or has not begun.
  @discardableResult
  public func endEvent(_ slug: String, in scope: Scope) throws(StoreError) -> Event {
    try write(scope) { transaction in
      let old = try Events.require(slug, in: scope.workspace, transaction.db)
      guard !old.isOver(at: transaction.now) else { throw StoreError.conflict("The event is over already.") }
      guard old.from.map({ $0 < transaction.now }) ?? true else {
        throw StoreError.conflict("The event has not begun: change its times instead.")
      }
      let ended = NewEvent(slug: old.slug, name: old.name, from: old.from, to: transaction.now)
      return try transaction.events.set(old, to: ended, by: scope.actor, "event.end")
    }
  }
}

extension EventWrites {
  fileprivate func set(_ old: Event, to wanted: NewEvent, by actor: Actor, _ action: String) throws -> Event {
    try wanted.require()
    let changes = [
      ("name", wanted.name != old.name), ("from", wanted.from != old.from), ("to", wanted.to != old.to),
    ].filter(\.1).map(\.0)
    guard !changes.isEmpty else { return old }
    try db.run(
      """
      UPDATE event SET name = \(wanted.name), from_at = \(wanted.from), to_at = \(wanted.to)
      WHERE workspace_id = \(old.workspace) AND id = \(old.id)
      """)
    try transaction.audit(
      actor, action, subject: "event \(old.id.rawValue)", detail: changes.joined(separator: ", "),
      in: old.workspace)
    return try Events.require(old.slug, in: old.workspace, db)
  }
}
