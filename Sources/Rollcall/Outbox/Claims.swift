/// A message of an outbox.
public protocol OutboxItem: Identifiable, Sendable where ID: Sendable {
  /// A group of messages that can delay each other, but no other group.
  associatedtype Lane: Hashable, Sendable

  /// Its lane.
  var lane: Lane { get }
  /// How many messages of that lane may be handed over at once.
  var laneLimit: Int { get }
  /// Whether another one becomes due when this one has ended.
  var hasFollowers: Bool { get }
}

/// Tracks which sender hands which message over: each message has one sender at a time, and a lane that does
/// not answer delays only itself.
public struct Claims<Item: OutboxItem>: Sendable {
  private var waiting: [Item] = []
  private var working: [Item.Lane: Int] = [:]
  /// All that were added and have not ended.
  public private(set) var known: Set<Item.ID> = []

  /// No claims.
  public init() {}

  /// Adds messages that are not known.
  public mutating func add(_ items: [Item]) {
    for item in items where known.insert(item.id).inserted { waiting.append(item) }
  }

  /// Claims the first message whose lane has room.
  public mutating func claim() -> Item? {
    guard let index = waiting.firstIndex(where: { working[$0.lane, default: 0] < $0.laneLimit }) else {
      return nil
    }
    let item = waiting.remove(at: index)
    working[item.lane, default: 0] += 1
    return item
  }

  /// Releases a claim, once the result is settled.
  public mutating func end(_ item: Item) {
    known.remove(item.id)
    let left = working[item.lane, default: 1] - 1
    working[item.lane] = left > 0 ? left : nil
  }
}
