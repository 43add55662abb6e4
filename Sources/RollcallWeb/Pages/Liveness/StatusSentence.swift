import Rollcall

/// One sentence on a status: since when, by which rule, in words a person understands.
struct StatusSentence: PagePart {
  /// `Offline`
  var word: String
  /// How long it has been so; no text when it always was.
  var since: Moment?
  /// What is the case, up to an instant: `No contact since`.
  var before: String
  /// That instant.
  var moment: Moment?
  /// What follows it; may be empty.
  var after: String
  /// The rule in words: `responder, on duty → offline after 180 s without contact`; may be empty.
  var rule: String

  /// The sentence on a status.
  ///
  /// - Parameters:
  ///   - status: the status now.
  ///   - since: when it became so.
  ///   - rule: the sentence of the last transition, e.g. `responder/on_duty: no contact for 180 s`; may be empty.
  ///   - lastContact: when the phone was last heard.
  ///   - latestFix: when the newest position that counts was taken.
  ///   - confirmed: when its app last said that they are still there; `nil` = it did not.
  ///   - clock: when and where the page is read.
  init(
    _ status: Status, since: Timestamp?, rule: String, lastContact: Timestamp?, latestFix: Timestamp?,
    confirmed: Timestamp? = nil, clock: PageClock
  ) {
    word = status.label
    self.since = since.map { clock.span(since: $0) }
    let told = Self.told(status, rule, lastContact, latestFix)
    let isAtRest = status == .online && latestFix != nil && confirmed != nil
    before = isAtRest ? "At rest since" : told.before
    moment = told.at.map { clock.time($0) }
    after = isAtRest ? ", as its app reports." : told.after
    self.rule = Words.rule(rule)
  }

  private static func told(
    _ status: Status, _ rule: String, _ contact: Timestamp?, _ fix: Timestamp?
  ) -> (before: String, at: Timestamp?, after: String) {
    switch status {
    case .offDuty:
      guard let contact else { return ("Not watched until the next duty.", nil, "") }
      return ("Not watched until the next duty. Last contact", contact, ".")
    case .online: return ("The newest position was taken at", fix, ".")
    case .degraded:
      guard let fix else { return ("The phone answers, but has never sent a position.", nil, "") }
      return ("The newest position was taken at", fix, ": they may be elsewhere by now.")
    case .offline:
      if rule.utf8.elementsEqual("session revoked".utf8) || rule.hasSuffix(": session revoked") {
        return ("Its session was ended here, and no other phone has signed in. Last contact", contact, ".")
      }
      guard let contact else { return ("No contact.", nil, "") }
      return ("No contact since", contact, ".")
    case .unknown:
      guard let contact else { return ("This phone has never reported.", nil, "") }
      if rule.utf8.elementsEqual(Liveness.restartRule.utf8) {
        return ("No fresh position since Rollcall itself was away. Last contact", contact, ".")
      }
      guard fix != nil else { return ("It has never sent a position. Last contact", contact, ".") }
      return ("Nothing is known yet since watching began. Last contact", contact, ".")
    }
  }
}

extension Words {
  /// The rule of a transition in words: `responder/on_duty: no contact for 180 s` as `responder, on duty → offline
  /// after 180 s without contact`. What is not of that shape stays as it is.
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
      ("no contact for ", "offline", "without contact"), ("no fix for ", "degraded", "without a fix"),
    ] where tail.hasPrefix(prefix) {
      return "\(word) after \(tail.dropFirst(prefix.count)) \(suffix)"
    }
    switch tail {
    case "a fresh fix": return "online with a fresh fix"
    case "at rest, place confirmed": return "online at rest: the place was confirmed"
    case "contact without a fresh fix": return "degraded: contact, but no fresh fix"
    case "on duty, no fresh fix yet": return "unknown until a fresh fix"
    case "off duty": return "not watched while off duty"
    default: return tail
    }
  }

  /// `on_duty` as `on duty`.
  static func plain(_ word: String) -> String {
    String(decoding: word.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}
