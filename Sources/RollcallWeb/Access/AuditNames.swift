import HTTPServer
import Rollcall
import RollcallStore

/// The present names behind the ids in an audit: an entry outlives the person it names.
struct AuditNames {
  private let members: [Member.ID: MemberName]
  private let responders: [Responder.ID: String]
  private let screens: [Screen.ID: String]
  private let regions: [Int64: String]

  init(_ store: Store, _ workspace: Workspace.ID) throws(StoreError) {
    members = try store.audit.memberNames(of: workspace)
    responders = try store.fleet.names(of: workspace)
    screens = try store.members.screenNames(of: workspace)
    regions = try store.fleet.regionNames(of: workspace)
  }

  /// The actor: `ana@example.org`, `API key script`, `Mirela Novak`, `Screen Hall`.
  func actor(_ actor: String) -> String {
    switch actor {
    case "command line": return Words.Audit.commandLine
    case "nobody": return Words.Audit.nobodyLogged
    default: return name(actor, separator: ":") ?? Words.actor(actor)
    }
  }

  /// What members are called who have a name, by their addresses: logs of incidents know no other id.
  var named: [String: String] {
    let named = members.values.filter { $0.name != nil }.map { ($0.email, Words.Members.called($0)) }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
  }

  /// The subject; unchanged when it is not an id. By a page's clock moments and filters are told in words.
  func subject(_ subject: String, clock: PageClock? = nil) -> String {
    if let clock, let moment = Words.PastBoard.moment(of: subject) {
      return Words.PastBoard.everybody(asKnown: clock.dated(moment))
    }
    switch subject {
    case "everybody": return "Everybody"
    case "workspace": return Words.Audit.workspace
    case "flags": return Words.Audit.switches
    default: return name(subject, separator: " ") ?? filter(subject, clock)
    }
  }

  /// Values of a change: `region North, active yes`; those of a duty rule in words.
  func values(_ values: String) -> String {
    let parts = values.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    let texts = parts.map { part in
      part.utf8.first == UInt8(ascii: " ") ? String(decoding: part.utf8.dropFirst(), as: UTF8.self) : part
    }
    let rule = texts.filter(DutyAuditWords.isPart)
    guard rule.isEmpty else {
      let others = texts.filter { !DutyAuditWords.isPart($0) }.map(value)
      return ([DutyAuditWords.words(rule)] + others).joined(separator: ", ")
    }
    return zip(parts, texts).map { part, text in part == text ? value(text) : " \(value(text))" }
      .joined(separator: ",")
  }

  /// One value: `region North`, `on duty`.
  private func value(_ text: String) -> String {
    let words = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
    guard words.count == 2 else { return text }
    switch words[0] {
    case "region": return Int64(words[1]).flatMap { regions[$0] }.map { "region \($0)" } ?? text
    case "duty": return DutyState(rawValue: words[1]).map { Words.duty($0) } ?? text
    default: return text
    }
  }

  /// The filter of a file: `?region=North&from=2026-11-20`; by a page's clock `region North, from 2026-11-20`.
  private func filter(_ text: String, _ clock: PageClock?) -> String {
    guard text.utf8.first == UInt8(ascii: "?") else { return text }
    if let clock, let fields = FormFields(parsing: text.utf8.dropFirst()) {
      return fields.pairs.map { words($0.name, $0.value, clock) }.joined(separator: ", ")
    }
    let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: "&")).map { part -> String in
      let text = String(Substring(part))
      guard text.utf8.starts(with: "region_id=".utf8),
        let id = Int64(String(decoding: text.utf8.dropFirst(10), as: UTF8.self)), let name = regions[id]
      else { return text }
      return "region=\(PercentEncoding.text(of: name))"
    }
    return "?\(parts.joined(separator: "&"))"
  }

  /// A field of a filter: `region North`, `from 20 Nov 2026 11:52:07`.
  private func words(_ name: String, _ value: String, _ clock: PageClock) -> String {
    if name.utf8.elementsEqual("region_id".utf8), let region = Int64(value).flatMap({ regions[$0] }) {
      return Words.Audit.field("region", region)
    }
    if name.utf8.elementsEqual("responder".utf8) {
      return self.name("responder \(value)", separator: " ") ?? value
    }
    let moment = Timestamp(rfc3339: value) ?? clock.instant(field: value)
    return Words.Audit.field(name, moment.map(clock.dated) ?? value)
  }

  private func name(_ text: String, separator: Unicode.Scalar) -> String? {
    let parts = text.unicodeScalars.split(
      separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Int64(String(parts[1])) else { return nil }
    switch String(parts[0]) {
    case "member": return members[Member.ID(id)].map(Words.Members.called) ?? "Member \(id)"
    case "responder": return responders[Responder.ID(id)] ?? "Responder \(id)"
    case "region": return regions[id].map { "Region \($0)" } ?? text
    case "screen": return "Screen \(screens[Screen.ID(id)] ?? "\(id)")"
    default: return nil
    }
  }
}
