import Rollcall

/// A responder and their present state.
struct ResponderNow: Sendable {
  var id: Responder.ID
  var name: String
  /// The profile's name, e.g. `responder`.
  var profile: String
  var region: String?
  /// Their skills, in words; `nil` = none known.
  var skills: String?
  /// The profile's word for the duty state, e.g. `On shift`.
  var duty: String
  var status: Status
  /// When it became so.
  var since: Timestamp?
  /// The sentence of the last transition, e.g. `responder/on_duty: no contact for 180 s`; may be empty.
  var rule: String
  /// Why they are silent now; `nil` when they are not.
  var cause: Cause?
  /// When the phone was last heard; `nil` = never.
  var lastContact: Timestamp?
  /// When the newest valid position was taken.
  var latestFix: Timestamp?
  /// When the app that sent it last confirmed that they are still there; `nil` = never.
  var confirmed: Timestamp?
  /// Flags of the latest fix and badges, by their words.
  var flags: [String] = []
  /// Their assignment: `INC-214 · re-offering` and its page.
  var assignment: Link?

  var about: String {
    [Words.capitalized(profile), region, duty, skills].compactMap { $0 }.joined(separator: " · ")
  }

  /// The same without what may change by the minute.
  var belonging: String {
    [Words.capitalized(profile), region, skills].compactMap { $0 }.joined(separator: " · ")
  }

  /// Since when they are at the place of the latest fix, and when the app last confirmed it.
  fileprivate var rest: (since: Timestamp, confirmed: Timestamp)? {
    guard status == .online, let latestFix, let confirmed else { return nil }
    return (latestFix, confirmed)
  }

  /// The marks of the flags and of rest.
  func marks(_ clock: PageClock) -> [FlagMark] {
    flags.map { FlagMark($0) }
      + [rest.map { FlagMark(atRestSince: $0.since, confirmed: $0.confirmed, clock: clock) }].compactMap(
        \.self)
  }

  func sentence(_ clock: PageClock) -> StatusSentence {
    let told = rest.map { ("At rest since", $0.since, ", as its app reports.") } ?? told
    return StatusSentence(
      word: status.label, since: since.map { clock.span(since: $0) },
      because: cause.map(Words.because) ?? "", advice: cause.map(Words.advice) ?? "", before: told.before,
      moment: told.at.map { clock.time($0) }, after: told.after, rule: Words.rule(rule))
  }

  private var told: (before: String, at: Timestamp?, after: String) {
    switch status {
    case .offDuty:
      guard let lastContact else { return ("Not monitored until the next duty.", nil, "") }
      return ("Not monitored until the next duty. Last contact", lastContact, ".")
    case .online: return ("The newest position was taken at", latestFix, ".")
    case .degraded:
      guard let latestFix else { return ("The phone answers, but has never sent a position.", nil, "") }
      return ("The newest position was taken at", latestFix, ": they may be elsewhere by now.")
    case .offline:
      if rule == "session revoked" || rule.hasSuffix(": session revoked") {
        return (
          "Its session was ended here, and no other phone has signed in. Last contact", lastContact, "."
        )
      }
      guard let lastContact else { return ("No contact.", nil, "") }
      return ("No contact since", lastContact, ".")
    case .unknown:
      guard let lastContact else { return ("This phone has never reported.", nil, "") }
      if rule == Liveness.restartRule {
        return ("No fresh position since Rollcall itself was away. Last contact", lastContact, ".")
      }
      guard latestFix != nil else { return ("It has never sent a position. Last contact", lastContact, ".") }
      return ("Nothing is known yet since watching began. Last contact", lastContact, ".")
    }
  }
}

/// One sentence about a status: since when, and by which rule, in plain words.
struct StatusSentence: PagePart {
  var word: String
  /// How long it has been so; no text when it always was.
  var since: Moment?
  /// Why they are silent, and what to do; may be empty.
  var because, advice: String
  /// The sentence in three parts: `No contact since`; an instant; and the rest.
  var before: String
  var moment: Moment?
  var after: String
  /// The rule in words: `responder, on duty → offline after 180 s without contact`; may be empty.
  var rule: String
}

extension Words {
  /// The rule of a transition in words: `responder/on_duty: no contact for 180 s` becomes `responder, on duty
  /// → offline after 3 min without contact`. Other text stays as it is.
  static func rule(_ sentence: String) -> String {
    guard let colon = sentence.utf8.firstRange(of: Array(": ".utf8)) else { return sentence }
    let head = String(decoding: sentence.utf8[..<colon.lowerBound], as: UTF8.self)
    let tail = String(decoding: sentence.utf8[colon.upperBound...], as: UTF8.self)
    let parts = head.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1).map {
      plain(String(Substring($0)))
    }
    return "\(parts.joined(separator: ", ")) → \(outcome(tail))"
  }

  private static func outcome(_ tail: String) -> String {
    for (prefix, word, suffix) in [
      ("no contact for ", "offline", "without contact"), ("no fix for ", "limited", "without a fix"),
    ] where tail.hasPrefix(prefix) {
      return "\(word) after \(length(String(tail.dropFirst(prefix.count)))) \(suffix)"
    }
    switch tail {
    case "a fresh fix": return "online with a fresh fix"
    case "at rest, place confirmed": return "online at rest: the place was confirmed"
    case "contact without a fresh fix": return "limited: contact, but no fresh fix"
    case "on duty, no fresh fix yet": return "unknown until a fresh fix"
    case "off duty": return "not monitored while off duty"
    default: return tail
    }
  }

  /// The length in a stored rule, which is in seconds: `450 s` as `7 min 30 s`.
  private static func length(_ text: String) -> String {
    guard text.hasSuffix(" s"), let seconds = Double(text.dropLast(2)) else { return text }
    return exactly(seconds: seconds)
  }

  /// `on_duty` as `on duty`.
  static func plain(_ word: String) -> String {
    String(decoding: word.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// The position on the map outside that a workspace names; `nil` = it names none. It is sent there only when the reader
  /// follows the link.
  static func mapOutside(_ position: Position, _ template: String) -> Link? {
    MapLink.address(
      template, latitude: decimal(position.latitude, places: 5),
      longitude: decimal(position.longitude, places: 5)
    ).map { Link(label: leavesRollcall, href: $0) }
  }

  static let leavesRollcall = "map, leaves Rollcall"
}
