/// What a control room is told outside of its console, whoever brings it.
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
  /// What it is about, for programs: "alert.opened".
  public var type: String
  /// When it was made, milliseconds since 1970.
  public var at: Int64
  /// One line.
  public var title: String
  /// The text below it; lines are separated by line breaks.
  public var body: String
  /// How loud it is.
  public var urgency: Urgency
  /// The page on which more is told; `nil` = none is known.
  public var url: String?
  /// What programs read.
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

/// Where a message goes.
public enum ChannelWay: Sendable {
  /// A server that takes signed messages: its URL, and the secrets (`whsec_…`), the newest first.
  case webhook(url: String, secrets: [String])
  /// A topic as `https://server/topic`, and what that server asks for.
  case ntfy(url: String, token: String?)
  /// People.
  case mail([String])
}

extension ChannelWay: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says nothing: there are secrets in it.
  public var description: String { "ChannelWay" }
  /// Says nothing: there are secrets in it.
  public var debugDescription: String { description }
  /// Shows nothing: there are secrets in it.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What became of handing a message over. Nothing else of a server's answer leaves this module.
public struct ChannelReport: Equatable, Sendable {
  /// Which of the four.
  public enum Kind: Equatable, Sendable {
    /// The server took it.
    case delivered
    /// Not now: again after this many milliseconds, or by the caller's own schedule.
    case retry(after: Int64?)
    /// The same again would be refused again.
    case refused
    /// Nobody is there any more.
    case gone
  }

  /// Which of the four.
  public var kind: Kind
  /// Why, in words of ours; empty for what went well.
  public var reason: String
  /// The server's status; `nil` = it gave none.
  public var status: Int?

  init(_ kind: Kind, _ reason: String = "", status: Int? = nil) {
    self.kind = kind
    self.reason = reason
    self.status = status
  }
}
