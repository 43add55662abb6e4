import HTTPServer
public import Rollcall
import RollcallStore

/// The link with which the first workspace is made: for an hour, and until there is one.
public struct SetupGate: Sendable {
  /// The path of the link, with its secret.
  public let path: String
  /// The profiles of the first workspace.
  let profiles: [Profile]
  private let secret: String
  private let expires: Timestamp
  /// Whether it opens from other machines, too.
  private let isPublic: Bool

  /// How long it is good for, milliseconds.
  static let length: Milliseconds = 3_600_000

  /// A link that is not known yet.
  public init(profiles: [Profile], isPublic: Bool, now: Timestamp) {
    secret = Secret.random().text
    path = "/setup/\(secret)"
    (self.profiles, self.isPublic, expires) = (profiles, isPublic, now.advanced(by: Self.length))
  }

  /// Whether it opens for a request.
  func opens(for request: Request, now: Timestamp) -> Bool {
    let isNear = request.peer == "::1" || request.peer.hasPrefix("127.")
    guard now < expires, isPublic || isNear else { return false }
    return PasswordHasher.isEqual(Array((request.parameters["token"] ?? "").utf8), Array(secret.utf8))
  }
}
