import DeviceKit
public import Foundation
public import Rollcall

/// The owner of a token, and their profile.
public struct TokenOwner: Sendable {
  /// The person.
  public let responder: Responder.ID
  /// The profile's name.
  public let profile: String

  /// Asks the server for each token in turn.
  ///
  /// - Throws: the error that prevents an answer; a token that the server refuses.
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
