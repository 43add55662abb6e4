/// A message of an outbox.
public protocol OutboxItem: Identifiable, Sendable where ID: Sendable {
  /// What may hold up its own messages, and none of the others.
  associatedtype Lane: Hashable, Sendable

  /// The lane it goes by.
  var lane: Lane { get }
  /// How many messages of that lane may be on their way at once.
  var laneLimit: Int { get }
  /// Whether another one becomes due when this one has ended.
  var hasFollowers: Bool { get }
}

/// Who hands which message over: each has one sender at a time, and a lane that does not answer holds up only its own.
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

  /// Claims the first whose lane has room.
  public mutating func take() -> Item? {
    guard let index = waiting.firstIndex(where: { working[$0.lane, default: 0] < $0.laneLimit }) else {
      return nil
    }
    let item = waiting.remove(at: index)
    working[item.lane, default: 0] += 1
    return item
  }

  /// Gives a claim back, once the result is settled.
  public mutating func end(_ item: Item) {
    known.remove(item.id)
    let left = working[item.lane, default: 1] - 1
    working[item.lane] = left > 0 ? left : nil
  }
}
