public import Rollcall

/// The answer to an accepted upload.
public struct BatchAnswer: Equatable, Sendable {
  /// The counts of the good pings.
  public var counts: UploadCounts
  /// The errors of a lenient upload, possibly empty; `nil` for a strict one.
  public var rejected: [PingError]?
  /// The responder's open offers, for a phone that no push message woke. Left out when empty.
  public var offers: [OfferMessage]

  /// Creates an answer.
  public init(
    stored: Int, duplicates: Int = 0, expired: Int = 0, rejected: [PingError]? = nil,
    offers: [OfferMessage] = []
  ) {
    counts = UploadCounts(stored: stored, duplicates: duplicates, expired: expired)
    self.rejected = rejected
    self.offers = offers
  }

  /// Its body.
  public var bytes: [UInt8] {
    Envelope.bytes(.created, "Locations Saved") { $0.object { data in data.upload(self) } }
  }

  /// The body for a strict request with bad members: nothing was stored.
  public static func invalid(_ errors: [PingError]) -> [UInt8] {
    Envelope.bytes(.validationError, "Validation failed") { $0.object { $0.errors("errors", errors) } }
  }

  /// The body for a request that is refused as a whole. In its errors `index` is null.
  public static func refused(_ error: WireError) -> [UInt8] {
    switch error {
    case .malformed(let error):
      Envelope.bytes(.malformedJSON, "Malformed JSON at byte \(error.offset): \(error.kind.rawValue)")
    case .invalid(let faults):
      Envelope.bytes(.validationError, "Validation failed") { $0.object { $0.faults("errors", faults) } }
    }
  }
}

/// The counts of an upload's pings.
public struct UploadCounts: Equatable, Sendable {
  /// New, and on disk.
  public var stored: Int
  /// Stored before.
  public var duplicates: Int
  /// Older than the retention and not on hold: counted, not stored.
  public var expired: Int

  /// How many pings the phone may now delete.
  public var count: Int { stored + duplicates + expired }

  /// Counts from their parts.
  public init(stored: Int, duplicates: Int = 0, expired: Int = 0) {
    self.stored = stored
    self.duplicates = duplicates
    self.expired = expired
  }
}

extension JSONWriter {
  /// The members of an upload's `data`; others may follow.
  public mutating func upload(_ answer: BatchAnswer) {
    member("count", answer.counts.count)
    member("stored", answer.counts.stored)
    member("duplicates", answer.counts.duplicates)
    member("expired", answer.counts.expired)
    if let rejected = answer.rejected { errors("rejected", rejected) }
    if !answer.offers.isEmpty { offers(answer.offers) }
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
