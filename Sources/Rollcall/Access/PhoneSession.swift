/// One login of a responder on one device. At most one is active per responder.
public struct PhoneSession: Equatable, Sendable {
  /// A session's id.
  public typealias ID = Identifier<PhoneSession>

  /// Its id.
  public var id: ID
  /// Whose it is.
  public var responder: Responder.ID
  /// The workspace of that responder.
  public var workspace: Workspace.ID
  /// A random id of the installation, chosen by the app. 1 to 128 bytes.
  public var deviceID: String
  /// When the access token stops working.
  public var expiresAt: Timestamp
  /// When it was ended, by a logout, an admin or a newer login.
  public var revokedAt: Timestamp?
  /// Whether the phone can get another access token by itself, so that the end of this one is nothing to note.
  public var isRefreshable: Bool
  /// Whether a newer login ended it.
  public var isSuperseded: Bool

  /// For how long after a newer login a phone may deliver what it took before, milliseconds.
  public static let deliveryLimit: Milliseconds = 24 * 3_600_000

  /// A session from its parts.
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

  /// Until which instant (excluded) the pings of a delivery must have been taken; `nil` = nothing may be delivered:
  /// the session goes on, was ended by something else than a newer login, or that is a day ago.
  public func deliverable(at now: Timestamp) -> Timestamp? {
    guard isSuperseded, let revokedAt, now.since(revokedAt) < Self.deliveryLimit else { return nil }
    return revokedAt
  }
}
