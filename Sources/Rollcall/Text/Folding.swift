/// Folds text for searching: lower case, without diacritics, and Greek and Cyrillic in Latin letters, so that `kovacic`
/// finds Kovačič and `ivan` finds Иван. Other scripts stay as they are.
///
/// Cyrillic is written as its neighbours in Latin write it: ш as `s`, for š. What is sought is also read in the English
/// spelling: ``spellings(_:)``.
public enum Folding {
  /// The folded text; marks and quotes are dropped, other signs become one blank.
  public static func fold(_ text: String) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x61...0x7A, 0x30...0x39: folded.append(UInt8(truncatingIfNeeded: scalar.value))
      case 0x41...0x5A: folded.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
      case 0x27, 0x2019, 0x02BC: continue
      case 0..<0x80: if folded.last != 0x20, !folded.isEmpty { folded.append(0x20) }
      default: append(scalar, to: &folded)
      }
    }
    if folded.last == 0x20 { folded.removeLast() }
    return String(decoding: folded, as: UTF8.self)
  }

  /// The words of a folded text.
  public static func words(_ text: String) -> [String] { fold(text).split(separator: " ").map(String.init) }

  /// What a typed text may mean, folded: as it stands, and with English spellings of Cyrillic letters as this folds the
  /// letters: `shevchenko` and `sevcenko`, for Шевченко. Empty for nothing.
  public static func spellings(_ typed: String) -> [String] {
    let folded = fold(typed)
    var respelled = ""
    var rest = Substring(folded)
    while let letter = rest.first {
      if let known = english.first(where: { rest.hasPrefix($0.english) }) {
        respelled += known.folded
        rest = rest.dropFirst(known.english.count)
      } else {
        respelled.append(letter)
        rest = rest.dropFirst()
      }
    }
    return folded.isEmpty ? [] : respelled == folded ? [folded] : [folded, respelled]
  }

  /// The longest first.
  private static let english: [(english: String, folded: String)] = [
    ("shch", "sc"), ("sh", "s"), ("ch", "c"), ("zh", "z"), ("kh", "h"), ("ts", "c"), ("yu", "ju"),
    ("ya", "ja"), ("yo", "e"), ("ye", "e"),
  ]

  /// The digits of a telephone number as typed, without the leading zeros that stand only before a national one; `nil`
  /// for other text.
  public static func number(_ typed: String) -> String? {
    let isNumber = typed.utf8.allSatisfy { isDigit($0) || "+ -/().".utf8.contains($0) }
    let digits = typed.utf8.filter(isDigit).drop { $0 == UInt8(ascii: "0") }
    return isNumber && !digits.isEmpty ? String(decoding: digits, as: UTF8.self) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
    if let letters = letters[scalar] { return folded.append(contentsOf: letters.utf8) }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .modifierLetter: return
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber, .letterNumber:
      break
    default:
      if folded.last != 0x20, !folded.isEmpty { folded.append(0x20) }
      return
    }
    if let latin = latin(properties.name) { return folded.append(contentsOf: latin.utf8) }
    let lower = properties.lowercaseMapping
    if lower.unicodeScalars.count == 1, let one = lower.unicodeScalars.first, let letters = letters[one] {
      return folded.append(contentsOf: letters.utf8)
    }
    // Greek with an accent: its name tells the letter below it.
    if let greek = greek(properties.name) { return folded.append(contentsOf: greek.utf8) }
    folded.append(contentsOf: lower.utf8)
  }

  /// `LATIN SMALL LETTER C WITH CARON` → `c`.
  private static func latin(_ name: String?) -> String? {
    guard let rest = after(["LATIN SMALL LETTER ", "LATIN CAPITAL LETTER "], name) else { return nil }
    let letter = rest.prefix { $0 != " " }
    // `DOTLESS I`, `LONG S` and the like are in the table.
    guard letter.utf8.count <= 2,
      rest.utf8.count == letter.utf8.count || rest.dropFirst(letter.count).hasPrefix(" WITH ")
    else { return nil }
    return letter.lowercased()
  }

  private static func greek(_ name: String?) -> String? {
    guard let rest = after(["GREEK SMALL LETTER ", "GREEK CAPITAL LETTER "], name) else { return nil }
    return greekNames[String(rest.prefix { $0 != " " })]
  }

  private static func after(_ prefixes: [String], _ name: String?) -> Substring? {
    guard let name, let prefix = prefixes.first(where: { name.hasPrefix($0) }) else { return nil }
    return name.dropFirst(prefix.count)
  }

  private static let greekNames = [
    "ALPHA": "a", "BETA": "v", "GAMMA": "g", "DELTA": "d", "EPSILON": "e", "ZETA": "z", "ETA": "i",
    "THETA": "th",
    "IOTA": "i", "KAPPA": "k", "LAMDA": "l", "MU": "m", "NU": "n", "XI": "x", "OMICRON": "o", "PI": "p",
    "RHO": "r",
    "FINAL": "s", "SIGMA": "s", "TAU": "t", "UPSILON": "y", "PHI": "f", "CHI": "ch", "PSI": "ps",
    "OMEGA": "o",
  ]

  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "ı": "i", "ſ": "s", "þ": "th", "Þ": "th", "ð": "d", "Ð": "d", "ĳ": "ij", "ŋ": "n",
    "ə": "e",
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "ђ": "d", "ѓ": "g", "е": "e", "ё": "e",
    "є": "ie",
    "ж": "z", "з": "z", "ѕ": "dz", "и": "i", "і": "i", "ї": "i", "й": "j", "ј": "j", "к": "k", "ќ": "k",
    "л": "l",
    "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "ћ": "c",
    "у": "u",
    "ў": "u", "ф": "f", "х": "h", "ц": "c", "ч": "c", "џ": "dz", "ш": "s", "щ": "sc", "ъ": "", "ы": "y",
    "ь": "",
    "э": "e", "ю": "ju", "я": "ja",
  ]
}
