/// A place to be visited, to be made or changed.
public struct NewOutlet: Equatable, Sendable {
  /// How near to an outlet one must be unless something else is said, metres.
  public static let usualRadius = 100.0
  /// What may be said, metres.
  public static let radii = 1.0...10_000.0

  /// Its name, 1 to 200 letters.
  public var name: String
  /// Where it is.
  public var position: Position
  /// What the operator's own system calls it; different for each.
  public var externalID: String?
  /// How near one must be, metres.
  public var radius: Double

  /// An outlet from its parts.
  public init(name: String, position: Position, externalID: String? = nil, radius: Double = usualRadius) {
    self.name = name
    self.position = position
    self.externalID = externalID
    self.radius = radius
  }
}

/// A place to be visited.
public struct Outlet: Equatable, Sendable {
  /// An outlet's id.
  public typealias ID = Identifier<Outlet>

  /// Its id.
  public var id: ID
  /// Its name.
  public var name: String
  /// Where it is.
  public var position: Position
  /// What the operator's own system calls it.
  public var externalID: String?
  /// How near one must be, metres.
  public var radius: Double

  /// An outlet from its parts.
  public init(
    id: ID, name: String, position: Position, externalID: String? = nil,
    radius: Double = NewOutlet.usualRadius
  ) {
    (self.id, self.name, self.position) = (id, name, position)
    (self.externalID, self.radius) = (externalID, radius)
  }
}
