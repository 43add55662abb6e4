/// The fields of a query or of an `application/x-www-form-urlencoded` body, in the order sent.
///
/// For example: `FormFields(parsing: "q=a+b&q=%C3%A9".utf8)?.all("q") == ["a b", "é"]`.
public struct FormFields: Sendable {
  /// Names and values, decoded.
  public private(set) var pairs: [(name: String, value: String)]

  /// The most fields: a form with more is refused.
  static let limit = 1_000

  /// Fields to write with ``encoded``.
  public init(_ pairs: [(name: String, value: String)] = []) {
    self.pairs = pairs
  }

  /// Parses `name=value&…`. Nil for a broken escape, a NUL, invalid UTF-8, and more than 1,000 fields.
  public init?(parsing bytes: some Collection<UInt8>) {
    pairs = []
    guard !bytes.isEmpty else { return }
    for part in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
      guard pairs.count < Self.limit else { return nil }
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let valueBytes = equals.map { part[part.index(after: $0)...] }
      guard let name = PercentDecoding.decode(part[..<(equals ?? part.endIndex)], plusIsBlank: true) else {
        return nil
      }
      guard let valueBytes else {
        pairs.append((name, ""))
        continue
      }
      guard let value = PercentDecoding.decode(valueBytes, plusIsBlank: true) else { return nil }
      pairs.append((name, value))
    }
  }

  /// The first value of the name, nil when it was not sent.
  public subscript(_ name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  /// All values of the name, in the order sent.
  public func all(_ name: String) -> [String] {
    pairs.lazy.filter { $0.name == name }.map(\.value)
  }

  /// True when there is no field.
  public var isEmpty: Bool { pairs.isEmpty }

  /// The fields as a query or form body, without a leading `?`.
  public var encoded: String {
    var output: [UInt8] = []
    for (name, value) in pairs {
      if !output.isEmpty { output.append(UInt8(ascii: "&")) }
      PercentDecoding.appendFormText(name, to: &output)
      output.append(UInt8(ascii: "="))
      PercentDecoding.appendFormText(value, to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
