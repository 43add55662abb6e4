public import Rollcall
package import SQL

/// A message for a responder, sent or waiting, as shown to people.
public struct PushAttempt: Equatable, Sendable {
  /// The kind of message.
  public let kind: PushJob.Kind
  /// The service that carries it.
  public let service: PushService
  /// When it was last handed over; before that, when it was made.
  public let at: Timestamp
  /// The result; `nil` = it was not handed over.
  public let outcome: DeliveryResult.Kind?
  /// Why, in words; may be empty.
  public let reason: String
  /// How often it was handed over.
  public let tries: Int
  /// Whether it waits to be handed over, perhaps again.
  public let isWaiting: Bool
}

extension PushStore {
  /// Sends a test message over each way by which a responder can be woken; returns the number of ways.
  ///
  /// - Throws: `notFound`; `conflict` in words when no app of theirs has registered, or too many were just
  ///   sent.
  @discardableResult
  public func testPush(
    to responder: Responder.ID, in scope: Scope
  ) throws(StoreError) -> Int {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { try $0.push.testPush(to: responder, by: actor, in: workspace) }
  }

  /// The latest messages for a responder, the newest first. Blocks.
  public func pushAttempts(
    of responder: Responder.ID, in workspace: Workspace.ID, limit: Int = 5
  ) throws(StoreError) -> [PushAttempt] {
    try read { db in
      try db.all(
        """
        SELECT push_job.*, push_channel.provider FROM push_job
        JOIN push_channel ON push_channel.workspace_id = push_job.workspace_id
          AND push_channel.id = push_job.channel_id
        WHERE push_job.responder_id = \(responder) AND push_job.workspace_id = \(workspace)
          ORDER BY push_job.id DESC LIMIT \(limit)
        """
      )
    }
  }
}

extension PushAttempt: FetchableRecord {
  package init(row: Row) throws {
    self.init(
      kind: try row["kind"], service: try row["provider"], at: try row["last_at"] ?? row["created_at"],
      outcome: try row["last_outcome"], reason: try row["last_reason"],
      tries: try row["attempt"], isWaiting: try row["state"] as Delivery.State == .waiting)
  }
}

extension PushWrites {
  /// How many tests of one responder may be made in a minute, so that a phone does not ring without end.
  private static let testsAMinute = 8

  fileprivate func testPush(
    to responder: Responder.ID, by actor: Actor, in workspace: Workspace.ID
  ) throws -> Int {
    guard let person = try Responders.find(responder, in: workspace, db) else {
      throw StoreError.notFound("responder \(responder.rawValue)")
    }
    let recent =
      try db.first(
        """
        SELECT count(*) FROM push_job WHERE workspace_id = \(workspace) AND responder_id = \(responder)
          AND kind = 'test' AND created_at > \(now.milliseconds - 60_000)
        """, as: Int.self) ?? 0
    guard recent < Self.testsAMinute else {
      throw StoreError.conflict("Several test messages were sent just now. Try again in a minute.")
    }
    let channels = try db.all(
      """
      SELECT push_channel.id FROM push_channel
      JOIN phone_session ON phone_session.workspace_id = push_channel.workspace_id
        AND phone_session.id = push_channel.session_id AND phone_session.revoked_at IS NULL
      WHERE push_channel.responder_id = \(responder) AND push_channel.workspace_id = \(workspace) AND gone_at IS NULL
      ORDER BY registered_at DESC, push_channel.id DESC
      """, as: Int64.self)
    guard !channels.isEmpty else {
      throw StoreError.conflict("No app of \(person.name) has registered for push messages.")
    }
    for channel in channels {
      try insertJob(
        .test, to: responder, offer: nil, in: workspace, on: channel, due: now,
        expiresAt: now.advanced(by: PushJob.testLasts))
    }
    try transaction.audit(actor, "push.test", subject: "responder \(responder.rawValue)", in: workspace)
    return channels.count
  }
}
