package import Rollcall
public import RollcallStore

extension Actor: ExpressibleByStringLiteral {
  /// `member:7` is that member, `rollcall` the server, and any other word a key of that name.
  public init(stringLiteral word: String) {
    let parts = word.split(separator: ":", maxSplits: 1)
    switch (parts.first, parts.last.flatMap { Int64($0) }) {
    case ("member", let id?): self = .member(Member.ID(id))
    case ("rollcall", _): self = .rollcall
    default: self = .key(name: parts.last.map(String.init) ?? word)
    }
  }
}

extension Scope {
  /// Whoever a test has act in a workspace.
  package static func test(_ workspace: Workspace.ID, _ actor: Actor) -> Scope {
    Scope(workspace, by: actor, role: .owner, from: AuditOrigin.current)
  }
}
