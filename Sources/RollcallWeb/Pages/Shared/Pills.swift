import Rollcall

/// A status as a shape, a colour and a word.
struct StatusPill: PagePart, Hashable {
  /// The contract's word, e.g. `off_duty`: names the colour in the style sheet and the filter in URLs.
  var name: String
  var word: String
  /// The outline of the shape in a square of 12, SVG path data.
  var shape: String

  init(_ status: Status) { (name, word, shape) = (status.rawValue, status.label, status.shape) }
}

extension Status {
  /// The order of the board: the most urgent first.
  static let worstFirst: [Status] = [.offline, .degraded, .online, .unknown, .offDuty]

  var label: String {
    switch self {
    case .online: "Online"
    case .degraded: "Limited"
    case .offline: "Offline"
    case .unknown: "Unknown"
    case .offDuty: Words.Pills.offDuty
    }
  }

  /// Filled circle, half circle, triangle, dashed circle (dashed by the style sheet), dash.
  fileprivate var shape: String {
    switch self {
    case .online: StatePill.Shape.disc.rawValue
    case .degraded: StatePill.Shape.half.rawValue
    case .offline: StatePill.Shape.triangle.rawValue
    case .unknown: "M6 1.6a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8z"
    case .offDuty: StatePill.Shape.dash.rawValue
    }
  }
}

/// A state or a degree as a shape, a colour and a word, as `StatusPill` is for liveness.
struct StatePill: PagePart, Hashable {
  /// The colour in the style sheet: `good`, `wait`, `bad` or `idle`.
  var name: String
  var word: String
  /// The outline of the shape in a square of 12, SVG path data.
  var shape: String

  init(_ tone: String, _ word: String, _ shape: Shape) {
    (name, self.word, self.shape) = (tone, word, shape.rawValue)
  }

  /// The pill of an alert: urgent, to be looked at, or over.
  static func alert(isCritical: Bool, isOpen: Bool) -> StatePill {
    guard isOpen else { return StatePill("idle", "Closed", .check) }
    return isCritical ? StatePill("bad", "Critical", .triangle) : StatePill("wait", "Warning", .half)
  }

  enum Shape: String {
    case disc = "M6 1.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6z"
    case half = "M6 1.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6zM6 2.6a3.4 3.4 0 0 1 0 6.8z"
    case ring =
      "M6 1.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6zM6 2.8a3.2 3.2 0 1 1 0 6.4a3.2 3.2 0 1 1 0-6.4z"
    case triangle = "M6 .8l5.8 10.4H.2z"
    case check = "M1 6.4L2.4 5l2.4 2.4L9.6 2.2L11 3.6L4.8 10.2z"
    case cross = "M2.2 1L6 4.8L9.8 1L11 2.2L7.2 6L11 9.8L9.8 11L6 7.2L2.2 11L1 9.8L4.8 6L1 2.2z"
    case dash = "M1.5 5h9v2.2h-9z"
    case oneBar = "M0 8h2.4v3H0z"
    case twoBars = "M0 8h2.4v3H0zM3.2 6h2.4v5H3.2z"
    case threeBars = "M0 8h2.4v3H0zM3.2 6h2.4v5H3.2zM6.4 4h2.4v7H6.4z"
    case fourBars = "M0 8h2.4v3H0zM3.2 6h2.4v5H3.2zM6.4 4h2.4v7H6.4zM9.6 1H12v10H9.6z"
  }
}

/// A reason to doubt, or a badge.
struct FlagMark: PagePart, Hashable {
  /// The text, e.g. `mock reported`.
  var label: String
  /// The contract's word, e.g. `mock`.
  var name: String
  /// `danger` for possible cheating or a worthless fix, else `warning`.
  var level: String

  /// The mark of a flag's word, as in `board.json`; unknown words are shown as they are.
  init(_ word: String) {
    (name, label) = (word, Self.labels[word] ?? word)
    level = ["mock", "invalid_fix", "sequence_conflict"].contains(word) ? "danger" : "warning"
  }

  /// The mark of a person at rest since they came to a place, according to an app that reports movement and
  /// last confirmed it at an instant.
  init(atRestSince since: Timestamp, confirmed: Timestamp, clock: PageClock) {
    name = Words.Pills.placeConfirmed(clock.time(confirmed).text)
    label = Words.Pills.restSince(clock.minute(since).text)
    level = "calm"
  }

  static let labels = [
    "mock": Words.Pills.mockReported, "speed": Words.Pills.impossibleSpeed,
    "frozen": Words.Pills.frozenPosition, "clock_skew": Words.Pills.clockSkew,
    "null_island": Words.Pills.nullIsland, "invalid_fix": Words.Pills.invalidFix,
    "accuracy": Words.Pills.tooAccurate, "sequence_conflict": Words.Pills.sequenceConflict,
    "network_country": Words.Pills.otherCountry, "network_type": Words.Pills.networkType,
    "backlog": "backlog", "flapping": "flapping",
  ]
}
