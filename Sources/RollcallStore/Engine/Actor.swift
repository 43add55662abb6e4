public import Rollcall

/// Who acts.
public enum Actor: Hashable, Sendable {
  /// A member, with their address if known.
  case member(Member.ID, email: String? = nil)
  /// A script by its key, which has one name in its workspace.
  case key(name: String)
  /// A screen on a wall.
  case screen(Screen.ID)
  /// A responder by their phone.
  case phone(Responder.ID)
  /// A responder by the link of their own page.
  case ownPage(Responder.ID)
  /// The operator, at the command line.
  case commandLine
  /// The server itself: time, or the rules.
  case rollcall
  /// A stranger without any credential.
  case nobody

  /// Their name for places from which it can be erased later: for a member, the address.
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

  /// Their name in the audit. An address would be personal; the id says nothing once the row is gone.
  var pseudonym: String {
    if case .member(let id, _) = self { "member:\(id.rawValue)" } else { word }
  }

  /// The member who acts.
  public var member: Member.ID? {
    if case .member(let id, _) = self { id } else { nil }
  }

  /// The responder who acts, by any way.
  public var responder: Responder.ID? {
    switch self {
    case .phone(let id), .ownPage(let id): id
    default: nil
    }
  }
}
