import Foundation
public import Rollcall
import SQL

extension NoticeStore {
  /// The most channels of a workspace.
  public static let mostChannels = 20
  /// How long messages are also signed with the previous secret, milliseconds: 24 hours.
  public static let formerSecretLasts: Milliseconds = 86_400_000

  /// The channels of a workspace, by name. Blocks.
  public func all(of workspace: Workspace.ID) throws(StoreError) -> [Channel] {
    try read { db in
      try db.all(
        "SELECT * FROM channel WHERE workspace_id = \(workspace) AND removed_at IS NULL ORDER BY name, id")
    }
  }

  /// One channel. Blocks.
  ///
  /// - Throws: `notFound`.
  public func channel(_ id: Channel.ID, in workspace: Workspace.ID) throws(StoreError) -> Channel {
    try read { try ChannelRows.require(id, in: workspace, $0) }
  }

  /// Makes a channel.
  ///
  /// - Parameters:
  ///   - token: the token of an ntfy server; empty = none.
  /// - Returns: its id, and the secret that signs a webhook's messages, which is shown once.
  /// - Throws: `invalid` for an unusable name or address; `conflict` when there are too many, or one of that
  ///   name.
  public func addChannel(
    _ kind: Channel.Kind, _ draft: Channel.Draft, token: String = "", allowsPlainHTTP: Bool = false,
    in scope: Scope
  ) throws(StoreError) -> (id: Channel.ID, secret: String?) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try ChannelCheck.check(kind, draft, token, allowsPlainHTTP: allowsPlainHTTP)
    let secret = kind == .webhook ? ChannelCheck.newSecret() : kind == .ntfy ? token : ""
    let id = try write(scope) { transaction in
      try transaction.channels.addChannel(kind, draft, secret: secret, by: actor, in: workspace)
    }
    return (id, kind == .webhook ? secret : nil)
  }

  /// Changes a channel. When it is switched off, its waiting messages are not sent.
  ///
  /// - Parameter token: the new token of an ntfy server; `nil` = unchanged while the server is the same,
  ///   empty = none.
  /// - Returns: whether the kept token is forgotten because the address leads to another server.
  /// - Throws: `notFound`, `invalid`; `conflict` when there is another of that name.
  @discardableResult
  public func setChannel(
    _ id: Channel.ID, _ draft: Channel.Draft, token: String? = nil, allowsPlainHTTP: Bool = false,
    in scope: Scope
  ) throws(StoreError) -> Bool {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { transaction in
      let old = try ChannelRows.require(id, in: workspace, transaction.db)
      try ChannelCheck.check(old.kind, draft, token ?? "", allowsPlainHTTP: allowsPlainHTTP)
      let isElsewhere = token == nil && Self.forgets(old, draft)
      let kept = old.kind == .ntfy ? (isElsewhere ? "" : token) : nil
      try transaction.channels.setChannel(old, draft, token: kept, by: actor, in: workspace)
      return isElsewhere
    }
  }

  /// A token is sent only to its own server: an address on another one drops it.
  private static func forgets(_ old: Channel, _ draft: Channel.Draft) -> Bool {
    old.kind == .ntfy && old.hasSecret && !ChannelAddress.isSameServer(old.draft.address, draft.address)
  }

  /// Gives a webhook another secret, which is shown once; for a day messages are also signed with the
  /// previous one.
  ///
  /// - Throws: `notFound`; `invalid` for a channel whose messages are not signed.
  public func renewChannelSecret(
    _ id: Channel.ID, in scope: Scope
  ) throws(StoreError) -> String {
    let (actor, workspace) = (scope.actor, scope.workspace)
    let secret = ChannelCheck.newSecret()
    try write(scope) { transaction in
      let channel = try ChannelRows.require(id, in: workspace, transaction.db)
      guard channel.kind == .webhook else { throw StoreError.invalid("only a webhook's messages are signed") }
      try transaction.db.run(
        """
        UPDATE channel SET former_secret = secret,
          former_until = \(transaction.now.advanced(by: Self.formerSecretLasts)), secret = \(secret)
        WHERE workspace_id = \(workspace) AND id = \(id)
        """)
      try transaction.audit(actor, "channel.secret", subject: "channel \(id.rawValue)", in: workspace)
    }
    return secret
  }

  /// Removes a channel; its waiting messages are not sent. Its log stays.
  ///
  /// - Throws: `notFound`.
  public func removeChannel(
    _ id: Channel.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let channel = try ChannelRows.require(id, in: workspace, transaction.db)
      try transaction.channels.cancelNotices(of: id, in: workspace, because: "the channel was removed")
      try transaction.db.run(
        """
        UPDATE channel SET removed_at = \(transaction.now), is_on = 0, address = '', secret = '', former_secret = '',
          former_until = NULL WHERE workspace_id = \(workspace) AND id = \(id)
        """)
      try transaction.audit(
        actor, "channel.remove", subject: "channel \(id.rawValue)",
        change: AuditChange(ChannelRows.values(channel.kind, channel.draft), [:]), in: workspace)
    }
  }
}

/// The limits of a channel's values.
private enum ChannelCheck {
  static func check(
    _ kind: Channel.Kind, _ draft: Channel.Draft, _ token: String, allowsPlainHTTP: Bool
  ) throws(StoreError) {
    guard draft.name.hasBytes(NameLimits.short) else {
      throw .invalid("A name is \(NameLimits.words(NameLimits.short)).")
    }
    guard kind == .mail || !draft.wishes.attachesReports else { throw .invalid("Only a mail carries files.") }
    if let problem = ChannelAddress.problem(with: draft.address, for: kind, allowsPlainHTTP: allowsPlainHTTP)
    {
      throw .invalid(problem)
    }
    guard token.utf8.count <= 255, token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw .invalid("A token is at most 255 visible characters.")
    }
  }

  /// `whsec_` and base64 of 32 random bytes.
  static func newSecret() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return "whsec_" + Data(bytes).base64EncodedString()
  }
}

extension NoticeWrites {
  fileprivate func addChannel(
    _ kind: Channel.Kind, _ draft: Channel.Draft, secret: String, by actor: Actor, in workspace: Workspace.ID
  ) throws -> Channel.ID {
    let count = try db.first(
      "SELECT count(*) FROM channel WHERE workspace_id = \(workspace) AND removed_at IS NULL", as: Int.self)
    guard count ?? 0 < NoticeStore.mostChannels else {
      throw StoreError.conflict("There are \(NoticeStore.mostChannels) channels already: remove one.")
    }
    try refuseName(draft.name, except: nil, in: workspace)
    let wishes = draft.wishes
    let id: Channel.ID = try transaction.next(.channel)
    try db.run(
      """
      INSERT INTO channel (workspace_id, id, name, kind, address, secret, left_out, only_critical, tells_opened,
        tells_closed, tells_reports, attaches_reports, tells_incidents, is_on, created_at)
      VALUES (\(workspace), \(id), \(draft.name), \(kind), \(draft.address), \(secret),
        \(ChannelRows.leftOut(wishes)), \(wishes.isOnlyCritical), \(wishes.tellsOpened), \(wishes.tellsClosed), \(wishes.tellsReports),
        \(wishes.attachesReports), \(wishes.tellsIncidents), \(draft.isOn), \(now))
      """)
    try transaction.audit(
      actor, "channel.add", subject: "channel \(id.rawValue)",
      change: AuditChange([:], ChannelRows.values(kind, draft)), in: workspace)
    return id
  }

  fileprivate func setChannel(
    _ old: Channel, _ draft: Channel.Draft, token: String?, by actor: Actor, in workspace: Workspace.ID
  ) throws {
    try refuseName(draft.name, except: old.id, in: workspace)
    let wishes = draft.wishes
    try db.run(
      """
      UPDATE channel SET name = \(draft.name), address = \(draft.address), left_out = \(ChannelRows.leftOut(wishes)),
        only_critical = \(wishes.isOnlyCritical), tells_opened = \(wishes.tellsOpened),
        tells_closed = \(wishes.tellsClosed), tells_reports = \(wishes.tellsReports),
        attaches_reports = \(wishes.attachesReports),
        tells_incidents = \(wishes.tellsIncidents), is_on = \(draft.isOn),
        off_reason = CASE WHEN \(draft.isOn) THEN NULL ELSE off_reason END, secret = coalesce(\(token), secret)
      WHERE workspace_id = \(workspace) AND id = \(old.id)
      """)
    if !draft.isOn { try cancelNotices(of: old.id, in: workspace, because: "the channel was switched off") }
    try transaction.audit(
      actor, "channel.set", subject: "channel \(old.id.rawValue)",
      detail: [
        old.draft.address == draft.address ? nil : "another address", Self.words(of: token, after: old),
      ].compactMap(\.self).joined(separator: ", "),
      change: AuditChange(
        ChannelRows.values(old.kind, old.draft), ChannelRows.values(old.kind, draft)), in: workspace)
  }

  /// The audit's words for a token that is set.
  private static func words(of token: String?, after old: Channel) -> String? {
    guard let token else { return nil }
    guard token.utf8.isEmpty else { return "another token" }
    return old.hasSecret ? "the token is forgotten" : nil
  }

  private func refuseName(_ name: String, except id: Channel.ID?, in workspace: Workspace.ID) throws {
    let isTaken = try db.exists(
      """
      SELECT 1 FROM channel
      WHERE workspace_id = \(workspace) AND name = \(name) AND removed_at IS NULL AND id <> \(id?.rawValue ?? 0)
      """)
    if isTaken { throw StoreError.conflict("There is a channel of this name already.") }
  }
}
