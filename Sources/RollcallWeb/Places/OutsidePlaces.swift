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

  /// What it says of a text.
  public enum Answer: Sendable {
    case places([Known])
    /// It may not be asked yet: again in a second.
    case later
    /// It does not answer.
    case silent
  }

  /// Asks what a text may mean. Blocks, a few seconds at most.
  let find: @Sendable (String) -> Answer

  /// A geocoder.
  public init(_ find: @escaping @Sendable (String) -> Answer) { self.find = find }

  /// None: no server outside is asked.
  public static let none = OutsidePlaces { _ in .places([]) }
}
