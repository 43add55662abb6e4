public import Rollcall

/// A message to a channel.
public struct ChannelNotice: Equatable, Sendable {
  /// A message's id: the same at every attempt.
  public typealias ID = Identifier<ChannelNotice>

  /// The kind of message.
  public enum Kind: String, CaseIterable, Sendable {
    /// An alert was opened.
    case opened
    /// An alert is over.
    case closed
    /// No member has acknowledged an alert in time.
    case escalated
    /// Many alerts in one message.
    case sum
    /// A scheduled report is ready.
    case report
    /// Something happened to an incident.
    case incident
    /// A member tests the channel.
    case test
  }

  /// Many alerts in one message.
  public struct Sum: Equatable, Sendable {
    /// How many alerts of each kind, the most first.
    public internal(set) var kinds: [(kind: AlertKind, count: Int)] = []
    /// How many of them were opened meanwhile.
    public internal(set) var opened = 0
    /// How many of them ended meanwhile.
    public internal(set) var closed = 0
    /// Whether one of them cannot wait.
    public internal(set) var isCritical = false
    /// From the first step covered.
    public internal(set) var from: Timestamp?
    /// To the last step covered.
    public internal(set) var to: Timestamp?

    /// How many alerts it covers.
    public var alerts: Int { kinds.map(\.count).reduce(0, +) }

    /// Nothing.
    public init() {}

    /// Whether both cover the same.
    public static func == (one: Sum, other: Sum) -> Bool {
      one.kinds.elementsEqual(other.kinds, by: ==) && one.opened == other.opened
        && one.closed == other.closed && one.isCritical == other.isCritical && one.from == other.from
        && one.to == other.to
    }
  }

  /// The content of the message.
  public enum Content: Equatable, Sendable {
    /// An alert was opened, or is over; with the name of its subject.
    case alert(Alert, opens: Bool, subject: String)
    /// No member has acknowledged an open alert in time; with the name of its subject.
    case escalated(Alert, subject: String)
    /// Many alerts.
    case sum(Sum)
    /// A scheduled report is ready: its file, its rows without the header, its SHA-256 in hexadecimal digits.
    case report(file: String, rows: Int64, sha256: String)
    /// Something happened to an incident.
    case incident(IncidentNotice)
    /// A member tests the channel.
    case test
  }

  /// The destination.
  public struct Way: Equatable, Sendable {
    /// The channel.
    public let channel: Channel.ID
    /// How it is brought.
    public let kind: Channel.Kind
    /// The address.
    public let address: String
    /// The secrets that sign it, the newest first; or the token of an ntfy server.
    public let secrets: [String]
    /// Whether a message about a report carries its file.
    public let attachesReports: Bool

    /// A way from its parts.
    public init(
      channel: Channel.ID, kind: Channel.Kind, address: String, secrets: [String],
      attachesReports: Bool = false
    ) {
      self.attachesReports = attachesReports
      self.channel = channel
      self.kind = kind
      self.address = address
      self.secrets = secrets
    }
  }

  /// Its id.
  public let id: ID
  /// The workspace of the alerts.
  public let workspace: Workspace
  /// The destination.
  public let way: Way
  /// The content.
  public let content: Content
  /// When it was made.
  public let createdAt: Timestamp

  /// A message from its parts.
  public init(id: ID, workspace: Workspace, way: Way, content: Content, createdAt: Timestamp) {
    self.id = id
    self.workspace = workspace
    self.way = way
    self.content = content
    self.createdAt = createdAt
  }
}

extension ChannelNotice: OutboxItem {
  /// One message at a time to each channel: they arrive in order.
  public var lane: Channel.ID { way.channel }
  /// One.
  public var laneLimit: Int { 1 }
  /// The next message in the channel's queue becomes due when this one has ended.
  public var hasFollowers: Bool { true }
}
