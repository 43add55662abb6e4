/// Where a workspace's alerts are sent: a server, a topic or mailboxes.
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
    /// Its name, 1 to 80 bytes.
    public var name: String
    /// Its target: a URL, or mail addresses separated by commas.
    public var address: String
    /// The alerts and reports that it receives.
    public var wishes: ChannelWishes
    /// Whether it is switched on.
    public var isOn: Bool

    /// Creates a draft.
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
  /// The settings.
  public let draft: Draft
  /// Whether a secret is stored: the key that signs a webhook, or the token of an ntfy server.
  public let hasSecret: Bool
  /// Why Rollcall itself switched it off; `nil` = it did not.
  public let offReason: String?
  /// When it was made.
  public let createdAt: Timestamp

  /// Creates a channel.
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

/// The alerts and reports that a channel receives.
public struct ChannelWishes: Equatable, Sendable {
  /// The kinds of alert that it does not receive. Kinds added by a later version are sent.
  public var leftOut: Set<AlertKind>
  /// Whether it receives only urgent alerts.
  public var isOnlyCritical: Bool
  /// Whether it is notified when an alert opens.
  public var tellsOpened: Bool
  /// Whether it is notified when an alert closes.
  public var tellsClosed: Bool
  /// Whether it receives scheduled reports.
  public var tellsReports: Bool
  /// Whether a mail about a scheduled report carries its file. Only mail can.
  public var attachesReports: Bool
  /// Whether it receives each step of incidents.
  public var tellsIncidents: Bool

  /// Creates a filter; by default every alert is sent, when it opens and when it closes.
  public init(
    leftOut: Set<AlertKind> = [], isOnlyCritical: Bool = false, tellsOpened: Bool = true,
    tellsClosed: Bool = true, tellsReports: Bool = false, attachesReports: Bool = false,
    tellsIncidents: Bool = false
  ) {
    self.attachesReports = attachesReports
    self.tellsIncidents = tellsIncidents
    self.leftOut = leftOut
    self.isOnlyCritical = isOnlyCritical
    self.tellsOpened = tellsOpened
    self.tellsClosed = tellsClosed
    self.tellsReports = tellsReports
  }

  /// Whether a step of an alert is sent.
  ///
  /// - Parameter opens: whether the alert opened; else it closed.
  public func wants(_ kind: AlertKind, isCritical: Bool, opens: Bool) -> Bool {
    (opens ? tellsOpened : tellsClosed) && (isCritical || !isOnlyCritical) && !leftOut.contains(kind)
  }
}
