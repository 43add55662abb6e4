import Configuration
import Foundation
import Push
import Rollcall

/// The operator's mail settings. The password comes from the environment or the file.
public struct MailKeys: Equatable, Sendable {
  /// The mail server; `nil` = no mail is sent.
  public var url: String?
  /// The sender's address.
  public var from: String?
  /// Our login there.
  public var user: String?
  /// The login's password.
  public var password: String?
  /// A file with the certificates to trust; `nil` = the system's.
  public var trust: String?

  static let textKeys: Set<String> = ["smtp_url", "smtp_from", "smtp_user", "smtp_password", "smtp_ca"]

  /// The defaults: no mail.
  public init() {}

  init(_ reader: ConfigReader) {
    url = reader.string(forKey: "smtp_url")
    from = reader.string(forKey: "smtp_from")
    user = reader.string(forKey: "smtp_user")
    password = reader.string(forKey: "smtp_password", isSecret: true)
    trust = reader.string(forKey: "smtp_ca")
  }

  /// The settings of the sender; `nil` = no mail is sent.
  ///
  /// - Throws: `SettingsError` for a value that cannot be used. It never holds a secret.
  func settings() throws(SettingsError) -> MailSettings? {
    guard let url else { return nil }
    guard MailSettings.isURL(url) else {
      throw SettingsError("smtp_url: a mail server, for example smtp://mail.example.org:587")
    }
    guard let from, MailAddress.isPlain(from) else {
      throw SettingsError("smtp_from: who sends, for example rollcall@example.org")
    }
    guard (user == nil) == (password == nil) else {
      throw SettingsError("smtp_user and smtp_password: one without the other is of no use")
    }
    for text in [user, password].compactMap(\.self) where text.utf8.contains(where: { $0 < 0x20 }) {
      throw SettingsError("smtp_user and smtp_password: without control characters")
    }
    if let trust, !FileManager.default.isReadableFile(atPath: trust) {
      throw SettingsError("smtp_ca: \(trust) cannot be read")
    }
    let login = user.flatMap { user in password.map { (user: user, password: $0) } }
    return MailSettings(url: url, from: from, name: Product.name, login: login, trust: trust)
  }
}
