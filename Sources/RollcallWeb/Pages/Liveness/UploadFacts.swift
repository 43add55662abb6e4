/// What became of a responder's uploads in the range shown.
struct UploadFacts: Sendable {
  /// A reason for which values were refused.
  struct Rejection: Sendable {
    /// The field: `lat`.
    var field: String
    /// The rule it broke: `range`.
    var rule: String
    /// How often.
    var count: Int64
  }

  /// Requests with pings.
  var uploads: Int64
  /// Pings stored.
  var stored: Int64
  /// Pings that had been stored before.
  var duplicates: Int64
  /// Pings older than the retention.
  var expired: Int64
  /// What was refused, and why.
  var rejected: [Rejection] = []

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
