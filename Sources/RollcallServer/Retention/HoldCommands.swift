import Rollcall
import RollcallStore

/// A command about holds. Times are a local day or an instant.
public enum HoldCommand: Codable, Equatable, Sendable {
  /// Holds a person's time.
  case holdPerson(Int64, from: String, to: String, reason: String, until: String?)
  /// Holds an incident.
  case holdIncident(Int64, reason: String, until: String?)
  /// Releases a hold.
  case release(Int64, note: String)
  /// Lists the holds, those in force first.
  case list
}

extension CommandExecutor {
  func hold(_ slug: String, _ command: HoldCommand) throws(StoreError) -> CommandOutcome {
    guard let workspace = try store.fleet.workspace(slug: slug) else { throw .notFound("workspace \(slug)") }
    switch command {
    case .holdPerson(let id, let from, let to, let reason, let until):
      guard let first = try instant(from, workspace), let last = try instant(to, workspace), first < last
      else {
        throw .invalid("the span ends before it begins")
      }
      return try add(.person(Responder.ID(id), TimeSpan(from: first, to: last)), reason, until, workspace)
    case .holdIncident(let id, let reason, let until):
      return try add(.incident(Incident.ID(id)), reason, until, workspace)
    case .release(let id, let note):
      try store.retention.releaseHold(Hold.ID(id), note: note, in: .commandLine(workspace.id))
      return CommandOutcome(.object(["id": .integer(id)]), text: "Hold \(id) is released.")
    case .list: return try listHolds(workspace)
    }
  }

  private func add(
    _ subject: Hold.Subject, _ reason: String, _ until: String?, _ workspace: Workspace
  ) throws(StoreError) -> CommandOutcome {
    let hold = NewHold(subject, reason: reason, until: try instant(until, workspace))
    let id = try store.retention.addHold(hold, in: .commandLine(workspace.id)).rawValue
    return CommandOutcome(.object(["id": .integer(id)]), text: "Hold \(id): no purge takes it any more.")
  }

  private func listHolds(_ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let now = store.clock()
    let holds = try store.retention.holds(of: workspace.id)
    let lines = holds.map { hold in
      "\(hold.id.rawValue)  \(hold.isInForce(at: now) ? "in force" : "over"), \(Self.words(hold.subject)): \(hold.reason)"
    }
    return CommandOutcome(
      .object(["holds": .array(holds.map { Self.object($0, now) })]),
      text: holds.isEmpty ? "\(workspace.slug) has nothing on hold." : lines.joined(separator: "\n"))
  }

  private static func words(_ subject: Hold.Subject) -> String {
    switch subject {
    case .incident(let id): "INC-\(id.rawValue)"
    case .person(let id, let span): "responder \(id.rawValue), \(span.from.rfc3339) to \(span.to.rfc3339)"
    }
  }

  private static func object(_ hold: Hold, _ now: Timestamp) -> JSONValue {
    var members: [String: JSONValue] = [
      "id": .integer(hold.id.rawValue), "in_force": .bool(hold.isInForce(at: now)),
      "reason": .string(hold.reason), "made_at": .string(hold.madeAt.rfc3339),
      "made_by": .string(hold.madeBy),
      "until": .optional(hold.until?.rfc3339), "released_at": .optional(hold.release?.at.rfc3339),
      "note": .optional(hold.release?.note),
    ]
    switch hold.subject {
    case .incident(let id): members["incident_id"] = .integer(id.rawValue)
    case .person(let id, let span):
      members["responder_id"] = .integer(id.rawValue)
      members["from"] = .string(span.from.rfc3339)
      members["to"] = .string(span.to.rfc3339)
    }
    return .object(members)
  }
}
