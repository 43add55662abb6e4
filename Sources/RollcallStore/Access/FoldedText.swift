import Foundation

/// A text in the form in which names are compared. Ignores case, the encoding of accents and digits, the kind
/// and number of blanks, and invisible characters.
struct FoldedText {
  /// The folded scalars.
  private(set) var scalars: [Unicode.Scalar] = []
  /// For each scalar, the index of its origin in the text.
  private(set) var origins: [Int] = []

  private static let blank: Unicode.Scalar = " "

  /// Folds a text.
  init(_ text: String) {
    scalars.reserveCapacity(text.utf8.count)
    origins.reserveCapacity(text.utf8.count)
    for (place, scalar) in text.unicodeScalars.enumerated() {
      if scalar.isASCII {
        append(Self.lowercase(scalar), from: place)
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        for folded in Self.folded(scalar) { append(folded, from: place) }
      }
    }
  }

  /// The scalars without blanks at either end.
  var trimmed: [Unicode.Scalar] {
    var rest = scalars[...]
    while rest.first == Self.blank { rest.removeFirst() }
    while rest.last == Self.blank { rest.removeLast() }
    return Array(rest)
  }

  /// Whether a name may begin or end beside this index: there is no letter, digit or accent.
  func isEdge(_ place: Int) -> Bool {
    guard scalars.indices.contains(place) else { return true }
    let scalar = scalars[place]
    // A fast path for nearly all scalars: the tables of Unicode are slow.
    if scalar.isASCII { return !("a"..."z").contains(scalar) && !("0"..."9").contains(scalar) }
    let properties = scalar.properties
    return !properties.isAlphabetic && properties.numericType == nil
      && ![.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
  }

  private mutating func append(_ scalar: Unicode.Scalar, from place: Int) {
    let isBlank = scalar.isASCII ? scalar.value <= 32 : scalar.properties.isWhitespace
    guard !isBlank || scalars.last != Self.blank else { return }
    scalars.append(isBlank ? Self.blank : scalar)
    origins.append(place)
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value | 32)) : scalar
  }

  /// Going through the upper case unites what lower case alone keeps apart: `ß` and `ss`, `ς` and `σ`.
  private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let digit = digit(scalar) { return [digit] }
    return String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
      .flatMap { Array($0.properties.uppercaseMapping.unicodeScalars) }
      .flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
  }

  /// `4` for the digit four of any script.
  private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue,
      (0...9).contains(value)
    else { return nil }
    return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
  }
}
