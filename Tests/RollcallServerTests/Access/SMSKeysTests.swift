import Testing

@testable import RollcallServer

@Suite("Settings of text messages")
struct SMSKeysTests {
  private static let secret = "whsec_" + String(repeating: "A", count: 32)

  private func load(_ values: [String: String], listen: String = "127.0.0.1:0") throws -> Settings {
    var environment = [
      "ROLLCALL_DATABASE": "x.db", "ROLLCALL_LISTEN": listen, "ROLLCALL_INSECURE_HTTP": "true",
    ]
    for (key, value) in values { environment["ROLLCALL_" + key.uppercased()] = value }
    return try Settings.load(Settings.Flags(), environment: environment)
  }

  @Test(
    "Settings that cannot work are refused at the start",
    arguments: [
      ["sms_webhook_url": "https://a.example"],
      ["sms_webhook_url": "a.example", "sms_webhook_secret": secret],
      ["sms_webhook_url": "https://a.example", "sms_webhook_secret": "nonsense"],
      ["sms_twilio_account": "AC1"], ["sms_twilio_account": "AC1", "sms_twilio_token": "t"],
      ["sms_twilio_account": "AC1", "sms_twilio_token": "t", "sms_from": "R", "sms_twilio_url": "x"],
      [
        "sms_twilio_account": "AC1", "sms_twilio_token": "t", "sms_from": "R",
        "sms_webhook_url": "https://a.example", "sms_webhook_secret": secret,
      ],
      ["otp_to_log": "perhaps"],
    ])
  func refused(values: [String: String]) {
    #expect(throws: SettingsError.self) { try load(values) }
  }

  @Test("A gateway of either kind, or none")
  func accepted() throws {
    #expect(try load([:]).sms.gateway() == nil)
    let webhook = try load(["sms_webhook_url": "https://a.example", "sms_webhook_secret": Self.secret])
    #expect(try webhook.sms.gateway() != nil)
    let twilio = try load(["sms_twilio_account": "AC1", "sms_twilio_token": "t", "sms_from": "R"])
    #expect(try twilio.sms.gateway() != nil)
  }

  @Test("Codes are printed only where nobody else can connect")
  func log() throws {
    #expect(try load(["otp_to_log": "true"]).sms.printsToLog)
    #expect(throws: SettingsError.self) { try load(["otp_to_log": "true"], listen: "0.0.0.0:0") }
    #expect(try !load([:], listen: "0.0.0.0:0").sms.printsToLog)
  }
}
