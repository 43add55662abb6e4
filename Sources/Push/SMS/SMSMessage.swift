/// A text message.
public struct SMSMessage: Sendable {
  /// The same at each attempt, so that a receiver can detect a repetition.
  public var id: String
  /// E.164.
  public var to: String
  /// The text to show.
  public var text: String
  /// Where the gateway says what became of it; `nil` = it is not asked.
  public var receiptURL: String?
  /// Until when it is useful, milliseconds since 1970.
  public var expiresAt: Int64

  /// A message from its parts.
  public init(id: String, to: String, text: String, expiresAt: Int64, receiptURL: String? = nil) {
    self.receiptURL = receiptURL
    self.id = id
    self.to = to
    self.text = text
    self.expiresAt = expiresAt
  }
}
