/// An address of a gazetteer, checked.
public struct NewAddress: Hashable, Sendable {
  /// The street, or the place where addresses have no streets.
  public let name: String
  /// The number in it, such as `12a`; empty for the street itself.
  public let number: String
  /// The town; may be empty.
  public let town: String
  /// Where it is.
  public let position: Position

  /// The longest name and town, bytes.
  public static let nameLimit = 120
  /// The longest number, bytes.
  public static let numberLimit = 20
  /// The most addresses of a workspace.
  public static let most = 20_000_000

  /// `nil` for texts of a wrong length or with control characters.
  public init?(name: String, number: String, town: String, position: Position) {
    guard (1...Self.nameLimit).contains(name.utf8.count), number.utf8.count <= Self.numberLimit,
      town.utf8.count <= Self.nameLimit,
      ![name, number, town].contains(where: \.hasControlCharacters), !Folding.fold(name).isEmpty
    else { return nil }
    (self.name, self.number, self.town, self.position) = (name, number, town, position)
  }
}

/// A text that may name an address: words of a street and a town, and perhaps a number.
public struct AddressQuery: Equatable, Sendable {
  /// Words without a house number, and the number as it is compared.
  public struct Numbered: Hashable, Sendable {
    /// The words, folded.
    public let words: [String]
    /// The number.
    public let number: String
  }

  /// Every word, folded.
  public let words: [String]
  /// What may be meant, the likeliest first: streets have numbers in their names, and addresses have postcodes. None
  /// without a number, or with nothing else.
  public let numbered: [Numbered]

  /// `nil` for a text of fewer than two letters.
  public init?(_ typed: String) {
    guard let sought = Sought(typed), sought.words.joined().utf8.count >= 2 else { return nil }
    self.init(words: sought.words)
  }

  /// The same without its last word; `nil` when less than a street and its town is left.
  public var withoutLast: AddressQuery? {
    guard words.count > 2, let last = words.last, !Self.isNumber(last) else { return nil }
    return AddressQuery(words: words.dropLast())
  }

  private init(words: [String]) {
    self.words = words
    let runs = Self.runs(words)
    let plain = words.filter { !Self.isNumber($0) }
    guard let first = runs.first, let last = runs.last, !plain.isEmpty else {
      numbered = []
      return
    }
    let without = { [words] (run: Range<Int>) in
      Numbered(
        words: Array(words[..<run.lowerBound] + words[run.upperBound...]),
        number: words[run].joined(separator: "-"))
    }
    var meant: [Numbered] = []
    let all = [
      without(last), without(first), Numbered(words: plain, number: words[first].joined(separator: "-")),
      Numbered(words: plain, number: words[first.lowerBound]),
    ]
    for one in all where !meant.contains(one) { meant.append(one) }
    numbered = meant
  }

  /// Where words stand beside each other that begin with a digit.
  private static func runs(_ words: [String]) -> [Range<Int>] {
    var (runs, start): ([Range<Int>], Int?) = ([], nil)
    for (index, word) in words.enumerated() {
      if isNumber(word) {
        start = start ?? index
      } else if let begun = start {
        runs.append(begun..<index)
        start = nil
      }
    }
    return start.map { runs + [$0..<words.count] } ?? runs
  }

  private static func isNumber(_ word: String) -> Bool {
    word.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  /// A house number as it is compared: `12 A` and `12a` are the same, `12/3` is not `123`.
  public static func number(_ text: String) -> String {
    var key = ""
    for word in Folding.words(text) { key += key.isEmpty || !isNumber(word) ? word : "-\(word)" }
    return key
  }
}
