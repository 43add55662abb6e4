/// A text that is sought: each of its words must begin a word of what is found, whatever the case, the diacritics or the
/// script. It may be written in the English spelling of Cyrillic.
public struct Sought: Sendable {
  /// Its words, folded.
  public let words: [String]
  /// What it may mean, the words as they stand first.
  private let spellings: [String]

  /// The longest text that is sought, Unicode scalars; the rest is passed over.
  public static let limit = 100

  /// `nil` when there is nothing to seek.
  public init?(_ typed: String) {
    var cut = String.UnicodeScalarView()
    cut.append(contentsOf: typed.unicodeScalars.prefix(Self.limit))
    words = Folding.words(String(cut))
    guard !words.isEmpty else { return nil }
    spellings = Folding.spellings(String(cut))
  }

  /// How well a text fits, 0 the best: 0 the same, 1 it begins so, 2 words of it begin so; `nil` = not at all.
  public func rank(_ text: String) -> Int? {
    let folded = Folding.fold(text)
    let parts = folded.split(separator: " ")
    for whole in spellings {
      if folded == whole { return 0 }
      if folded.hasPrefix(whole) { return 1 }
      let words = whole.split(separator: " ")
      if words.allSatisfy({ word in parts.contains { $0.hasPrefix(word) } }) { return 2 }
    }
    return nil
  }
}
