public import Rollcall

/// The content of a push message. It is a hint: the offer itself comes with the server's answer.
public struct PushHint: Equatable, Sendable {
  /// What for.
  public enum Kind: String, Sendable {
    case offered = "assignment.offered"
    case withdrawn = "assignment.withdrawn"
    /// Title, severity, place or notes of the incident are other than before, or it is theirs, or not any more, by
    /// telephone: fetch offers and assignment.
    case changed = "assignment.changed"
    case test
  }

  /// What for.
  public var kind: Kind
  /// Identifies the message when it is delivered twice; `nil` = absent.
  public var id: String?
  /// A later notification with the same key replaces or removes the earlier one; `nil` = none.
  public var collapse: String?
  /// The offer; `nil` in a test, and for an incident that was taken by telephone without one.
  public var offer: Offer.ID?
  /// The last instant at which it can be answered; `nil` = not stated.
  public var expiresAt: Timestamp?
  /// Whether it is a drill.
  public var isDrill: Bool

  /// Reads a message's data; `nil` when it is not from Rollcall, or of a kind unknown to this version.
  public init?(_ data: [String: String]) {
    guard let kind = data["type"].flatMap(Kind.init) else { return nil }
    self.kind = kind
    id = data["push_id"]
    collapse = data["collapse"]
    offer = data["offer_id"].flatMap { Int64($0) }.map { Offer.ID($0) }
    expiresAt = data["expires_at"].flatMap { Timestamp(rfc3339: $0) }
    isDrill = data["drill"] == "true"
    guard kind == .test || kind == .changed || offer != nil else { return nil }
  }
}
