public import Rollcall

/// Who a responder is, and what is so now.
public struct ResponderNow: Sendable {
  /// Their id.
  public var id: Responder.ID
  /// Their name.
  public var name: String
  /// The profile's name, e.g. `responder`.
  public var profile: String
  /// The region's name, if any.
  public var region: String?
  /// The profile's word for the duty state, e.g. `On shift`.
  public var duty: String
  /// The status.
  public var status: Status
  /// When it became so.
  public var since: Timestamp?
  /// The sentence of the last transition; may be empty.
  public var rule: String
  /// When the phone was last heard; `nil` = never.
  public var lastContact: Timestamp?
  /// When the newest position that counts was taken.
  public var latestFix: Timestamp?
  /// When the app that sent it last said that they are still there; `nil` = it did not.
  public var confirmed: Timestamp?
  /// Flags of the latest fix and badges, by their words.
  public var flags: [String]
  /// What they are assigned to: `INC-214 · re-offering` and its page.
  public var assignment: Link?

  /// What is so now, from its parts.
  public init(
    id: Responder.ID, name: String, profile: String, region: String? = nil, duty: String, status: Status,
    since: Timestamp?, rule: String, lastContact: Timestamp?, latestFix: Timestamp?,
    confirmed: Timestamp? = nil,
    flags: [String] = [], assignment: Link? = nil
  ) {
    (self.id, self.name, self.profile, self.region, self.duty) = (id, name, profile, region, duty)
    (self.status, self.since, self.rule) = (status, since, rule)
    (self.lastContact, self.latestFix) = (lastContact, latestFix)
    (self.confirmed, self.flags, self.assignment) = (confirmed, flags, assignment)
  }

  var about: String {
    [Words.capitalized(profile), region, duty].compactMap { $0 }.joined(separator: " · ")
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
