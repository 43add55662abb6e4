/// A row's number, typed by what it identifies, so that a responder's id cannot be passed for a workspace's.
public struct Identifier<Owner>: Hashable, Comparable, Sendable {
  /// The number; it has no meaning beyond identity and age.
  public let rawValue: Int64

  /// An id from its number.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The order of the numbers: the older row first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
