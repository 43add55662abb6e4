import Rollcall
import RollcallStore

/// What happened to the holds that were in force before a restore, for the answer of the command.
struct RestoredHolds {
  /// Holds in force again.
  private(set) var carried: [JSONValue] = []
  /// Holds whose person or incident the backup does not have.
  private(set) var lost: [JSONValue] = []
  /// Holds to be made again by hand, if they still matter.
  private(set) var byHand: [JSONValue] = []

  /// No holds.
  init() {}

  /// Makes the holds of the earlier database again. Blocks.
  init(_ restored: BackupRestore, in store: Store) throws(StoreError) {
    for held in restored.heldSince {
      do throws(StoreError) {
        let id = try store.retention.carry(held, by: .commandLine)
        carried.append(Self.named(held, id))
      } catch {
        guard case .notFound = error else { throw error }
        lost.append(Self.named(held))
      }
    }
    byHand = restored.heldElsewhere.map { Self.named($0) }
  }

  /// The answer's members.
  var members: [String: JSONValue] {
    ["holds_carried": .array(carried), "hold_by_hand": .array(byHand), "holds_lost": .array(lost)]
  }

  /// The result for people, without lines for empty lists.
  var words: [String] {
    var lines: [String] = []
    if !carried.isEmpty {
      lines.append("In force again, held since then: " + carried.map(\.line).joined(separator: " "))
    }
    if !byHand.isEmpty {
      lines.append(
        "Hold by hand, before the server starts: " + byHand.map(\.line).joined(separator: " "))
    }
    if !lost.isEmpty {
      lines.append("Held, and not in this backup: " + lost.map(\.line).joined(separator: " "))
    }
    return lines
  }

  private static func named(_ held: HeldBefore, _ id: Hold.ID? = nil) -> JSONValue {
    var members: [String: JSONValue] = [
      "workspace": .string(held.slug), "before": .integer(held.hold.id.rawValue),
      "until": .optional(held.hold.until?.rfc3339),
    ]
    if let id { members["id"] = .integer(id.rawValue) }
    switch held.hold.subject {
    case .incident(let incident): members["incident_id"] = .integer(incident.rawValue)
    case .person(let person, let span):
      members["responder_id"] = .integer(person.rawValue)
      members["from"] = .string(span.from.rfc3339)
      members["to"] = .string(span.to.rfc3339)
    }
    return .object(members)
  }
}
