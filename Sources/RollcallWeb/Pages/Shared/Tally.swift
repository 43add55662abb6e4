/// A number and what it counts.
public struct Tally: PagePart {
  /// The number.
  public var count: String
  /// What it counts.
  public var label: String

  /// A number from its parts.
  public init(_ label: String, _ count: String) {
    self.label = label
    self.count = count
  }

  /// An example with every kind of content.
  public static let sample = Tally("Reached", "34")
}
