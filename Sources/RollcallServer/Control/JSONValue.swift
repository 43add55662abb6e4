import Foundation

/// A JSON value: the answer of commands, printed on one line.
public enum JSONValue: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let items = try? value.decode([JSONValue].self) {
      self = .array(items)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .number(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .array(let items): try value.encode(items)
    case .object(let members): try value.encode(members)
    }
  }

  /// The value of a member; `nil` when this is not an object or has no such member.
  public subscript(_ name: String) -> JSONValue? {
    if case .object(let members) = self { return members[name] }
    return nil
  }

  /// The text, if this is one.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The whole number, if this is one.
  public var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  /// The items, if this is an array.
  public var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  /// The value on one line, members in the order of their names.
  public var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// A text, or null.
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
