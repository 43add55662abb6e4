/// What became of a responder's uploads in the range shown.
public struct UploadFacts: Sendable {
  /// A reason for which values were refused.
  public struct Rejection: Sendable {
    /// The field: `lat`.
    public var field: String
    /// The rule it broke: `range`.
    public var rule: String
    /// How often.
    public var count: Int64

    /// A reason from its parts.
    public init(field: String, rule: String, count: Int64) {
      (self.field, self.rule, self.count) = (field, rule, count)
    }
  }

  /// Requests with pings.
  public var uploads: Int64
  /// Pings stored.
  public var stored: Int64
  /// Pings that had been stored before.
  public var duplicates: Int64
  /// Pings older than the retention.
  public var expired: Int64
  /// What was refused, and why.
  public var rejected: [Rejection]

  /// Uploads from their parts.
  public init(uploads: Int64, stored: Int64, duplicates: Int64, expired: Int64, rejected: [Rejection] = []) {
    (self.uploads, self.stored, self.duplicates) = (uploads, stored, duplicates)
    (self.expired, self.rejected) = (expired, rejected)
  }

  func card() -> FactCard {
    let number = { (label: String, count: Int64) in Fact(label, Words.grouped(count)) }
    let reasons = rejected.sorted { ($1.count, $0.field, $0.rule) < ($0.count, $1.field, $1.rule) }
    return FactCard(
      title: "Uploads", key: "uploads",
      facts: [
        number("Uploads", uploads), number("Pings stored", stored), number("Duplicates", duplicates),
        number("Expired", expired),
      ]
        + reasons.prefix(12).map {
          Fact("Rejected: \($0.field), \(Words.plain($0.rule))", Words.grouped($0.count), level: "warning")
        },
      note: rejected.isEmpty ? "Nothing was rejected in this range." : "")
  }
}
