public import Foundation
public import Rollcall
public import RollcallStore

/// A command to a database, whether the server has it open or not. Travels as one line of JSON.
public enum AdminCommand: Codable, Sendable {
  /// Makes a workspace with these profiles.
  case addWorkspace(
    slug: String, name: String, timeZone: String, retentionDays: Int, profiles: [Profile],
    country: String? = nil)
  /// Changes a workspace; absent members stay as they are.
  case setWorkspace(
    slug: String, name: String?, timeZone: String?, retentionDays: Int?, tellsOffline: Bool? = nil,
    country: String? = nil)
  /// Tells what a retention would purge; the workspace's own when `days` is absent. Changes nothing.
  case previewRetention(slug: String, days: Int?)
  /// Lists the workspaces.
  case listWorkspaces
  /// Gives a person a role in a workspace.
  case addMember(
    slug: String, email: String, role: String, passwordHash: String, isSeparate: Bool = false)
  /// Offers an account that exists a role in a workspace; `account` is needed when the address has several.
  case offerMembership(slug: String, email: String, role: String, account: Int64?)
  /// Sets a member's password.
  case setPassword(slug: String, email: String, passwordHash: String)
  /// Turns a member's second factor off.
  case resetTwoFactor(slug: String, email: String)
  /// Adds one responder.
  case addResponder(slug: String, person: Person)
  /// Changes a responder; absent members stay as they are.
  case setResponder(slug: String, id: Int64, change: PersonChange)
  /// Adds many, and changes those who are known when `updates`, all or none.
  case importResponders(slug: String, people: [Person], updates: Bool? = nil)
  /// Imports a track that was recorded elsewhere into a person's history.
  case importTrack(slug: String, responder: Int64, file: Data)
  /// Lists the responders of a workspace.
  case listResponders(slug: String)
  /// Begins a phone's session without OTP, and ends the previous one; `lifetime` in milliseconds.
  case issueToken(slug: String, responder: Int64, deviceID: String, lifetime: Milliseconds)
  /// The same for each active responder.
  case issueTokens(slug: String, devicePrefix: String, lifetime: Milliseconds)
  /// Registers a foreign app for a responder, or one for each active responder.
  case issueApp(slug: String, responder: Int64?, app: AppToIssue)
  /// Makes a script's key.
  case issueAPIKey(slug: String, name: String, role: String)
  /// Ends a script's key.
  case revokeAPIKey(slug: String, name: String)
  /// Imports a profile into a workspace.
  case importProfile(slug: String, profile: Profile)
  /// Lists the profiles of a workspace.
  case showProfiles(slug: String)
  /// Makes a workspace with its people and members.
  case seed(Seed)
  /// Writes everything held about a responder into a new file.
  case exportResponder(slug: String, id: Int64, path: String)
  /// Tells whether a file with this fingerprint was exported; `rows` without its header.
  case verifyExport(FileFingerprint, rows: Int64)
  /// Something about events, outlets and visits.
  case field(slug: String, FieldCommand)
  /// Something about holds.
  case hold(slug: String, HoldCommand)
  /// Confirms that the machine's clock is right.
  case confirmClock
  /// Checks the database.
  case verify([KnownHead])

  /// Whether the command may be the first one on a new database.
  public var makesDatabase: Bool {
    switch self {
    case .addWorkspace, .seed: true
    default: false
    }
  }
}

/// The outcome of a command.
public struct CommandOutcome: Codable, Equatable, Sendable {
  /// The answer, for scripts; an object with `error` when it failed.
  public var result: JSONValue
  /// The same for people; may have several lines or none.
  public var text: String
  /// The exit code: 0, or 1 for a failure.
  public var exit: Int32

  /// An outcome from its parts.
  public init(_ result: JSONValue, text: String, exit: Int32 = 0) {
    self.result = result
    self.text = text
    self.exit = exit
  }

  /// A failure, in words.
  public static func failure(_ words: String) -> CommandOutcome {
    CommandOutcome(.object(["error": .string(words)]), text: words, exit: 1)
  }

  /// Why it failed, if it did so without an answer.
  public var error: String? { result["error"]?.text }
}
