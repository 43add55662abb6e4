import DeviceKit
public import Foundation
public import Rollcall

/// Whose a token is, and by which profile they report.
public struct TokenOwner: Sendable {
  /// The person.
  public let responder: Responder.ID
  /// The profile's name.
  public let profile: String

  /// Asks the server itself, one token after the other.
  ///
  /// - Throws: what keeps the server from answering; a token that it does not take.
  public static func all(of tokens: [String], at server: URL) async throws -> [TokenOwner] {
    let network = URLSessionSender(server: server)
    var found: [TokenOwner] = []
    for token in tokens {
      let owner = try await RollcallClient(sender: network, token: token).owner()
      found.append(TokenOwner(responder: owner.responder, profile: owner.profile))
    }
    return found
  }
}
