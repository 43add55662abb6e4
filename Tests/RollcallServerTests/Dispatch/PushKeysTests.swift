import Push
import Testing

@testable import RollcallServer

@Suite("Keys of push messages")
struct PushKeysTests {
  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func load(_ file: String, environment: [String: String] = [:]) throws -> Settings {
    var flags = Settings.Flags()
    flags.config = try place.file("rollcall.json", file)
    return try Settings.load(flags, environment: environment)
  }

  @Test("Each key reaches the sender; several secrets for a rotation come with commas")
  func keys() throws {
    let secrets = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz,whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4"
    let settings = try load(
      #"""
      {"database":"d","push_expo_url":"http://127.0.0.1:1/","push_fcm_url":"http://127.0.0.1:2",
       "push_ntfy_url":"https://ntfy.example.org","push_ntfy_token":"tk_a","push_allow_private_networks":true,
       "public_url":"https://rollcall.example.org/"}
      """#,
      environment: [
        "ROLLCALL_PUSH_WEBHOOK_SECRET": secrets, "ROLLCALL_PUSH_EXPO_ACCESS_TOKEN": "secret",
        "ROLLCALL_PUSH_NTFY_TOKEN": "tk_b",
      ])
    let push = try settings.push.settings()
    #expect(push.expoURL == "http://127.0.0.1:1" && push.fcmURL == "http://127.0.0.1:2")
    #expect(push.ntfyURL == "https://ntfy.example.org" && push.ntfyToken == "tk_b")
    #expect(push.webhookSecrets.count == 2 && push.expoAccessToken == "secret")
    #expect(push.allowsPrivateNetworks && push.fcm == nil)
    #expect(settings.push.publicURL == "https://rollcall.example.org")
  }

  @Test("Without any key messages go to Expo and ntfy as they are on the Internet, without a link")
  func defaults() throws {
    let settings = try load(#"{"database":"d"}"#)
    #expect(settings.push == PushKeys())
    #expect(try settings.push.settings().expoURL == "https://exp.host")
  }

  @Test(
    "What cannot be used is refused in words, and no secret is told",
    arguments: [
      (#""push_expo_url":"expo""#, "push_expo_url: an http or https address"),
      (#""public_url":"https://a/?x""#, "public_url: an http or https address"),
      (#""push_webhook_secret":["geheim"]"#, "push_webhook_secret: whsec_"),
      (
        #""push_fcm_service_account":"/nowhere/a.json""#,
        "push_fcm_service_account: /nowhere/a.json: there is no"
      ),
      (#""push_allow_private_networks":"perhaps""#, "push_allow_private_networks must be true or false"),
      (#""push_expo_token":"x""#, "unknown key \"push_expo_token\""),
    ])
  func refused(member: String, words: String) throws {
    let error = #expect(throws: SettingsError.self) { try load(#"{"database":"d",\#(member)}"#) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("geheim") != true)
  }

  @Test("A file of certificates is looked at when the server starts")
  func authorities() throws {
    let file = try place.file("ca.pem", "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n")
    let settings = try load(#"{"database":"d","push_ca_file":"\#(file)"}"#)
    #expect(try settings.push.settings().authorities == file)
    for path in ["/nowhere/ca.pem", try place.file("key.pem", "-----BEGIN PRIVATE KEY-----")] {
      let error = #expect(throws: SettingsError.self) {
        try load(#"{"database":"d","push_ca_file":"\#(path)"}"#)
      }
      #expect(error?.description.contains("push_ca_file: \(path): there is no") == true)
    }
  }

  @Test("A service account that is none is refused without its content")
  func account() throws {
    let file = try place.file("account.json", #"{"project_id":"p","private_key":"geheim"}"#)
    let error = #expect(throws: SettingsError.self) {
      try load(#"{"database":"d","push_fcm_service_account":"\#(file)"}"#)
    }
    #expect(
      error?.description.contains("client_email") == true && error?.description.contains("geheim") == false)
  }
}
