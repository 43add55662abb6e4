public import Rollcall

/// What a message to the phone says. It is a hint: the offer itself comes with the server's answer.
public struct PushHint: Equatable, Sendable {
  /// What for.
  public enum Kind: String, Sendable {
    case offered = "assignment.offered"
    case withdrawn = "assignment.withdrawn"
    case test
  }

  /// What for.
  public var kind: Kind
  /// The same when the same message comes again; `nil` = it does not say.
  public var id: String?
  /// A notification with this key is replaced, or taken away, by the later one; `nil` = none is.
  public var collapse: String?
  /// The offer; `nil` in a test.
  public var offer: Offer.ID?
  /// The last instant at which it can be answered; `nil` = it does not say.
  public var expiresAt: Timestamp?
  /// Whether it is a drill.
  public var isDrill: Bool

  /// Reads the data of a message; `nil` when it is not from Rollcall, or of a kind that this app does not know.
  public init?(_ data: [String: String]) {
    guard let kind = data["type"].flatMap(Kind.init) else { return nil }
    self.kind = kind
    id = data["push_id"]
    collapse = data["collapse"]
    offer = data["offer_id"].flatMap { Int64($0) }.map { Offer.ID($0) }
    expiresAt = data["expires_at"].flatMap { Timestamp(rfc3339: $0) }
    isDrill = data["drill"] == "true"
    guard kind == .test || offer != nil else { return nil }
  }
}
