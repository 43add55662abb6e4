/// A way by which a workspace is told of its alerts: a server, a topic or mailboxes.
public struct Channel: Equatable, Sendable {
  /// A channel's id.
  public typealias ID = Identifier<Channel>

  /// How it is brought.
  public enum Kind: String, CaseIterable, Sendable {
    /// A signed POST to a server (Standard Webhooks).
    case webhook
    /// A topic of an ntfy server.
    case ntfy
    /// Mail to one or several people.
    case mail
  }

  /// What people set.
  public struct Draft: Equatable, Sendable {
    /// What it is called: 1 to 80 bytes.
    public var name: String
    /// Where it leads: a URL, or addresses of mail with commas.
    public var address: String
    /// What it is told.
    public var wishes: ChannelWishes
    /// Whether it is told anything.
    public var isOn: Bool

    /// A draft from its parts.
    public init(
      name: String, address: String, wishes: ChannelWishes = ChannelWishes(), isOn: Bool = true
    ) {
      self.name = name
      self.address = address
      self.wishes = wishes
      self.isOn = isOn
    }
  }

  /// Its id.
  public let id: ID
  /// How it is brought.
  public let kind: Kind
  /// What is set.
  public let draft: Draft
  /// Whether a secret is kept: what a webhook is signed with, or the token of an ntfy server.
  public let hasSecret: Bool
  /// Why Rollcall itself switched it off; `nil` = it did not.
  public let offReason: String?
  /// When it was made.
  public let createdAt: Timestamp

  /// A channel from its parts.
  public init(
    id: ID, kind: Kind, draft: Draft, hasSecret: Bool, offReason: String? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.kind = kind
    self.draft = draft
    self.hasSecret = hasSecret
    self.offReason = offReason
    self.createdAt = createdAt
  }
}

/// What a channel is told.
public struct ChannelWishes: Equatable, Sendable {
  /// The kinds of alert that it is not told of; one that comes with a later version is told.
  public var leftOut: Set<AlertKind>
  /// Whether it is told only of what cannot wait.
  public var isOnlyCritical: Bool
  /// Whether it is told that an alert was opened.
  public var tellsOpened: Bool
  /// Whether it is told that an alert is over.
  public var tellsClosed: Bool
  /// Whether it is told of scheduled reports.
  public var tellsReports: Bool

  /// Wishes; by default to be told of every alert, from its beginning to its end.
  public init(
    leftOut: Set<AlertKind> = [], isOnlyCritical: Bool = false, tellsOpened: Bool = true,
    tellsClosed: Bool = true, tellsReports: Bool = false
  ) {
    self.leftOut = leftOut
    self.isOnlyCritical = isOnlyCritical
    self.tellsOpened = tellsOpened
    self.tellsClosed = tellsClosed
    self.tellsReports = tellsReports
  }

  /// Whether a step of an alert is told.
  ///
  /// - Parameter opens: whether the alert was opened; else it is over.
  public func wants(_ kind: AlertKind, isCritical: Bool, opens: Bool) -> Bool {
    (opens ? tellsOpened : tellsClosed) && (isCritical || !isOnlyCritical) && !leftOut.contains(kind)
  }
}
