import Rollcall

/// A value sent by another app: JSON, or the text of a form. Accepts numbers in quotes, and numbers as texts.
enum AdapterValue {
  case json(JSONValue)
  case text(String)

  /// A number, also one in quotes.
  var double: Double? {
    switch self {
    case .json(let value) where value.kind == .number: value.double
    default: string.flatMap { DecimalText.double(Self.trimmed($0)) }
    }
  }

  /// A text; `nil` for a number or flag.
  var string: String? {
    switch self {
    case .json(let value): value.string
    case .text(let text): text
    }
  }

  /// `true`, `1`, `"true"`, `"1"` and their opposites.
  var flag: Bool? {
    if case .json(let value) = self, let flag = value.bool { return flag }
    switch string.map(Self.trimmed) {
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: break
    }
    switch double {
    case 1: return true
    case 0: return false
    default: return nil
    }
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { $0 != " " }),
      let last = scalars.lastIndex(where: { $0 != " " })
    else { return "" }
    return String(scalars[first...last])
  }
}

/// The named values of one record: a JSON object or a form. `null` and empty texts are absent.
struct AdapterFields {
  private enum Source {
    case object(JSONValue)
    case pairs([(name: String, value: String)])
  }

  private let source: Source
  /// Whether texts are percent-encoded inside the JSON, as in GPSLogger's.
  private let decodesEscapes: Bool

  init(_ object: JSONValue, decodesEscapes: Bool = false) {
    source = .object(object)
    self.decodesEscapes = decodesEscapes
  }

  /// Creates fields from a form. Of several fields with one name the first with a value counts.
  init(pairs: [(name: String, value: String)]) {
    source = .pairs(pairs)
    decodesEscapes = false
  }

  /// The value of the first of these names that has one.
  subscript(_ names: StaticString...) -> AdapterValue? {
    for name in names { if let value = value(name) { return value } }
    return nil
  }

  /// The object of a member; an empty one for everything else.
  func object(_ name: StaticString) -> AdapterFields {
    guard case .object(let object) = source, let value = object.member(name), value.kind == .object else {
      return AdapterFields(pairs: [])
    }
    return AdapterFields(value, decodesEscapes: decodesEscapes)
  }

  private func value(_ name: StaticString) -> AdapterValue? {
    switch source {
    case .object(let object):
      guard let value = object.member(name), value.kind != .null else { return nil }
      guard let text = value.string else { return .json(value) }
      guard !text.isEmpty else { return nil }
      guard decodesEscapes else { return .json(value) }
      return .text(AdapterForm.text(Array(text.utf8)[...], plusIsBlank: false))
    case .pairs(let pairs):
      let found = pairs.first { Self.isSame($0.name, name) && !$0.value.isEmpty }
      return found.map { .text($0.value) }
    }
  }

  /// Compares bytes rather than Unicode equivalence.
  private static func isSame(_ text: String, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { $0.elementsEqual(text.utf8) }
  }
}

extension JSONValue {
  /// The last member of an object with this name; `nil` for other values.
  func member(_ name: StaticString) -> JSONValue? {
    var found: JSONValue?
    name.withUTF8Buffer { bytes in
      for (key, value) in members {
        let isSame =
          key.isEscaped
          ? JSONName.unescaped(key, in: document.text).elementsEqual(bytes)
          : document.bytes(of: key).elementsEqual(bytes)
        if isSame { found = value }
      }
    }
    return found
  }
}
