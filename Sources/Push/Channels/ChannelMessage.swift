/// A message to the control room outside its console, on any channel.
public struct ChannelMessage: Sendable {
  /// A value for programs.
  public enum Value: Equatable, Sendable {
    /// Text; `nil` = there is none.
    case text(String?)
    /// A whole number.
    case number(Int64)
    /// Yes or no.
    case flag(Bool)
  }

  /// How loud it is.
  public enum Urgency: Sendable { case low, normal, high }

  /// Unique, and the same at every attempt: visible ASCII without blanks.
  public var id: String
  /// Its type, for programs: "alert.opened".
  public var type: String
  /// When it was made, milliseconds since 1970.
  public var at: Int64
  /// The title, one line.
  public var title: String
  /// The text below it; lines are separated by line breaks.
  public var body: String
  /// How loud it is.
  public var urgency: Urgency
  /// The page with more about it; `nil` = none.
  public var url: String?
  /// The details, for programs.
  public var details: [(name: String, value: Value)]

  /// A message from its parts.
  public init(
    id: String, type: String, at: Int64, title: String, body: String, urgency: Urgency = .normal,
    url: String? = nil, details: [(name: String, value: Value)] = []
  ) {
    self.id = id
    self.type = type
    self.at = at
    self.title = title
    self.body = body
    self.urgency = urgency
    self.url = url
    self.details = details
  }
}

/// A way to a control room: makes a message a request, and interprets the answer. It holds addresses and
/// secrets, and never describes itself.
public protocol ChannelWay: Sendable, CustomReflectable, CustomStringConvertible {
  /// Hands a message over, and waits for the answer.
  func send(_ message: ChannelMessage, with sender: ChannelSender) -> Outcome
}

extension ChannelWay {
  /// Fixed: the value may hold secrets.
  public var description: String { "ChannelWay" }
  /// Empty: the value may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
