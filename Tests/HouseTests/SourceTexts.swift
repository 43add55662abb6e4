/// The string literals of a Swift file outside of comments that have a blank, each with the code before it.
struct SourceTexts {
  struct Text: Equatable {
    var line: Int
    /// Its text, with a space for each interpolation.
    var text: String
    /// The line before it, and the line above that.
    var before: String

    var isForPeople: Bool { isSentence && !isForPrograms && !isFormat && !isQuery }

    /// Whether it has two or more words with a blank between them.
    private var isSentence: Bool { text.contains(/\p{L}{2,}\S* +\S*\p{L}{2,}/) }

    /// Whether it is a column, a field or a figure described for programs, or an error for developers: not for the
    /// people at the console, and English for ever.
    private var isForPrograms: Bool {
      before.contains(
        /Column\(\s*("\w*", *)?$|\.about\(\s*$|about: *$|throw .*$|Metric.*\(.*$|Log\w*\(.*$|log\w*\.\w+\(.*$|case $|== $/
      )
    }

    /// Whether it is of a protocol: a header, a style, a path of SVG, XML or a command to type.
    private var isFormat: Bool {
      text.contains(/^ *(M\d|<|\?|rollcall )|\.csv$|[a-z]-src\s/)
        || text.contains(/; ?(charset|filename|Max-Age|HttpOnly)|=\(\),|error=|max-age=/)
    }

    /// Whether it is SQL, or the names of columns.
    private var isQuery: Bool {
      text.contains(
        /\b(SELECT|UPDATE|INSERT|DELETE|WHERE|PRAGMA|FROM|CREATE|VALUES|VACUUM|SAVEPOINT|RELEASE)\b/)
        || text.contains(/\b(JOIN|NULL|CASE|ORDER BY|LIMIT|SET|AND|OR|IN|AS|EXISTS|RETURNING|BEGIN|COMMIT)\b/)
        || text.contains(/^[\s(]*\w+(,\s+\w+)*[\s)]*$/) && text.contains("_")
    }
  }

  private(set) var texts: [Text] = []
  private let source: [UInt8]
  private var at = 0
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")

  init(_ text: String) {
    source = Array(text.utf8)
    code(untilParenthesis: false)
  }

  private func starts(_ mark: StaticString) -> Bool {
    guard at + mark.utf8CodeUnitCount <= source.count else { return false }
    return (0..<mark.utf8CodeUnitCount).allSatisfy { source[at + $0] == mark.utf8Start[$0] }
  }

  private mutating func next() {
    if source[at] == Self.newline { line += 1 }
    at += 1
  }

  /// Reads code to the end, or to the parenthesis that closes an interpolation.
  private mutating func code(untilParenthesis: Bool) {
    var open = 0
    while at < source.count {
      switch source[at] {
      case UInt8(ascii: "/") where starts("//"):
        while at < source.count, source[at] != Self.newline { at += 1 }
      case UInt8(ascii: "#") where starts("#\""): skip(to: "\"#")
      case UInt8(ascii: "#") where starts("#/"): skip(to: "/#")
      case Self.quote: string()
      case UInt8(ascii: "("): (open, at) = (open + 1, at + 1)
      case UInt8(ascii: ")"):
        at += 1
        if untilParenthesis, open == 0 { return }
        open -= 1
      default: next()
      }
    }
  }

  /// Passes over a raw string or a regular expression.
  private mutating func skip(to end: StaticString) {
    at += 2
    while at < source.count, !starts(end) { next() }
    at += 2
  }

  private mutating func string() {
    let (start, startLine) = (at, line)
    let quotes: StaticString = starts("\"\"\"") ? "\"\"\"" : "\""
    at += quotes.utf8CodeUnitCount
    var text: [UInt8] = []
    while at < source.count, !starts(quotes) {
      guard source[at] == UInt8(ascii: "\\") else {
        text.append(source[at])
        next()
        continue
      }
      at += 1
      if starts("(") {
        at += 1
        code(untilParenthesis: true)
        text.append(UInt8(ascii: " "))
      } else if at < source.count {
        next()
      }
    }
    at += quotes.utf8CodeUnitCount
    guard text.contains(UInt8(ascii: " ")) else { return }
    texts.append(Text(line: startLine, text: String(decoding: text, as: UTF8.self), before: before(start)))
  }

  /// The code of this line and the one above, up to a place.
  private func before(_ place: Int) -> String {
    var (from, lines) = (place, 0)
    while from > 0 {
      if source[from - 1] == Self.newline {
        lines += 1
        if lines == 2 { break }
      }
      from -= 1
    }
    return String(decoding: source[from..<place], as: UTF8.self)
  }
}
