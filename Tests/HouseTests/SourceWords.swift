/// The type names in a Swift file, those it declares and those it mentions, and the handles by which it calls others. Comments and the text of strings are left
/// out; the code interpolated in a string counts.
struct SourceWords {
  /// Types declared outside of all braces that other files can see.
  private(set) var declared: Set<String> = []
  /// Types declared outside of all braces that only this file can see.
  private(set) var own: Set<String> = []
  /// Types declared within others.
  private(set) var nested: Set<String> = []
  /// Capitalised names that are not a member of something: `Incident` of `Incident.Kind`.
  private(set) var mentioned: Set<String> = []
  /// What is taken from the store, a transaction or the web floor: `store.alerts`, `transaction.dispatch`, `web.reports`.
  /// Of the argument of a closure, `$0.dispatch.advance(…)`, it is not known which of them that is.
  private(set) var reached: Set<String> = []

  init(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var reader = Reader(bytes: bytes)
      reader.code(untilParenthesis: false)
      (declared, own, nested, mentioned) = (reader.declared, reader.own, reader.nested, reader.mentioned)
      reached = reader.reached
    }
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var at = 0
    var depth = 0
    var declared: Set<String> = []
    var own: Set<String> = []
    var nested: Set<String> = []
    var mentioned: Set<String> = []
    var reached: Set<String> = []

    /// The word before, when what follows it is a member of it.
    private var base: String?
    /// Whether the word before declares the next one as a type.
    private var declares = false
    /// Whether the line has said that the declaration is for this file only.
    private var isPrivate = false

    private static let declaring: Set<String> = [
      "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
    ]
    private static let reaching: Set<String> = ["store", "transaction", "web", "$0"]

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private func byte(_ offset: Int) -> UInt8 {
      at + offset < bytes.count ? bytes[at + offset] : 0
    }

    /// Reads code to the end, or to the parenthesis that closes an interpolation.
    mutating func code(untilParenthesis: Bool) {
      var open = 0
      while at < bytes.count {
        let next = bytes[at]
        switch next {
        case UInt8(ascii: "$"):
          at += 1
          if Self.isWord(byte(0)) { word(after: "$") }
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "\""): string(hashes: 0)
        case UInt8(ascii: "#"): hash()
        case UInt8(ascii: "("): (open, at) = (open + 1, at + 1)
        case UInt8(ascii: ")"):
          at += 1
          if untilParenthesis, open == 0 { return }
          open -= 1
        case UInt8(ascii: "{"): (depth, at) = (depth + 1, at + 1)
        case UInt8(ascii: "}"): (depth, at) = (depth - 1, at + 1)
        case UInt8(ascii: "\n"): (isPrivate, declares, at) = (false, false, at + 1)
        default:
          if Self.isWord(next) { word() } else { at += 1 }
        }
      }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
        true
      default: false
      }
    }

    private mutating func word(after mark: String = "") {
      let start = at
      while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
      let name = mark + String(decoding: bytes[start..<at], as: UTF8.self)
      let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
      reach(name, isMember: isMember)
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[start]) else {
        if name == "private" || name == "fileprivate" { isPrivate = true }
        declares = !isMember && Self.declaring.contains(name)
        return
      }
      if declares {
        if depth > 0 {
          nested.insert(name)
        } else if isPrivate {
          own.insert(name)
        } else {
          declared.insert(name)
        }
      } else if !isMember {
        mentioned.insert(name)
      }
      declares = false
    }

    /// Notes what is taken from a handle's owner. A chain may go on in the next line.
    private mutating func reach(_ name: String, isMember: Bool) {
      var next = at
      while next < bytes.count, [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(bytes[next]) { next += 1 }
      let goesOn = next < bytes.count && bytes[next] == UInt8(ascii: ".")
      if isMember, let base, base != "$0" || goesOn { reached.insert("\(base).\(name)") }
      base = goesOn && Self.reaching.contains(name) ? name : nil
    }

    private mutating func skipLine() {
      while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
    }

    private mutating func skipComment() {
      var open = 0
      while at < bytes.count {
        if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
          (open, at) = (open + 1, at + 2)
        } else if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
          (open, at) = (open - 1, at + 2)
          if open == 0 { return }
        } else {
          at += 1
        }
      }
    }

    /// A raw string, a regular expression between `#/` and `/#`, or a directive.
    private mutating func hash() {
      var hashes = 0
      while byte(0) == UInt8(ascii: "#") { (hashes, at) = (hashes + 1, at + 1) }
      if byte(0) == UInt8(ascii: "\"") { return string(hashes: hashes) }
      guard byte(0) == UInt8(ascii: "/") else { return }
      at += 1
      while at < bytes.count, !(byte(0) == UInt8(ascii: "/") && areHashes(1, hashes)) { at += 1 }
      at += 1 + hashes
    }

    private func areHashes(_ offset: Int, _ count: Int) -> Bool {
      (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
    }

    /// Skips a string, but for the code interpolated in it.
    private mutating func string(hashes: Int) {
      let quote = UInt8(ascii: "\"")
      let quotes = byte(1) == quote && byte(2) == quote ? 3 : 1
      at += quotes
      while at < bytes.count {
        if byte(0) == UInt8(ascii: "\\"), areHashes(1, hashes) {
          at += 1 + hashes
          if byte(0) == UInt8(ascii: "(") {
            at += 1
            code(untilParenthesis: true)
          } else {
            at += 1
          }
        } else if (0..<quotes).allSatisfy({ byte($0) == quote }), areHashes(quotes, hashes) {
          at += quotes + hashes
          return
        } else {
          at += 1
        }
      }
    }
  }
}
