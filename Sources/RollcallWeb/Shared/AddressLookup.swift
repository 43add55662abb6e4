public import Rollcall

/// Registry data of internet addresses, from the operator's files.
public struct AddressLookup: Sendable {
  /// The network and country of an address, in words; `nil` = not known. May block.
  let words: @Sendable (_ address: String) -> String?
  /// The facts about it that can cast doubt on a position; `nil` = none known. May block.
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
