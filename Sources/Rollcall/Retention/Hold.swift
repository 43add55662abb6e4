/// A legal hold: data that a purge must leave alone because it is needed as evidence.
public struct Hold: Equatable, Sendable {
  /// Its number.
  public typealias ID = Identifier<Hold>

  /// The data that a hold covers.
  public enum Subject: Hashable, Sendable {
    /// An incident with its offers and its log, and the positions of all people it was offered to.
    case incident(Incident.ID)
    /// All data of one person whose time lies in a span.
    case person(Responder.ID, TimeSpan)
  }

  /// How it ended by hand.
  public struct Release: Equatable, Sendable {
    /// When it was released.
    public var at: Timestamp
    /// Who, as the audit names them.
    public var by: String
    /// Why.
    public var note: String

    /// Creates a release.
    public init(at: Timestamp, by: String, note: String) { (self.at, self.by, self.note) = (at, by, note) }
  }

  /// The margin before an incident opened and after it closed within which its people's positions are held,
  /// milliseconds.
  public static let aroundIncident: Milliseconds = 3_600_000
  /// The longest reason or note, characters.
  public static let textLimit = 200

  /// Its number.
  public var id: ID
  /// The data that it covers.
  public var subject: Subject
  /// Why.
  public var reason: String
  /// Since when.
  public var madeAt: Timestamp
  /// Its author, as the audit names them.
  public var madeBy: String
  /// When it ends by itself; `nil` = when it is released.
  public var until: Timestamp?
  /// How it was released; `nil` = it was not.
  public var release: Release?

  /// Creates a hold.
  public init(
    id: ID, subject: Subject, reason: String, madeAt: Timestamp, madeBy: String, until: Timestamp? = nil,
    release: Release? = nil
  ) {
    (self.id, self.subject, self.reason) = (id, subject, reason)
    (self.madeAt, self.madeBy, self.until, self.release) = (madeAt, madeBy, until, release)
  }

  /// Whether a purge must respect it.
  public func isInForce(at now: Timestamp) -> Bool { release == nil && until.map { now < $0 } ?? true }

  /// The stored form of a reason or a note; `nil` when it is empty, or has more than ``textLimit``
  /// characters.
  public static func text(_ typed: String) -> String? {
    var text = Substring(typed).unicodeScalars
    while let first = text.first, first.properties.isWhitespace { text.removeFirst() }
    while let last = text.last, last.properties.isWhitespace { text.removeLast() }
    return (1...textLimit).contains(text.count) ? String(text) : nil
  }
}
