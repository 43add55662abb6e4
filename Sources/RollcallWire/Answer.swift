public import Rollcall

/// Writes the bodies of answers: `{"data": …, "message": "…", "code": "…"}`.
public enum Answer {
  /// An answer whose `data` is the one value that `data` writes.
  public static func body(
    _ code: Code, _ message: String, data: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(reserving: 512)
    writer.object { answer in
      answer.key("data")
      data(&answer)
      answer.member("message", message)
      answer.member("code", code.rawValue)
    }
    return writer.bytes
  }

  /// An answer without data: most errors.
  public static func body(_ code: Code, _ message: String) -> [UInt8] {
    body(code, message) { $0.null() }
  }

  /// What became of an upload. `rejected`: the errors of a lenient one, an empty list too; `nil` for a strict one.
  public static func upload(
    _ counts: UploadCounts, rejected: [PingError]? = nil, message: String = "Locations Saved"
  ) -> [UInt8] {
    body(.created, message) { $0.object { data in data.upload(counts, rejected) } }
  }

  /// What became of device events. `rejected` as for an upload.
  public static func events(
    stored: Int, duplicates: Int, rejected: [PingError]? = nil, message: String = "Events Saved"
  ) -> [UInt8] {
    upload(UploadCounts(stored: stored, duplicates: duplicates), rejected: rejected, message: message)
  }

  /// A strict request with bad members: nothing was stored.
  public static func validationFailed(_ errors: [PingError]) -> [UInt8] {
    body(.validationError, "Validation failed") { $0.object { data in data.errors("errors", errors) } }
  }

  /// A request that is refused as a whole. In its errors `index` is null.
  public static func refused(_ error: WireError) -> [UInt8] {
    switch error {
    case .malformed(let error):
      body(.malformedJSON, "Malformed JSON at byte \(error.offset): \(error.kind.rawValue)")
    case .invalid(let faults):
      body(.validationError, "Validation failed") { $0.object { data in data.faults("errors", faults) } }
    }
  }
}

/// What became of the pings of an upload.
public struct UploadCounts: Equatable, Sendable {
  /// New, and on disk.
  public var stored: Int
  /// Stored before.
  public var duplicates: Int
  /// Older than the retention: counted, not stored.
  public var expired: Int

  /// What the phone may now delete.
  public var count: Int { stored + duplicates + expired }

  /// Counts from their parts.
  public init(stored: Int, duplicates: Int = 0, expired: Int = 0) {
    self.stored = stored
    self.duplicates = duplicates
    self.expired = expired
  }
}

extension JSONWriter {
  /// The members of an upload's `data`; others, such as `offers`, may follow.
  public mutating func upload(_ counts: UploadCounts, _ rejected: [PingError]?) {
    member("count", counts.count)
    member("stored", counts.stored)
    member("duplicates", counts.duplicates)
    member("expired", counts.expired)
    if let rejected { errors("rejected", rejected) }
  }

  /// A list of errors of members: `[{index, field, rule, message}]`.
  public mutating func errors(_ name: String, _ errors: [PingError]) {
    array(name) { list in
      for error in errors { list.error(error.index, error.field, error.rule, error.message) }
    }
  }

  fileprivate mutating func faults(_ name: String, _ faults: [RequestFault]) {
    array(name) { list in
      for fault in faults { list.error(nil, fault.field, fault.rule, fault.message) }
    }
  }

  private mutating func error(_ index: Int?, _ field: String, _ rule: String, _ message: String) {
    object { error in
      error.member("index", index)
      error.member("field", field)
      error.member("rule", rule)
      error.member("message", message)
    }
  }
}
