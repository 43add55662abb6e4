public import Rollcall

/// A geocoder outside of Rollcall, if the operator names one. Who types a place tells it that place.
public struct OutsidePlaces: Sendable {
  /// A place that it knows.
  public struct Known: Sendable {
    let name: String
    let position: Position

    /// A place.
    public init(name: String, position: Position) { (self.name, self.position) = (name, position) }
  }

  /// The places that a text may mean; `nil` = it may not be asked yet: again in a second. Blocks, a few seconds at most.
  let find: @Sendable (String) -> [Known]?

  /// A geocoder.
  public init(_ find: @escaping @Sendable (String) -> [Known]?) { self.find = find }

  /// None: no server outside is asked.
  public static let none = OutsidePlaces { _ in [] }
}
