import Rollcall
import RollcallStore
import RollcallWire

extension RosterEntry {
  /// Everyone, for programs.
  static let table = Table<RosterEntry> {
    Column("id") { $0.responder.id }
    Column("name", "Who.") { $0.responder.name }
    Column("profile") { $0.responder.profile }
    Column("region", "Their profile and region.") { $0.responder.region }
    Column("phone", "Their telephone number, for readers with `contact:view`.") { $0.responder.phone }
    Column("external_id", "Their id in another system.") { $0.responder.externalID }
    Column("skills", "What they can do.") { entry in
      Structure(entry.responder.skills.skills, of: Skill.table)
    }
    Column("active", "Whether their phone may report.") { $0.responder.isActive }
    Column("device_id", "The installation that is logged in for them.") { $0.deviceID }
    Column("last_contact_at", "When it was last heard.") { $0.lastContact }
  }

  /// The file of people: what a list that is imported may have.
  static let sheet = Table<RosterEntry> {
    Column("name", "Who.") { $0.responder.name }
    Column("phone", "Their telephone number.") { $0.responder.phone }
    Column("profile") { $0.responder.profile }
    Column("region", "Their profile and region.") { $0.responder.region }
    Column("external_id", "Their id in another system.") { $0.responder.externalID }
    Column("skills", "What they can do.") { $0.responder.skills.text }
  }

  /// The same without the telephone number.
  var withoutNumber: RosterEntry {
    var entry = self
    entry.responder.phone = nil
    return entry
  }

  /// Whether a person's name or id, or their number if `numbers`, contains a text; an empty text matches
  /// everyone.
  static func matches(_ person: Responder, _ search: String, numbers: Bool) -> Bool {
    let spellings = Folding.spellings(search)
    let (name, id) = (Folding.fold(person.name), Folding.fold(person.externalID ?? ""))
    return spellings.isEmpty || spellings.contains { name.contains($0) || id.contains($0) }
      || numbers && (Folding.number(search).map { (person.phone ?? "").contains($0) } ?? false)
  }
}

extension ResponderFilter {
  /// People who come by name, in the order asked for; the same in the order of names.
  func sorted(_ people: [RosterPerson], numbers: Bool) -> [RosterPerson] {
    if order.column == .name || order.column == .phone && !numbers {
      return order.isReversed ? people.reversed() : people
    }
    return people.sorted(isFalling: order.isReversed) { listed in
      let person = listed.entry.responder
      return switch order.column {
      case .name: .words(person.name)
      case .status: .number(listed.status.map { Double($0.rank) })
      case .phone: .words(person.phone ?? "")
      case .profile: .words(person.profile)
      case .region: .words(person.region ?? "")
      case .state: .number(person.isActive ? 0 : 1)
      case .device: .words(listed.appNames)
      // Who was never heard has been silent the longest.
      case .contact: .time(listed.entry.lastContact ?? .distantPast)
      }
    }
  }

  /// Whether a person matches.
  func includes(_ listed: RosterPerson, numbers: Bool) -> Bool {
    let person = listed.entry.responder
    guard profile.utf8.isEmpty || person.profile == profile, region.utf8.isEmpty || person.region == region
    else {
      return false
    }
    switch state {
    case nil: break
    case .active: guard person.isActive else { return false }
    case .inactive: guard !person.isActive else { return false }
    case .unheard: guard person.isActive, listed.entry.lastContact == nil else { return false }
    case .unpushed: guard person.isActive, listed.isUnpushed else { return false }
    }
    return RosterEntry.matches(person, search, numbers: numbers)
  }
}
