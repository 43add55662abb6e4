import Rollcall
import RollcallStore

/// That what a page is asked for is not all there any more: said alike wherever time is shown.
struct PurgedNotice: PagePart {
  /// What is gone: `Reports`, or `Everything` of somebody who was erased.
  var what: String
  /// What was before is gone.
  var before: Moment
  /// How it went: `were purged`, `was erased`.
  var verb: String
  /// What went, and when; may be empty.
  var detail: String
  /// That something is still there because it is on hold; may be empty.
  var held: String
}

extension PurgedNotice {
  /// The notice of a page.
  ///
  /// - Parameters:
  ///   - from: since when the page is asked to tell.
  ///   - before: reports of before have expired. `nil` comes out unless that is after `from`.
  ///   - person: what is gone of somebody; `nil` = the page is about everybody.
  init?(from: Timestamp, before: Timestamp, person: PurgedTime? = nil, clock: PageClock) {
    if let erased = person?.erasedAt {
      guard from < erased else { return nil }
      self.init(what: "Everything", before: clock.minute(erased), verb: "was erased", detail: "", held: "")
      return
    }
    guard from < before else { return nil }
    if let person, person.isEmpty, person.held.isEmpty { return nil }
    let detail = person.map(Self.detail) ?? ""
    let isHeld = person.map { !$0.held.isEmpty } ?? true
    self.init(
      what: "Reports", before: clock.minute(before), verb: "were purged", detail: detail,
      held: isHeld ? "What is on hold is still shown." : "")
  }

  /// `1,204 positions were purged on 2026-08-23, 118,332 in all.`
  private static func detail(_ person: PurgedTime) -> String {
    guard let day = person.day, person.pings > 0 else { return "" }
    let all = "\(Words.count(Int64(person.pings), "position", "positions"))"
    guard person.dayPings > 0 else { return "\(all) were purged in all." }
    let last = Words.count(Int64(person.dayPings), "position", "positions")
    return person.dayPings == person.pings
      ? "\(last) \(person.dayPings == 1 ? "was" : "were") purged on \(day)."
      : "\(last) \(person.dayPings == 1 ? "was" : "were") purged on \(day), \(all) in all."
  }
}
