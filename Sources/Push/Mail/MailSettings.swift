/// The mail server that accepts our mail. It is the operator's and is trusted.
public struct MailSettings: Sendable {
  /// `smtp://host:port`, or `smtps://host:port` for TLS from the first byte.
  public var url: String
  /// The sender's address: `alerts@example.org`.
  public var from: String
  /// The sender's name as readers see it, in plain letters.
  public var name: String
  /// Our login there; `nil` = none.
  public var login: (user: String, password: String)?
  /// A file with the certificates to trust, PEM; `nil` = the system's.
  public var trust: String?

  /// Settings from their parts.
  public init(
    url: String, from: String, name: String, login: (user: String, password: String)? = nil,
    trust: String? = nil
  ) {
    self.url = url
    self.from = from
    self.name = name
    self.login = login
    self.trust = trust
  }

  /// Whether this can be the URL of a mail server: smtp or smtps, with a host, without user, password and path.
  public static func isURL(_ text: String) -> Bool { MailURL(text) != nil }

  /// How a connection is secured.
  enum Security: Equatable {
    /// TLS when the server offers it.
    case offered
    /// No mail without TLS.
    case required
  }

  /// Logins and files go over the network by TLS only; within this machine they may go without.
  func security(forFile carriesFile: Bool = false) -> Security {
    guard let url = MailURL(url) else { return .required }
    return url.isSecure || (login != nil || carriesFile) && !url.isLoopback ? .required : .offered
  }
}

extension MailSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Fixed: the value holds secrets.
  public var description: String { "MailSettings" }
  /// Fixed: the value holds secrets.
  public var debugDescription: String { description }
  /// Empty: the value holds secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
