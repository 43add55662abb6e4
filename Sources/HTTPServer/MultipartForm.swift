import HTTPTypes

/// The parts of a `multipart/form-data` body (RFC 7578), as browsers send a form with a file.
public struct MultipartForm: Sendable {
  /// One part that carries a file.
  public struct File: Sendable {
    /// The name of the field.
    public let field: String
    /// The contents. The file's own name is dropped, because it is the sender's claim.
    public let bytes: ArraySlice<UInt8>
  }

  /// The fields without a file, in the order sent.
  public let fields: FormFields
  /// The files, in the order sent.
  public let files: [File]

  /// The most parts: a form with more is refused.
  static let limit = 100
  private static let lineEnd: [UInt8] = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]

  /// Reads a whole body; nil when it is malformed, has more than 100 parts, or a field that is not UTF-8 or has a NUL.
  ///
  /// - Parameter contentType: the value of the field `Content-Type`, with its boundary.
  public init?(_ body: [UInt8], contentType: String) {
    guard let boundary = Self.boundary(of: contentType) else { return nil }
    let opening = Array("--\(boundary)".utf8)
    let delimiter = Self.lineEnd + opening
    guard body.starts(with: opening) else { return nil }
    var rest = body[opening.count...]
    var fields: [(name: String, value: String)] = []
    var files: [File] = []
    while !rest.starts(with: Array("--".utf8)) {
      guard rest.starts(with: Self.lineEnd), fields.count + files.count < Self.limit,
        let end = rest.firstRange(of: delimiter)
      else { return nil }
      guard let part = Self.part(rest[rest.startIndex + 2..<end.lowerBound]) else { return nil }
      if part.isFile {
        files.append(File(field: part.name, bytes: part.bytes))
      } else {
        guard !part.bytes.contains(0), let value = String(validating: part.bytes, as: UTF8.self) else {
          return nil
        }
        fields.append((part.name, value))
      }
      rest = rest[end.upperBound...]
    }
    self.fields = FormFields(fields)
    self.files = files
  }

  /// The boundary: 1 to 70 visible characters, with or without quotes (RFC 2046, section 5.1.1).
  private static func boundary(of contentType: String) -> String? {
    guard let value = parameter("boundary", of: contentType), (1...70).contains(value.utf8.count),
      value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return value
  }

  /// One part: its head, an empty line, its contents.
  private static func part(
    _ part: ArraySlice<UInt8>
  ) -> (name: String, isFile: Bool, bytes: ArraySlice<UInt8>)? {
    guard let gap = part.firstRange(of: lineEnd + lineEnd) else { return nil }
    let head = String(decoding: part[..<gap.lowerBound], as: UTF8.self)
    for line in head.split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "content-disposition" else {
        continue
      }
      let value = String(line[line.index(after: colon)...])
      guard let name = parameter("name", of: value) else { return nil }
      return (name, parameter("filename", of: value) != nil, part[gap.upperBound...])
    }
    return nil
  }

  /// A parameter of a header field; browsers write `"` in a name as `%22`, so a quote always ends it.
  private static func parameter(_ name: String, of value: String) -> String? {
    for piece in value.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
      let text = piece.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let equals = text.firstIndex(of: UInt8(ascii: "=")),
        Substring(text[..<equals]).lowercased() == name
      else { continue }
      var found = text[text.index(after: equals)...]
      let quote = UInt8(ascii: "\"")
      if found.count >= 2, found.first == quote, found.last == quote { found = found.dropFirst().dropLast() }
      return String(Substring(found))
    }
    return nil
  }
}
