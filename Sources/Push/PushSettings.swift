/// The providers' addresses and our credentials with them. Base URLs are the operator's and are trusted: they may
/// be http and inside.
public struct PushSettings: Sendable {
  /// Expo's server.
  public var expoURL = "https://exp.host"
  /// Needed only if the Expo project requires it ("enhanced security").
  public var expoAccessToken: String?
  /// The service account to send as; nil = no FCM.
  public var fcm: FCMAccount?
  /// FCM's server.
  public var fcmURL = "https://fcm.googleapis.com"
  /// The ntfy server of topics that name none.
  public var ntfyURL = "https://ntfy.sh"
  /// Our access token at that server; never sent to another.
  public var ntfyToken: String?
  /// Secrets that webhooks are signed with: `whsec_` and base64 of 24…64 bytes. Several while they are rotated, the
  /// newest first; none = no webhooks.
  public var webhookSecrets: [String] = []
  /// Whether addresses registered by phones and partners may be http and in private networks.
  public var allowsPrivateNetworks = false
  /// A PEM file of certificates to trust besides the system's, for webhooks and ntfy; `nil` = none.
  public var authorities: String?
  /// The longest that one call may take, name look-up included, in milliseconds, 1…600000.
  public var timeout: Int64 = 5_000
  /// The notification channel on Android that makes a sound; the app has to create it.
  public var alertChannel = "assignments"
  /// The notification channel on Android for silent messages; the app has to create it.
  public var silentChannel = "updates"
  /// How we name ourselves to servers.
  public let userAgent: String

  /// Expo and ntfy without credentials; no FCM, no webhooks.
  ///
  /// - Parameter userAgent: how we name ourselves to servers.
  public init(userAgent: String) { self.userAgent = userAgent }

  /// Whether this can sign webhooks: `whsec_` and base64 of 24…64 bytes.
  public static func isWebhookSecret(_ text: String) -> Bool { WebhookKey(secret: text) != nil }

  /// Whether this can be a base URL: http or https, without user, password, query and fragment.
  public static func isBaseURL(_ text: String) -> Bool { WebURL(base: text) != nil }
}

extension PushSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Fixed: the value holds secrets.
  public var description: String { "PushSettings" }
  /// Fixed: the value holds secrets.
  public var debugDescription: String { description }
  /// Empty: the value holds secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
