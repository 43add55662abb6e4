/// An outlet to add or change.
public struct NewOutlet: Equatable, Sendable {
  /// The default radius, metres.
  public static let usualRadius = 100.0
  /// What may be said, metres.
  public static let radii = 1.0...10_000.0

  /// Its name, 1 to 200 letters.
  public var name: String
  /// Where it is.
  public var position: Position
  /// Its id in the operator's own system; unique.
  public var externalID: String?
  /// How near a check-in must be, metres.
  public var radius: Double

  /// Creates an outlet.
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
  /// Its id in the operator's own system.
  public var externalID: String?
  /// How near a check-in must be, metres.
  public var radius: Double

  /// Creates an outlet.
  public init(
    id: ID, name: String, position: Position, externalID: String? = nil,
    radius: Double = NewOutlet.usualRadius
  ) {
    (self.id, self.name, self.position) = (id, name, position)
    (self.externalID, self.radius) = (externalID, radius)
  }
}
