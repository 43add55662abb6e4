import Rollcall
import RollcallStore

/// A result or a request, in one line above a page with forms.
struct ActionNotice: PagePart {
  enum Level: String, Sendable { case danger, warning, calm }

  /// The colour: a level's word.
  var level: String
  var title: String
  /// Its consequence; may be empty.
  var detail: String
  var action: Link?

  init(_ level: Level, _ title: String, detail: String = "", action: Link? = nil) {
    (self.level, self.title, self.detail, self.action) = (level.rawValue, title, detail, action)
  }
}

/// A present problem, in one line above everything else.
struct Notice: PagePart, Hashable {
  /// The colour: `danger`, `warning` or `calm`.
  var level: String
  /// The shape with the same meaning, without colour.
  var pill: StatusPill
  var title: String
  var detail: String = ""
  /// The page with more about it; may be empty.
  var href: String = ""
}

/// Says that a part of the requested data is gone: the same wherever time is shown.
struct PurgedNotice: PagePart {
  /// The data that is gone: `Reports`, or `Everything` of an erased person.
  var what: String
  var before: Moment
  /// How it went: `were purged`, `was erased`.
  var verb: String
  /// The data that was purged, and when; may be empty.
  var detail: String
  /// Says that data is still there because it is on hold; may be empty.
  var held: String
}

extension PurgedNotice {
  /// The notice of a page that begins at `from`.
  ///
  /// - Parameters:
  ///   - before: earlier reports have expired. The result is `nil` unless that is after `from`.
  ///   - person: the purged time of a person; `nil` = the page is about everyone.
  init?(from: Timestamp, before: Timestamp, person: PurgedTime? = nil, clock: PageClock) {
    if let erased = person?.erasedAt {
      guard from < erased else { return nil }
      self.init(
        what: "Everything", before: clock.minute(erased), verb: Words.Notices.wasErased, detail: "", held: "")
      return
    }
    guard from < before else { return nil }
    if let person, person.isEmpty, person.held.isEmpty { return nil }
    let isHeld = person.map { !$0.held.isEmpty } ?? true
    self.init(
      what: "Reports", before: clock.minute(before), verb: Words.Notices.werePurged,
      detail: person.map(Self.detail) ?? "", held: isHeld ? Words.Notices.whatHoldStillShown : "")
  }

  /// `1,204 positions were purged on 2026-08-23, 118,332 in all.`
  private static func detail(_ person: PurgedTime) -> String {
    guard let day = person.day, person.pings > 0 else { return "" }
    let all = Words.count(person.pings, "position", "positions")
    guard person.dayPings > 0 else { return Words.Notices.purged(inAll: all) }
    return Words.Notices.purged(person.dayPings, on: day, inAll: person.dayPings == person.pings ? nil : all)
  }
}

/// A secret shown once, to copy.
struct SecretOnce: PagePart {
  var title: String
  var advice: String
  var text: String

  static func invitation(to email: String, link: String) -> SecretOnce {
    SecretOnce(title: Words.Notices.invitation(email), advice: Words.Notices.invitationAdvice, text: link)
  }

  static func password(of email: String, link: String) -> SecretOnce {
    SecretOnce(title: Words.Notices.password(email), advice: Words.Notices.passwordAdvice, text: link)
  }

  static func key(named name: String, secret: String) -> SecretOnce {
    SecretOnce(title: Words.Notices.key(name), advice: Words.Notices.keyAdvice, text: secret)
  }

  static func channel(named name: String, secret: String) -> SecretOnce {
    SecretOnce(title: Words.Notices.channel(name), advice: Words.Notices.channelAdvice, text: secret)
  }

  static func screen(named name: String, link: String) -> SecretOnce {
    SecretOnce(title: Words.Notices.screen(name), advice: Words.Notices.screenAdvice, text: link)
  }

  /// The code with which a person's phone logs in.
  static func letIn(_ name: String, code: String) -> SecretOnce {
    SecretOnce(title: Words.Notices.letIn(name), advice: Words.Notices.letInAdvice, text: code)
  }

  static func ownPage(of name: String, link: String) -> SecretOnce {
    SecretOnce(title: Words.Notices.ownPage(name), advice: Words.Notices.ownPageAdvice, text: link)
  }
}
