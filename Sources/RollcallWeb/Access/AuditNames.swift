import Rollcall
import RollcallStore

/// The names behind the ids in an audit, as they are today: an entry outlives whoever it names.
struct AuditNames {
  private let members: [Member.ID: String]
  private let responders: [Responder.ID: String]
  private let screens: [Screen.ID: String]

  init(_ store: Store, _ workspace: Workspace.ID) throws(StoreError) {
    members = try store.memberNames(of: workspace)
    responders = try store.names(of: workspace)
    screens = try store.screenNames(of: workspace)
  }

  /// Who did it: `ana@example.org`, `API key script`, `Mirela Novak`, `Screen Hall`.
  func actor(_ actor: String) -> String {
    switch actor {
    case "command line": return "Command line"
    case "nobody": return "Nobody logged in"
    default: return name(actor, separator: ":") ?? Words.actor(actor)
    }
  }

  /// To whom or what; as in the entry when it names nobody.
  func subject(_ subject: String) -> String {
    switch subject {
    case "everybody": return "Everybody"
    case "workspace": return "The workspace"
    case "flags": return "The switches"
    default: return name(subject, separator: " ") ?? subject
    }
  }

  private func name(_ text: String, separator: Unicode.Scalar) -> String? {
    let parts = text.unicodeScalars.split(
      separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Int64(String(parts[1])) else { return nil }
    switch String(parts[0]) {
    case "member": return members[Member.ID(id)] ?? "Member \(id)"
    case "responder": return responders[Responder.ID(id)] ?? "Responder \(id)"
    case "screen": return "Screen \(screens[Screen.ID(id)] ?? "\(id)")"
    default: return nil
    }
  }
}
