import Configuration
import Foundation
import Push

/// The operator's settings for waking phones. Secrets come from the environment or the file, never from
/// flags, which every user of the machine can read.
public struct PushKeys: Equatable, Sendable {
  /// Expo's server, and our token there if the project requires it.
  public var expoURL: String?
  /// Expo's access token.
  public var expoAccessToken: String?
  /// The file of Google's service account; `nil` = no FCM.
  public var fcmServiceAccount: String?
  /// FCM's server.
  public var fcmURL: String?
  /// The ntfy server for topics that name none.
  public var ntfyURL: String?
  /// Our access token at that server.
  public var ntfyToken: String?
  /// The secrets that sign webhooks, `whsec_…`; the newest first.
  public var webhookSecrets: [String] = []
  /// Whether addresses that phones register may lead into private networks.
  public var allowsPrivateNetworks = false
  /// A file with certificates to trust besides the system's, for webhooks and ntfy; `nil` = none.
  public var authorities: String?
  /// The URL under which browsers reach this server, without a slash at its end; `nil` = messages carry no
  /// link.
  public var publicURL: String?

  static let textKeys: Set<String> = [
    "push_expo_url", "push_expo_access_token", "push_fcm_service_account", "push_fcm_url", "push_ntfy_url",
    "push_ntfy_token", "push_ca_file", "public_url",
  ]
  static let switchKeys: Set<String> = ["push_allow_private_networks"]
  static let listKeys: Set<String> = ["push_webhook_secret"]

  /// The defaults.
  public init() {}

  init(_ reader: ConfigReader) {
    expoURL = reader.string(forKey: "push_expo_url")
    expoAccessToken = reader.string(forKey: "push_expo_access_token", isSecret: true)
    fcmServiceAccount = reader.string(forKey: "push_fcm_service_account")
    fcmURL = reader.string(forKey: "push_fcm_url")
    ntfyURL = reader.string(forKey: "push_ntfy_url")
    ntfyToken = reader.string(forKey: "push_ntfy_token", isSecret: true)
    webhookSecrets = reader.stringArray(forKey: "push_webhook_secret", isSecret: true) ?? []
    authorities = reader.string(forKey: "push_ca_file")
    publicURL = reader.string(forKey: "public_url").map(Self.withoutSlash)
  }

  /// The settings of the sender. Reads the file of the service account.
  ///
  /// - Throws: `SettingsError` for a value that cannot be used. It never holds a secret.
  func settings() throws(SettingsError) -> PushSettings {
    var settings = PushSettings(userAgent: Product.name)
    settings.expoURL = try url(expoURL, "push_expo_url") ?? settings.expoURL
    settings.expoAccessToken = expoAccessToken
    settings.fcmURL = try url(fcmURL, "push_fcm_url") ?? settings.fcmURL
    settings.fcm = try fcmServiceAccount.map(account)
    settings.ntfyURL = try url(ntfyURL, "push_ntfy_url") ?? settings.ntfyURL
    settings.ntfyToken = ntfyToken
    guard webhookSecrets.allSatisfy(PushSettings.isWebhookSecret) else {
      throw SettingsError("push_webhook_secret: whsec_ and base64 of 24 to 64 bytes, several with commas")
    }
    settings.webhookSecrets = webhookSecrets
    settings.allowsPrivateNetworks = allowsPrivateNetworks
    settings.authorities = try authorities.map(certificates)
    _ = try url(publicURL, "public_url")
    return settings
  }

  private func url(_ text: String?, _ key: String) throws(SettingsError) -> String? {
    guard let text else { return nil }
    guard PushSettings.isBaseURL(text) else {
      throw SettingsError("\(key): an http or https address without a query, for example https://example.org")
    }
    return Self.withoutSlash(text)
  }

  /// The path of a file that holds a certificate; libcurl reads it at each connection.
  private func certificates(_ path: String) throws(SettingsError) -> String {
    let bytes: Data
    do { bytes = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw SettingsError("push_ca_file: \(path): \(Words.of(error))")
    }
    guard bytes.range(of: Data("-----BEGIN CERTIFICATE-----".utf8)) != nil else {
      throw SettingsError("push_ca_file: \(path): there is no certificate in PEM form")
    }
    return path
  }

  private func account(_ path: String) throws(SettingsError) -> FCMAccount {
    let bytes: Data
    do { bytes = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw SettingsError("push_fcm_service_account: \(path): \(Words.of(error))")
    }
    do throws(FCMAccount.Mistake) { return try FCMAccount(json: bytes) } catch {
      throw SettingsError("push_fcm_service_account: \(path): \(error.description)")
    }
  }

  private static func withoutSlash(_ text: String) -> String {
    text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : text
  }
}
