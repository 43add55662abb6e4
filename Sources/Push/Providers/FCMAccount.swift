import CryptoExtras
import Foundation

/// A Google service account, as the console gives it out in a JSON file.
public struct FCMAccount: Sendable {
  /// A problem with the file.
  public enum Mistake: Error, Equatable, CustomStringConvertible {
    /// It is not a JSON object.
    case notJSON
    /// A field is missing or has the wrong shape.
    case field(String)

    /// One sentence, without any content of the file.
    public var description: String {
      switch self {
      case .notJSON: "the service account is not a JSON object"
      case .field(let name): "the service account's \(name) is missing or not valid"
      }
    }
  }

  /// The Firebase project.
  public let projectID: String
  /// The account that signs.
  public let clientEmail: String
  /// The URL that issues access tokens.
  public let tokenURL: String
  let keyID: String?
  let key: _RSA.Signing.PrivateKey

  /// Reads the file's content: `project_id`, `client_email`, `private_key` (PEM, at least 2048 bits), `token_uri`.
  public init(json: some Sequence<UInt8>) throws(Mistake) {
    let file = JSONAnswer(Array(json))
    guard !file.members.isEmpty else { throw .notJSON }
    projectID = try Self.text("project_id", of: file) { byte in
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    clientEmail = try Self.text("client_email", of: file) { (0x21...0x7e).contains($0) }
    tokenURL = try Self.text("token_uri", of: file) { (0x21...0x7e).contains($0) }
    guard WebURL(tokenURL, allowsPlainHTTP: true) != nil else { throw .field("token_uri") }
    keyID = file["private_key_id"].code
    guard let pem = file["private_key"].text,
      let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem)
    else { throw .field("private_key") }
    self.key = key
  }

  private static func text(
    _ name: String, of file: JSONAnswer, where isRight: (UInt8) -> Bool
  ) throws(Mistake) -> String {
    guard let text = file[name].text, !text.isEmpty, text.utf8.allSatisfy(isRight) else {
      throw .field(name)
    }
    return text
  }
}

extension FCMAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Names only the project, because it holds a secret.
  public var description: String { "FCMAccount(\(projectID))" }
  /// Names only the project, because it holds a secret.
  public var debugDescription: String { description }
  /// Shows only the project, because it holds a secret.
  public var customMirror: Mirror { Mirror(self, children: ["projectID": projectID]) }
}
