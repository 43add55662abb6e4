/// One login of a responder on one device. At most one is active per responder.
public struct PhoneSession: Equatable, Sendable {
  /// A session's id.
  public typealias ID = Identifier<PhoneSession>

  /// Its id.
  public var id: ID
  /// The responder who logged in.
  public var responder: Responder.ID
  /// The workspace of that responder.
  public var workspace: Workspace.ID
  /// A random id of the installation, chosen by the app. 1 to 128 bytes.
  public var deviceID: String
  /// When the access token stops working.
  public var expiresAt: Timestamp
  /// When it was ended, by a logout, an admin or a newer login.
  public var revokedAt: Timestamp?
  /// Whether the phone can get another access token by itself, so that the expiry of this one is not worth
  /// logging.
  public var isRefreshable: Bool
  /// Whether a newer login ended it.
  public var isSuperseded: Bool

  /// How long after a newer login a phone may still deliver older positions, milliseconds.
  public static let deliveryLimit: Milliseconds = 24 * 3_600_000

  /// Creates a session.
  public init(
    id: ID, responder: Responder.ID, workspace: Workspace.ID, deviceID: String, expiresAt: Timestamp,
    revokedAt: Timestamp? = nil, isRefreshable: Bool = false, isSuperseded: Bool = false
  ) {
    self.id = id
    self.responder = responder
    self.workspace = workspace
    self.deviceID = deviceID
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
    self.isRefreshable = isRefreshable
    self.isSuperseded = isSuperseded
  }

  /// The pings of a late delivery must have been taken before this instant; `nil` = nothing may be delivered:
  /// the session is active, was not ended by a newer login, or that was over a day ago.
  public func deliverable(at now: Timestamp) -> Timestamp? {
    guard isSuperseded, let revokedAt, now.since(revokedAt) < Self.deliveryLimit else { return nil }
    return revokedAt
  }
}

/// How a phone describes itself when it logs in.
public struct PhoneDevice: Equatable, Sendable {
  /// The owner's name for it, or its model. At most 100 bytes, like all here; `nil` = not sent.
  public var name: String?
  /// `Android`
  public var platform: String?
  /// `14`
  public var osVersion: String?
  /// `3.2.1`
  public var appVersion: String?

  /// The most bytes of each.
  public static let limit = 100

  /// Creates a description; `nil` for what was not sent.
  public init(
    name: String? = nil, platform: String? = nil, osVersion: String? = nil, appVersion: String? = nil
  ) {
    (self.name, self.platform, self.osVersion, self.appVersion) = (name, platform, osVersion, appVersion)
  }
}
