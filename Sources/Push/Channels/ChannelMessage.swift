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

  /// A file that a mail carries; other channels ignore it.
  public struct Attachment: Sendable {
    /// Its name, in visible ASCII without quotes and backslashes.
    public var name: String
    /// Its type, `text/csv; charset=utf-8`.
    public var type: String
    /// What is in it.
    public var bytes: [UInt8]

    /// A file from its parts.
    public init(name: String, type: String, bytes: [UInt8]) {
      (self.name, self.type, self.bytes) = (name, type, bytes)
    }
  }

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
  /// The file that goes with it; `nil` = none.
  public var attachment: Attachment?

  /// A message from its parts.
  public init(
    id: String, type: String, at: Int64, title: String, body: String, urgency: Urgency = .normal,
    url: String? = nil, details: [(name: String, value: Value)] = [], attachment: Attachment? = nil
  ) {
    self.attachment = attachment
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
