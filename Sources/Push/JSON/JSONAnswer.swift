import Foundation

/// A place in a received JSON document. Missing members and members of another type are `nil`.
struct JSONAnswer {
  private let value: Any?

  /// Reads a document; an unreadable one is empty.
  init(_ bytes: [UInt8]) {
    value = try? JSONSerialization.jsonObject(with: Data(bytes))
  }

  private init(value: Any?) {
    self.value = value
  }

  /// The member of an object.
  subscript(name: String) -> JSONAnswer { JSONAnswer(value: (value as? [String: Any])?[name]) }

  /// The members of a list; empty for other types.
  var list: [JSONAnswer] { (value as? [Any])?.map { JSONAnswer(value: $0) } ?? [] }

  var isList: Bool { value is [Any] }

  /// The members of an object; empty for other types.
  var members: [String: JSONAnswer] {
    (value as? [String: Any])?.mapValues { JSONAnswer(value: $0) } ?? [:]
  }

  var text: String? { value as? String }

  var number: Int? { value as? Int }

  /// A word that names an error: letters, digits, `_`, `-` and `.`, at most 64. Other text may quote secrets.
  var code: String? {
    guard let text, !text.isEmpty, text.utf8.count <= 64 else { return nil }
    let isWord = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      }
    }
    return isWord ? text : nil
  }
}
