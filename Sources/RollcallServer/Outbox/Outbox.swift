import Rollcall

/// Messages that wait to be handed over, and how that is done. The loop does the rest.
protocol Outbox: Sendable {
  associatedtype Item: OutboxItem

  /// At most so many messages that are due; those that are on their way may be among them.
  func due(limit: Int) throws -> [Item]
  /// How long until more will be due, milliseconds; `nil` = nothing waits.
  func untilDue() throws -> Milliseconds?
  /// Hands a message over and waits for the answer.
  func send(_ item: Item) -> DeliveryResult
  /// Stores what became of a message, before anything follows from it.
  func settle(_ result: DeliveryResult, of item: Item) throws
  /// Ends what cannot be sent any more.
  func tidy() throws
  /// Ends the calls under way, within about a second.
  func stop()
}
