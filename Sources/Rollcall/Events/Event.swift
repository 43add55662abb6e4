/// An organised event, such as a run or a march: its participants and its time.
public struct Event: Equatable, Sendable {
  /// An event's id.
  public typealias ID = Identifier<Event>

  /// Its id.
  public var id: ID
  /// The workspace it belongs to.
  public var workspace: Workspace.ID
  /// Its name in URLs, in the form of a workspace's.
  public var slug: String
  /// Its name for people.
  public var name: String
  /// When it begins; `nil` = with its first activity.
  public var from: Timestamp?
  /// When it ends; `nil` = it is open.
  public var to: Timestamp?

  /// Creates an event.
  public init(
    id: ID, workspace: Workspace.ID, slug: String, name: String, from: Timestamp? = nil, to: Timestamp? = nil
  ) {
    self.id = id
    self.workspace = workspace
    self.slug = slug
    self.name = name
    self.from = from
    self.to = to
  }

  /// Whether it has begun at `now`.
  public func hasBegun(at now: Timestamp) -> Bool { from.map { $0 <= now } ?? true }

  /// Whether it is over at `now`.
  public func isOver(at now: Timestamp) -> Bool { to.map { $0 <= now } ?? false }
}
