import Rollcall

/// Which interval an app that follows our answers goes by, as far as anybody knows: none of them says that it has heard.
struct ToldInterval: Equatable {
  /// What it was told last, or set up with, seconds.
  var seconds: Int
  /// When it was told that first; `nil` = it was set up so.
  var at: Timestamp?
  /// What it went by until then, seconds.
  var before: Int?

  init(seconds: Int, at: Timestamp? = nil, before: Int? = nil) {
    (self.seconds, self.at, self.before) = (seconds, at, before)
  }

  /// From its columns; `nil` = nothing is known.
  init?(_ seconds: Int64?, _ at: Timestamp?, _ before: Int64?) {
    guard let seconds else { return nil }
    self.init(seconds: Int(clamping: seconds), at: at, before: before.map { Int(clamping: $0) })
  }

  /// By which interval it is judged when `wanted` is asked of it, seconds, and until when, if not for good.
  ///
  /// An app cannot follow before it is told, and it is told when it reports. So the old interval holds until then, and
  /// once more its own length. Never a shorter one than is asked.
  func judged(_ wanted: Int, at now: Timestamp) -> (seconds: Int, until: Timestamp?) {
    guard seconds == wanted else { return (max(wanted, seconds), nil) }
    guard let at, let before, before > wanted else { return (wanted, nil) }
    let end = at.advanced(by: Milliseconds(before) * 1_000)
    return now < end ? (before, end) : (wanted, nil)
  }

  /// What is known once it is told `wanted`.
  func telling(_ wanted: Int, at now: Timestamp) -> ToldInterval {
    seconds == wanted ? self : ToldInterval(seconds: wanted, at: now, before: seconds)
  }
}
