public import Rollcall

/// Who does something.
public enum Actor: Hashable, Sendable {
  /// A member; their address where it is known.
  case member(Member.ID, email: String? = nil)
  /// A script by its key, which has one name in its workspace.
  case key(name: String)
  /// A screen on a wall.
  case screen(Screen.ID)
  /// A responder by their phone.
  case phone(Responder.ID)
  /// A responder by the link of their own page.
  case ownPage(Responder.ID)
  /// The operator beside the database.
  case commandLine
  /// The server itself: time, or the rules.
  case rollcall
  /// Somebody who has proved nothing.
  case nobody

  /// What they are called where their name may be erased again: a member by their address.
  public var word: String {
    switch self {
    case .member(let id, let email): "member:\(email ?? "\(id.rawValue)")"
    case .key(let name): "key:\(name)"
    case .screen(let id): "screen:\(id.rawValue)"
    case .phone(let id), .ownPage(let id): "responder:\(id.rawValue)"
    case .commandLine: "command line"
    case .rollcall: "rollcall"
    case .nobody: "nobody"
    }
  }

  /// What the audit calls them: an address is a person's, the id is nobody's without the row.
  var pseudonym: String {
    if case .member(let id, _) = self { "member:\(id.rawValue)" } else { word }
  }

  /// The member who acts.
  public var member: Member.ID? {
    if case .member(let id, _) = self { id } else { nil }
  }

  /// The responder who acts, by whatever way.
  public var responder: Responder.ID? {
    switch self {
    case .phone(let id), .ownPage(let id): id
    default: nil
    }
  }
}
