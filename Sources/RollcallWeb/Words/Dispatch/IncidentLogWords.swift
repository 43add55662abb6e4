import Rollcall
import RollcallStore

extension LogRow {
  /// An entry of an incident's log, in words.
  ///
  /// - Parameter members: what members are called who have a name, by their addresses.
  init(_ step: IncidentStep, members: [String: String] = [:], clock: PageClock) {
    // Isolated: a name written from right to left must not reverse the sentence.
    let name = "\u{2068}\(step.name ?? "somebody")\u{2069}"
    let isWritten = step.kind == .note || step.kind == .declined
    let (what, takesDetail) = Self.words(step.kind, name)
    let who = Words.actor(step.actor, name: step.name)
    let detail = step.kind == .offered ? Words.offered(step.detail) : step.detail
    self.init(
      id: step.id, at: step.at, who: members[who] ?? who,
      what: takesDetail && !isWritten && !detail.utf8.isEmpty ? "\(what): \(detail)" : what,
      words: isWritten ? detail : "", clock: clock)
  }

  /// The entry in words, and whether its detail belongs to the sentence.
  private static func words(_ kind: IncidentStep.Kind, _ name: String) -> (String, Bool) {
    switch kind {
    case .opened: ("Opened", true)
    case .offered: ("Offered to \(name)", true)
    case .sent: ("Sent to \(name)", true)
    case .delivered: ("The phone of \(name) has the offer", false)
    case .seen: ("\(name) has seen the offer", false)
    case .accepted: ("\(name) accepted", false)
    case .declined: ("\(name) declined", false)
    case .expired: ("\(name) did not answer", true)
    case .undelivered: ("The offer did not reach \(name)", true)
    case .unreachable: ("\(name) cannot be reached", true)
    case .withdrawn: ("Offer to \(name) withdrawn", true)
    case .onTheWay: ("\(name) is on the way", true)
    case .called: ("Called \(name)", true)
    case .replacing: ("Another is sought in place of \(name)", true)
    case .kept: ("\(name) is not replaced any more", false)
    case .arrived: ("\(name) has arrived", false)
    case .completed: ("\(name) says that it is done", false)
    case .released: ("\(name) is free again", true)
    case .skipped: ("\(name) was passed over", true)
    case .nobody: ("Nobody is left to be asked", false)
    case .reoffered: ("Others are asked", true)
    case .reopened: ("Opened again", false)
    case .needsChanged: ("Needs changed", true)
    case .edited: ("Changed", true)
    case .assigneeOffline: ("\(name) went offline", true)
    case .assigneeBack: ("\(name) is back", false)
    case .resolved: ("Resolved", false)
    case .cancelled: ("Cancelled", false)
    case .note: ("Note", false)
    case .pushed, .pushFailed, .pushGone: ("Message to \(name)", true)
    }
  }
}

extension Words {
  /// An actor's name for people: an address, a key's name, a responder's name, or `Rollcall`.
  static func actor(_ actor: String, name: String? = nil) -> String {
    let parts = actor.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let rest = parts.count == 2 ? String(parts[1]) ?? actor : actor
    switch parts.first.flatMap({ String($0) }) {
    case "member": return rest
    case "key": return "API key \(rest)"
    case "responder": return name ?? "responder \(rest)"
    case "rollcall": return "Rollcall"
    default: return actor
    }
  }

  /// What is kept of an offer, as people read it: `2730 m, 90 s to answer, …` is `2.7 km, 1 min 30 s to answer, …`.
  /// What begins otherwise stays as it is.
  static func offered(_ detail: String) -> String {
    var parts = detail.split(separator: ", ", omittingEmptySubsequences: false).map(String.init)
    for (index, part) in parts.prefix(2).enumerated() {
      if let metres = number(in: part, before: " m") { parts[index] = distance(Double(metres)) }
      if let seconds = number(in: part, before: " s to answer") {
        parts[index] = "\(minutesAndSeconds(seconds)) to answer"
      }
    }
    return parts.joined(separator: ", ")
  }

  private static func number(in text: String, before unit: String) -> Int64? {
    text.hasSuffix(unit) ? Int64(text.dropLast(unit.count)) : nil
  }

  /// `45 s`, `1 min 30 s`, `10 min`.
  private static func minutesAndSeconds(_ seconds: Int64) -> String {
    guard (60..<120).contains(seconds) else { return exactly(seconds: Double(seconds)) }
    return seconds == 60 ? "1 min" : "1 min \(seconds - 60) s"
  }

  /// The text in the board's column of assignments; may be empty.
  static func errand(_ errand: Errand?) -> String {
    guard let errand else { return "" }
    if errand.isDrill { return "\(drill(errand.incident)) · asked" }
    let state =
      !errand.isAssigned ? "offered" : errand.arrivedAt == nil ? "on the way" : "on scene"
    return "\(incident(errand.incident)) · \(state)"
  }
}

extension IncidentWeb {
  /// The page of an incident; empty when the reader may not open it.
  static func path(of incident: Incident.ID, _ visitor: Visitor) -> String {
    guard visitor.role.allows(.viewIncidents) else { return "" }
    return "\(Shell.Section.incidents.path(visitor.workspace.slug))/\(incident.rawValue)"
  }
}

extension IncidentWeb {
  /// The page of an errand; empty when the reader may not open it.
  static func path(of errand: Errand, _ visitor: Visitor) -> String {
    errand.isDrill ? DrillWeb.path(ofDrill: errand.incident, visitor) : path(of: errand.incident, visitor)
  }
}

extension BoardEntry {
  /// The errand at `now`: an offer whose time is over is none.
  func errand(at now: Timestamp) -> Errand? {
    guard let errand, errand.isAssigned || now <= errand.endsAt else { return nil }
    return errand
  }
}
