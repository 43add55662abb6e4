import Rollcall

/// How far back the numbers of the incidents look: the word is in the URL.
enum NumbersSpan: String, CaseIterable, Sendable {
  case day = "24h"
  case week = "7d"
  case month = "30d"

  var label: String {
    switch self {
    case .day: "24 hours"
    case .week: "7 days"
    case .month: "30 days"
    }
  }

  /// Its length, milliseconds.
  var length: Milliseconds {
    switch self {
    case .day: 86_400_000
    case .week: 7 * 86_400_000
    case .month: 30 * 86_400_000
    }
  }
}
