import Foundation
public import Rollcall
package import SQL

/// Rows of `phone_session`, beside those of `phone_refresh`.
enum PhoneSessions {
  /// Sessions with the expiry of their access token, and the previous access token.
  static let withAccess: Query = """
    SELECT phone_session.*, access_until, used_access_hash, used_at FROM phone_session
    LEFT JOIN phone_refresh ON phone_refresh.workspace_id = phone_session.workspace_id
      AND phone_refresh.session_id = phone_session.id
    """
}

extension PhoneSession: FetchableRecord {
  /// From a row of `phone_session` with `access_until` of `phone_refresh`.
  package init(row: Row) throws {
    let accessUntil: Timestamp? = try row["access_until"]
    self.init(
      id: try row["id"], responder: try row["responder_id"], workspace: try row["workspace_id"],
      deviceID: try row["device_id"], expiresAt: try accessUntil ?? row["expires_at"],
      revokedAt: try row["revoked_at"], isRefreshable: accessUntil != nil,
      isSuperseded: try row["superseded"])
  }
}

/// A new session, with the token that is returned only here.
public struct IssuedSession: Sendable {
  /// The session.
  public var session: PhoneSession
  /// The token that the phone sends.
  public var token: Secret
}

extension PhoneStore {
  /// Begins a session for a responder's phone without a code; ends the previous one.
  ///
  /// - Parameter lifetime: how long the token is valid, milliseconds.
  /// - Throws: `notFound`; `invalid` for an inactive responder or a bad device id.
  public func issueToken(
    slug: String, responder: Responder.ID, deviceID: String, lifetime: Milliseconds
  ) throws(StoreError) -> IssuedSession {
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      let issued = try transaction.phones.beginSession(
        responder, in: workspace.id, deviceID: deviceID, lifetime: lifetime, sessions: store.sessions)
      try transaction.audit(
        .commandLine, "token.issue", subject: "responder \(responder.rawValue)", in: workspace.id)
      return issued
    }
  }

  /// Begins a session for each active responder of a workspace; device ids are `prefix` and the responder's id.
  ///
  /// - Throws: `notFound`, `invalid`.
  public func issueTokens(
    slug: String, devicePrefix: String, lifetime: Milliseconds
  ) throws(StoreError) -> [IssuedSession] {
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      let people = try transaction.db.all(
        "SELECT id FROM responder WHERE workspace_id = \(workspace.id) AND active = 1 ORDER BY id",
        as: Responder.ID.self)
      let issued = try people.map { id in
        try transaction.phones.beginSession(
          id, in: workspace.id, deviceID: "\(devicePrefix)\(id.rawValue)", lifetime: lifetime,
          sessions: store.sessions)
      }
      try transaction.audit(
        .commandLine, "token.issue", subject: "everybody", detail: "\(issued.count)", in: workspace.id)
      return issued
    }
  }

  /// Ends this session: the phone logs out, and goes off duty. Does nothing when it has ended already, so
  /// that a late logout does not end a newer login.
  public func logout(_ session: PhoneSession, done: @escaping @Sendable (Result<Void, StoreError>) -> Void) {
    write { [sessions = store.sessions] transaction in
      let ended = try transaction.db.run(
        """
        UPDATE phone_session SET logged_out = 1
        WHERE workspace_id = \(session.workspace) AND id = \(session.id) AND revoked_at IS NULL
        """)
      guard ended > 0 else { return }
      var state = try transaction.liveness.state(of: session.responder, in: session.workspace)
      state.contacted(at: transaction.now)
      try transaction.liveness.apply(duty: .offDuty, to: &state)
      state.switchedByHand(at: transaction.now)
      try transaction.liveness.save(state, leaving: .loggedOut)
      try transaction.phones.endSessions(of: session.responder, in: session.workspace, sessions: sessions)
      try transaction.audit(
        .phone(session.responder), "token.logout", subject: "responder \(session.responder.rawValue)",
        in: state.workspace)
    } done: {
      done($0)
    }
  }
}

extension PhoneWrites {
  /// Begins a session and ends the previous one.
  ///
  /// - Parameters:
  ///   - lifetime: of the whole session, milliseconds.
  ///   - accessLifetime: of its access token, if that can be refreshed; else the same as the session.
  ///   - device: the phone's description of itself.
  func beginSession(
    _ id: Responder.ID, in workspace: Workspace.ID, deviceID: String, lifetime: Milliseconds,
    accessLifetime: Milliseconds? = nil, device: PhoneDevice = PhoneDevice(), sessions: SessionDirectory
  ) throws -> IssuedSession {
    guard let person = try Responders.find(id, in: workspace, db) else {
      throw StoreError.notFound("responder \(id.rawValue)")
    }
    guard person.isActive else { throw StoreError.invalid("responder \(id.rawValue) is inactive") }
    guard (1...128).contains(deviceID.utf8.count), !deviceID.hasControlCharacters else {
      throw StoreError.invalid("a device id is 1 to 128 bytes without control characters")
    }
    let lastLoggedOut = try db.first(
      """
      SELECT logged_out FROM phone_session
      WHERE workspace_id = \(workspace) AND responder_id = \(id) ORDER BY id DESC LIMIT 1
      """, as: Bool.self)
    try endSessions(of: id, in: workspace, isSuperseded: true, sessions: sessions)
    let token = Secret.random(prefix: Secret.accessPrefix)
    let made: PhoneSession.ID = try transaction.next(.phoneSession)
    try db.run(
      """
      INSERT INTO phone_session (workspace_id, id, responder_id, device_id, token_hash, created_at, expires_at,
        device_name, platform, os_version, app_version)
      VALUES (\(workspace), \(made), \(id), \(deviceID), \(token.hash), \(now), \(now.advanced(by: lifetime)),
        \(device.name), \(device.platform), \(device.osVersion), \(device.appVersion))
      """)
    let session = PhoneSession(
      id: made, responder: id, workspace: workspace, deviceID: deviceID,
      expiresAt: now.advanced(by: accessLifetime ?? lifetime), isRefreshable: accessLifetime != nil)
    if lastLoggedOut ?? true { try startDuty(of: id, in: workspace) }
    afterCommit { sessions.began(session, token: token.hash) }
    return IssuedSession(session: session, token: token)
  }

  /// With duty switched by hand, puts the responder on duty at the first login, and at a login after a logout,
  /// if the profile's phones do not announce duty.
  private func startDuty(of id: Responder.ID, in workspace: Workspace.ID) throws {
    var state = try transaction.liveness.state(of: id, in: workspace)
    guard state.dutyRule ?? .manual == .manual, state.profile.initialDuty != state.live.duty else { return }
    try transaction.liveness.apply(duty: state.profile.initialDuty, to: &state)
    try transaction.liveness.save(state)
  }

  /// Revokes a responder's session without a successor: their phone becomes unreachable, unless another app
  /// of theirs goes on.
  func revokeSessions(
    of id: Responder.ID, in workspace: Workspace.ID, sessions: SessionDirectory
  ) throws {
    guard try endSessions(of: id, in: workspace, sessions: sessions),
      try adapterDevices(of: id, in: workspace).isEmpty
    else { return }
    var state = try transaction.liveness.state(of: id, in: workspace)
    state.revoked(at: now)
    try transaction.liveness.save(state)
  }

  /// Ends a responder's session; returns whether there was one.
  ///
  /// - Parameter isSuperseded: whether a newer login follows.
  @discardableResult
  func endSessions(
    of id: Responder.ID, in workspace: Workspace.ID, isSuperseded: Bool = false, sessions: SessionDirectory
  ) throws -> Bool {
    // While the session lasts, effects can still queue messages to the phone.
    try transaction.carryOutEffects()
    let ended = try db.run(
      """
      UPDATE phone_session SET revoked_at = \(now), superseded = \(isSuperseded)
      WHERE workspace_id = \(workspace) AND responder_id = \(id) AND revoked_at IS NULL
      """)
    guard ended > 0 else { return false }
    transaction.emit(.sessionEnded(of: id, in: workspace))
    let instant = now
    afterCommit { sessions.ended(id, at: instant, isSuperseded: isSuperseded) }
    return true
  }
}
