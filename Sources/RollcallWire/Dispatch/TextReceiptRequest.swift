/// What a server that sends text messages says about one: `{status, error?}`.
public struct TextReceiptRequest: Equatable, Sendable {
  /// Its word: `delivered`, `failed` and `undelivered` mean something.
  public var status: String
  /// Why it failed; may be empty.
  public var error: String

  /// A receipt from its parts.
  public init(status: String, error: String = "") { (self.status, self.error) = (status, error) }

  /// The longest word or reason, bytes.
  public static let limit = 100

  /// Decodes a body.
  public static func decode(bytes: [UInt8]) throws(WireError) -> TextReceiptRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> TextReceiptRequest in
      var findings = Findings()
      let members = JSONMembers<TextReceiptField>(of: root)
      let status = findings.required(members[.status], TextReceiptField.status.name)
        .flatMap { findings.text($0, TextReceiptField.status.name, limit: limit) }
      let error = findings.optionalText(members[.error], TextReceiptField.error.name, limit: limit)
      try findings.throwFaults()
      return TextReceiptRequest(status: status ?? "", error: error ?? "")
    }
  }
}

private enum TextReceiptField: Int, JSONField {
  case status, error
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .status: "status"
    case .error: "error"
    }
  }
}
