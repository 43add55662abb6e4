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

  /// A session from its parts.
  public init(
    id: ID, responder: Responder.ID, workspace: Workspace.ID, deviceID: String, expiresAt: Timestamp,
    revokedAt: Timestamp? = nil, isRefreshable: Bool = false
  ) {
    self.id = id
    self.responder = responder
    self.workspace = workspace
    self.deviceID = deviceID
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
    self.isRefreshable = isRefreshable
  }
}
