import Configuration
import Push

/// The operator's settings for login codes by SMS. Secrets come from the environment or the file.
public struct SMSKeys: Equatable, Sendable {
  /// The operator's server that sends text messages.
  public var webhookURL: String?
  /// The secrets that sign calls to it, `whsec_…`; the newest first.
  public var webhookSecrets: [String] = []
  /// A gateway that speaks Twilio's API.
  public var twilioURL = "https://api.twilio.com"
  /// The account there; `nil` = no such gateway.
  public var twilioAccount: String?
  /// The account's token.
  public var twilioToken: String?
  /// The sender: a number, or a name that the gateway allows.
  public var from: String?
  /// Whether codes are printed to the log instead, for development.
  public var printsToLog = false

  static let textKeys: Set<String> = [
    "sms_webhook_url", "sms_twilio_url", "sms_twilio_account", "sms_twilio_token", "sms_from",
  ]
  static let switchKeys: Set<String> = ["otp_to_log"]
  static let listKeys: Set<String> = ["sms_webhook_secret"]

  /// The defaults: nothing is sent.
  public init() {}

  init(_ reader: ConfigReader) {
    webhookURL = reader.string(forKey: "sms_webhook_url")
    webhookSecrets = reader.stringArray(forKey: "sms_webhook_secret", isSecret: true) ?? []
    twilioURL = reader.string(forKey: "sms_twilio_url") ?? twilioURL
    twilioAccount = reader.string(forKey: "sms_twilio_account")
    twilioToken = reader.string(forKey: "sms_twilio_token", isSecret: true)
    from = reader.string(forKey: "sms_from")
  }

  /// The gateway to send with; `nil` = nothing is sent.
  ///
  /// - Throws: `SettingsError` for a value that cannot be used. It never holds a secret.
  func gateway() throws(SettingsError) -> (any SMSGateway)? {
    switch (webhookURL, twilioAccount) {
    case (nil, nil): return nil
    case (.some, .some): throw SettingsError("sms_webhook_url, sms_twilio_account: one of them, not both")
    case (let url?, nil):
      guard PushSettings.isBaseURL(url) else {
        throw SettingsError("sms_webhook_url: an http or https address")
      }
      guard !webhookSecrets.isEmpty, webhookSecrets.allSatisfy(PushSettings.isWebhookSecret) else {
        throw SettingsError("sms_webhook_secret: whsec_ and base64 of 24 to 64 bytes, several with commas")
      }
      return WebhookGateway(url: url, secrets: webhookSecrets)
    case (nil, let account?):
      guard PushSettings.isBaseURL(twilioURL) else {
        throw SettingsError("sms_twilio_url: an http or https address without a query")
      }
      guard let token = twilioToken, let from else {
        throw SettingsError("sms_twilio_account: needs sms_twilio_token and sms_from")
      }
      let base = twilioURL.utf8.last == UInt8(ascii: "/") ? String(twilioURL.dropLast()) : twilioURL
      return TwilioGateway(url: base, account: account, token: token, from: from)
    }
  }

  /// Codes in a log let every reader of it log in as any user. They are allowed only where no other machine
  /// can connect.
  func check(_ listen: ListenTo) throws(SettingsError) {
    _ = try gateway()
    guard printsToLog, !listen.isLoopback else { return }
    throw SettingsError("otp_to_log: only while nobody but this machine can connect, not with \(listen)")
  }
}
