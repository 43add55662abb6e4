public import Rollcall

/// The answer to an upload, as a phone decodes it.
public struct UploadAnswer: Equatable, Sendable {
  /// The code for programs; `nil` for one that this version does not know.
  public var code: Code?
  /// The same for people.
  public var message: String
  /// The counts of pings, or activities; `nil` for a refusal.
  public var counts: UploadCounts?
  /// The bad members: of a lenient upload those not stored, of a strict one the reasons for the refusal. An
  /// error of the request as a whole has index −1.
  public var errors: [PingError]

  /// Decodes an answer's body.
  ///
  /// Throws when it has no envelope, such as a captive portal's page: nothing may be deleted then.
  public static func decode(bytes: [UInt8]) throws(WireError) -> UploadAnswer {
    try JSON.readObject(bytes) { root throws(WireError) -> UploadAnswer in
      let members = JSONMembers<EnvelopeField>(of: root)
      guard let code = members[.code]?.string, let message = members[.message]?.string else {
        throw .invalid([RequestFault(field: "code", rule: "required", message: "No answer of Rollcall")])
      }
      var answer = UploadAnswer(code: Code(rawValue: code), message: message, counts: nil, errors: [])
      guard let data = members[.data], data.kind == .object else { return answer }
      let fields = JSONMembers<UploadDataField>(of: data)
      if let stored = fields.amount(.stored), let duplicates = fields.amount(.duplicates) {
        answer.counts = UploadCounts(
          stored: stored, duplicates: duplicates, expired: fields.amount(.expired) ?? 0)
      }
      let errors = fields[.rejected] ?? fields[.errors]
      for element in errors?.elements ?? data.elements { answer.errors.append(PingError(element.value)) }
      return answer
    }
  }
}

enum EnvelopeField: Int, JSONField {
  case data, message, code
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .data: "data"
    case .message: "message"
    case .code: "code"
    }
  }
}

enum UploadDataField: Int, JSONField {
  case stored, duplicates, expired, rejected, errors
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .stored: "stored"
    case .duplicates: "duplicates"
    case .expired: "expired"
    case .rejected: "rejected"
    case .errors: "errors"
    }
  }
}

enum ErrorField: Int, JSONField {
  case index, field, rule, message
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .index: "index"
    case .field: "field"
    case .rule: "rule"
    case .message: "message"
    }
  }
}

extension JSONMembers<UploadDataField> {
  /// A count of pings or activities: 0 to 1,000.
  fileprivate func amount(_ field: UploadDataField) -> Int? {
    guard case .exact(let number)? = self[field]?.integer, (0...Int64(Activity.limit)).contains(number)
    else { return nil }
    return Int(number)
  }
}

extension PingError {
  /// An error of an answer; missing members are empty.
  fileprivate init(_ value: JSONValue) {
    let members = JSONMembers<ErrorField>(of: value)
    var index = -1
    if case .exact(let number)? = members[.index]?.integer { index = Int(clamping: number) }
    self.init(
      index: index, field: members[.field]?.string ?? "", rule: members[.rule]?.string ?? "",
      message: members[.message]?.string ?? "")
  }
}
