/// Where addresses of the internet are registered, by the files an operator has.
public struct AddressLookup: Sendable {
  /// Whose network an address belongs to and in which country, in words; `nil` = not known. May block.
  let words: @Sendable (_ address: String) -> String?

  /// A lookup from its act.
  public init(words: @escaping @Sendable (_ address: String) -> String?) { self.words = words }

  /// Knows nothing.
  public static let none = AddressLookup { _ in nil }
}
