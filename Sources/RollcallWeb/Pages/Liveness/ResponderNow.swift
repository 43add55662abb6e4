import Rollcall

/// Who a responder is, and what is so now.
struct ResponderNow: Sendable {
  /// Their id.
  var id: Responder.ID
  var name: String
  /// The profile's name, e.g. `responder`.
  var profile: String
  /// The region's name, if any.
  var region: String? = nil
  /// What they can do, in words; `nil` = nothing is known.
  var skills: String? = nil
  /// The profile's word for the duty state, e.g. `On shift`.
  var duty: String
  var status: Status
  /// When it became so.
  var since: Timestamp?
  /// The sentence of the last transition; may be empty.
  var rule: String
  /// When the phone was last heard; `nil` = never.
  var lastContact: Timestamp?
  /// When the newest position that counts was taken.
  var latestFix: Timestamp?
  /// When the app that sent it last said that they are still there; `nil` = it did not.
  var confirmed: Timestamp? = nil
  /// Flags of the latest fix and badges, by their words.
  var flags: [String] = []
  /// What they are assigned to: `INC-214 · re-offering` and its page.
  var assignment: Link? = nil

  var about: String {
    [Words.capitalized(profile), region, duty, skills].compactMap { $0 }.joined(separator: " · ")
  }

  func sentence(_ clock: PageClock) -> StatusSentence {
    StatusSentence(
      status, since: since, rule: rule, lastContact: lastContact, latestFix: latestFix, confirmed: confirmed,
      clock: clock)
  }

  /// The marks of the flags, and that they are at rest.
  func marks(_ clock: PageClock) -> [FlagMark] {
    guard status == .online, let latestFix, let confirmed else { return flags.map { FlagMark($0) } }
    return flags.map { FlagMark($0) } + [
      FlagMark(atRestSince: latestFix, confirmed: confirmed, clock: clock)
    ]
  }
}

extension TimelineInput {
  /// This, with the names of silences.
  func naming(_ silences: [SilenceEntry], clock: PageClock) -> TimelineInput {
    var input = self
    input.named += silences.map { silence in
      let row = SilenceRow(silence, clock: clock)
      return Named(
        from: silence.from, to: silence.to ?? Timestamp(milliseconds: .max),
        label: Words.shortCause(silence.cause), hint: row.hint)
    }
    return input
  }
}
