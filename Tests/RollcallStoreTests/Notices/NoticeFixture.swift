import StoreSupport
import Rollcall
import SQL
import Testing

@testable import RollcallStore

/// A workspace with channels, and alerts about an incident that nobody has: they are opened and closed at will.
struct NoticeFixture {
  let fixture: TestStore
  var store: Store { fixture.store }
  var workspace: Workspace.ID { fixture.workspace.id }

  init() throws { fixture = try TestStore() }

  @discardableResult
  func channel(_ name: String = "Night", wishes: ChannelWishes = ChannelWishes()) throws -> Channel.ID {
    try store.channels.addChannel(
      .webhook, Channel.Draft(name: name, address: "https://hooks.example.org/\(name)", wishes: wishes),
      in: .test(workspace, "test")
    ).id
  }

  /// Opens an alert as the look at the board does.
  @discardableResult
  func open(_ topic: AlertTopic) throws -> Int64 {
    try store.write { transaction in
      let id: Int64 = try transaction.next(.alert)
      try transaction.db.run(
        """
        INSERT INTO alert (workspace_id, id, kind, scope, critical, opened_at, detail)
        VALUES (\(workspace), \(id), \(topic.kind.rawValue), \(topic.scope), \(topic.isCritical),
          \(transaction.now), 'x')
        """)
      try transaction.channels.announce(alert: id, opens: true, in: workspace)
      return id
    }
  }

  func close(_ id: Int64) throws {
    try store.write { transaction in
      try transaction.db.run("UPDATE alert SET closed_at = \(transaction.now) WHERE id = \(id)")
      try transaction.channels.announce(alert: id, opens: false, in: workspace)
    }
  }

  /// What is due now, as `opened North`.
  func due(at seconds: Double? = nil) throws -> [String] {
    if let seconds { fixture.clock.set(seconds) }
    return try store.channels.dueNotices(limit: 100).map(Self.words)
  }

  static func words(_ notice: ChannelNotice) -> String {
    switch notice.content {
    case .alert(_, let opens, let subject): "\(opens ? "opened" : "closed") \(subject)"
    case .escalated(_, let subject): "escalated \(subject)"
    case .incident(let notice): "\(notice.reference) \(notice.news.rawValue)"
    case .sum(let sum): "sum of \(sum.alerts)"
    case .report(let file, _, _): "report \(file)"
    case .test: "test"
    }
  }

  /// Hands over the only message that is due.
  func record(_ result: DeliveryResult, at seconds: Double? = nil) throws {
    if let seconds { fixture.clock.set(seconds) }
    let due = try store.channels.dueNotices(limit: 100)
    let notice = try #require(due.count == 1 ? due.first : nil, "\(due.count) are due")
    try store.channels.record(result, of: notice.id, chance: 0)
  }

  /// The states of a channel's messages, the oldest first.
  func states(_ channel: Channel.ID) throws -> [Delivery.State] {
    try store.channels.notices(to: channel, in: workspace, limit: 1_000).reversed().map(\.state)
  }
}
