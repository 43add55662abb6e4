/// What a statement answers: about whom or what, for which span, and from which knowledge.
public struct StatementQuestion: Hashable, Sendable {
  /// About whom or what.
  public enum Subject: Hashable, Sendable {
    /// One person.
    case person(Responder.ID)
    /// An incident with everybody who was offered it or had it.
    case incident(Incident.ID)
    /// Everybody who was on duty.
    case shift
  }

  /// About whom or what.
  public var subject: Subject
  /// The span asked for, half-open.
  public var span: TimeSpan
  /// Only what was received, decided and looked at before this instant counts.
  public var knownBefore: Timestamp

  /// A question from its parts.
  public init(_ subject: Subject, in span: TimeSpan, knownBefore: Timestamp) {
    (self.subject, self.span, self.knownBefore) = (subject, span, knownBefore)
  }

  /// The part of the span about which something could be known then.
  public var covered: TimeSpan {
    TimeSpan(from: min(span.from, knownBefore), to: min(span.to, knownBefore))
  }

  /// The longest span of a statement: 31 days.
  public static let longest: Milliseconds = 31 * 86_400_000
}
