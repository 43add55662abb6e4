public import Rollcall
package import SQL

/// A phone's address as shown to people: without the address itself.
public struct PushChannel: Equatable, Sendable {
  /// The service that carries messages.
  public let service: PushService
  /// When the app registered it last.
  public let registeredAt: Timestamp
  /// When it was dropped; `nil` = messages go there, unless `isLoggedOut`.
  public let goneAt: Timestamp?
  /// Why it was dropped, in words.
  public let goneReason: String?
  /// Whether the login that registered it has ended: nothing is sent there.
  public let isLoggedOut: Bool

  /// Whether messages go there.
  public var isLive: Bool { goneAt == nil && !isLoggedOut }
}

extension PushStore {
  /// Stores the address at which this phone can be woken, in place of its older address at the same service.
  /// A contact.
  ///
  /// The same address again only confirms that it is still good. Addresses at several services coexist; the
  /// latest registered comes first. Fails with `invalid` when the address does not have the service's form.
  public func savePushToken(
    service: PushService, token: String, allowsPlainHTTP: Bool = false, from session: PhoneSession,
    done: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    write(rows: 3, bytes: 256 + token.utf8.count) { transaction in
      guard service.accepts(token, allowsPlainHTTP: allowsPlainHTTP) else {
        throw StoreError.invalid("not an address of \(service.rawValue)")
      }
      try transaction.push.register(service, token, from: session)
      try transaction.liveness.contact(session)
    } done: {
      done($0)
    }
  }

  /// Removes this phone's address at a service, if it has one. A contact.
  public func dropPushToken(
    service: PushService, from session: PhoneSession,
    done: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    write(rows: 2) { transaction in
      try transaction.push.retire(service, of: session, because: "taken back by the app")
      try transaction.liveness.contact(session)
    } done: {
      done($0)
    }
  }

  /// A responder's addresses in the order of trying, dropped ones last. Blocks.
  public func pushChannels(
    of responder: Responder.ID, in workspace: Workspace.ID
  ) throws(StoreError) -> [PushChannel] {
    try read { db in
      try db.all(
        """
        SELECT push_channel.*, NOT \(PushWays.isOwned) AS is_logged_out FROM push_channel \(PushWays.owner)
        WHERE push_channel.responder_id = \(responder) AND push_channel.workspace_id = \(workspace)
          AND push_channel.id IN
            (SELECT max(id) FROM push_channel
              WHERE workspace_id = \(workspace) AND responder_id = \(responder) GROUP BY provider)
        ORDER BY gone_at IS NOT NULL, push_channel.provider = 'sms', registered_at DESC, push_channel.id DESC
        """
      )
    }
  }

  /// The people of a workspace whose app can be woken. Blocks.
  public func pushable(in workspace: Workspace.ID) throws(StoreError) -> Set<Responder.ID> {
    try read { db in
      let people = try db.all(
        """
        SELECT push_channel.responder_id FROM push_channel \(PushWays.owner)
        WHERE push_channel.workspace_id = \(workspace) AND push_channel.gone_at IS NULL
          AND push_channel.provider <> 'sms' AND \(PushWays.isOwned)
        """, as: Responder.ID.self)
      return Set(people)
    }
  }
}

extension PushChannel: FetchableRecord {
  package init(row: Row) throws {
    self.init(
      service: try row["provider"], registeredAt: try row["registered_at"],
      goneAt: try row["gone_at"], goneReason: try row["gone_reason"], isLoggedOut: try row["is_logged_out"])
  }
}

extension PushWrites {
  fileprivate func register(_ service: PushService, _ token: String, from session: PhoneSession) throws {
    let isKnown =
      try db.run(
        """
        UPDATE push_channel SET session_id = \(session.id), registered_at = \(now)
        WHERE workspace_id = \(session.workspace) AND responder_id = \(session.responder)
          AND provider = \(service) AND token = \(token) AND gone_at IS NULL
        """) > 0
    guard !isKnown else {
      // Another address may have been the latest.
      return try transaction.dispatch.refreshRecord(of: session.responder, in: session.workspace)
    }
    try retire(service, of: session, because: "another address was registered")
    // A new row, so that late results for the old address do not affect the new one.
    try db.run(
      """
      INSERT INTO push_channel (workspace_id, id, responder_id, session_id, provider, token, registered_at)
      VALUES (\(session.workspace), \(try transaction.next(.pushChannel, as: Int64.self)), \(session.responder), \(session.id),
        \(service), \(token), \(now))
      """)
    try transaction.dispatch.refreshRecord(of: session.responder, in: session.workspace)
    try sweepChannels(of: ResponderKey(session.responder, in: session.workspace))
  }

  /// Drops the live address at a service.
  fileprivate func retire(_ service: PushService, of session: PhoneSession, because reason: String) throws {
    try db.run(
      """
      UPDATE push_channel SET gone_at = \(now), gone_reason = \(reason)
      WHERE workspace_id = \(session.workspace) AND responder_id = \(session.responder)
        AND provider = \(service) AND gone_at IS NULL
      """)
    try transaction.dispatch.refreshRecord(of: session.responder, in: session.workspace)
  }

  /// Drops an address that is gone.
  func drop(channel: Int64, in workspace: Workspace.ID, because reason: String) throws {
    let owners = try db.all(
      """
      UPDATE push_channel SET gone_at = \(now), gone_reason = \(reason)
      WHERE workspace_id = \(workspace) AND id = \(channel) AND gone_at IS NULL RETURNING responder_id
      """, as: Responder.ID.self)
    for owner in owners { try transaction.dispatch.refreshRecord(of: owner, in: workspace) }
  }

  /// Removes dropped addresses without messages, except the latest of each service, which the page shows.
  private func sweepChannels(of person: ResponderKey) throws {
    try db.run(
      """
      DELETE FROM push_channel WHERE \(person.rows) AND gone_at IS NOT NULL
        AND id NOT IN (SELECT max(id) FROM push_channel WHERE \(person.rows) GROUP BY provider)
        AND NOT EXISTS (SELECT 1 FROM push_job
          WHERE push_job.workspace_id = push_channel.workspace_id AND channel_id = push_channel.id)
      """)
  }
}
