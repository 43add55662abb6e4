/// Who brings text messages to phones. The addresses are the operator's and are trusted.
public enum SMSSettings: Sendable {
  /// A signed POST to a server of the operator's (Standard Webhooks): its address, and the secrets, newest first.
  case webhook(url: String, secrets: [String])
  /// A gateway that speaks Twilio's API: its base address, the account, its token, and who sends.
  case twilio(url: String, account: String, token: String, from: String)
}

extension SMSSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says nothing: there are secrets in it.
  public var description: String { "SMSSettings" }
  /// Says nothing: there are secrets in it.
  public var debugDescription: String { description }
  /// Shows nothing: there are secrets in it.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
