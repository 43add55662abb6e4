public import Rollcall

/// The body of seen, accept and decline: `{at?, reason?}`, or none.
public struct OfferReply: Equatable, Sendable {
  /// When it happened, by the phone's clock. For the log only: the server's clock decides whether it is too
  /// late.
  public var at: Timestamp?
  /// The responder's reason, at most ``reasonLimit`` bytes. For decline; ignored elsewhere.
  public var reason: String?

  /// The longest reason, in bytes.
  public static let reasonLimit = 500

  /// Creates a reply.
  public init(at: Timestamp? = nil, reason: String? = nil) {
    self.at = at
    self.reason = reason
  }

  /// Decodes a reply.
  ///
  /// A wrong type and an overlong reason are refused. A time too far from `now` is only ignored: a phone
  /// whose clock is wrong must be able to accept.
  public static func decode(bytes: [UInt8], now: Timestamp) throws(WireError) -> OfferReply {
    guard !bytes.isEmpty else { return OfferReply() }
    return try JSON.readObject(bytes) { root throws(WireError) -> OfferReply in
      let members = JSONMembers<OfferReplyField>(of: root)
      var findings = Findings()
      let at = findings.roughInstant(members[.at], OfferReplyField.at.name, near: now)
      let reason = members[.reason].flatMap { value -> String? in
        // An empty text field means no reason; it is not an error.
        value.string == "" ? nil : findings.text(value, OfferReplyField.reason.name, limit: reasonLimit)
      }
      try findings.throwFaults()
      return OfferReply(at: at, reason: reason)
    }
  }

  /// The body that a phone sends.
  public func encode() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { body in
      if let at { body.member(OfferReplyField.at.name, at) }
      if let reason { body.member(OfferReplyField.reason.name, reason) }
    }
    return writer.bytes
  }
}

private enum OfferReplyField: Int, JSONField {
  case at, reason
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .at: "at"
    case .reason: "reason"
    }
  }
}

extension Findings {
  /// An instant: refused when malformed, ignored when it is too far from `now`.
  fileprivate mutating func roughInstant(
    _ value: JSONValue?, _ field: String, near now: Timestamp
  ) -> Timestamp? {
    if let value, case .instant(let instant) = PhoneTime.read(value), !PhoneTime.isNear(instant, now) {
      return nil
    }
    return instant(value, field, near: now)
  }
}
