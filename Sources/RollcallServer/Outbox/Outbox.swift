import Rollcall

/// An outbox: its messages, and how to hand them over. The loop does the rest.
protocol Outbox: Sendable {
  associatedtype Item: OutboxItem

  /// How many messages are handed over at once.
  static var workers: Int { get }

  /// Due messages, up to a limit; those being handed over may be among them.
  func due(limit: Int) throws -> [Item]
  /// How long until more will be due, milliseconds; `nil` = none waits.
  func untilDue() throws -> Milliseconds?
  /// Hands a message over and waits for the answer.
  func send(_ item: Item) -> DeliveryResult
  /// Stores the result of a message, before its consequences.
  func settle(_ result: DeliveryResult, of item: Item) throws
  /// Ends messages that can no longer be sent.
  func tidy() throws
  /// Ends the calls in progress, within about a second.
  func stop()
}

extension Outbox {
  static var workers: Int { 8 }
}
