public import Rollcall

/// Where addresses of the internet are registered, by the files an operator has.
public struct AddressLookup: Sendable {
  /// Whose network an address belongs to and in which country, in words; `nil` = not known. May block.
  let words: @Sendable (_ address: String) -> String?
  /// What of it can cast doubt on a position; `nil` = nothing is known. May block.
  let network: @Sendable (_ address: String) -> NetworkOrigin?
  /// Whether there are such files.
  let isOn: Bool

  /// A lookup from its acts.
  public init(
    words: @escaping @Sendable (_ address: String) -> String?,
    network: @escaping @Sendable (_ address: String) -> NetworkOrigin?
  ) {
    (self.words, self.network, isOn) = (words, network, true)
  }

  private init() { (words, network, isOn) = ({ _ in nil }, { _ in nil }, false) }

  /// Knows nothing.
  public static let none = AddressLookup()
}
