import ArgumentParser
import RollcallServer

/// Options of `rollcall serve` about phone logins by number.
struct SMSFlags: ParsableArguments {
  @Option(
    name: .customLong("sms-webhook-url"),
    help: ArgumentHelp("A server of yours that sends text messages.", valueName: "url"))
  var webhookURL: String?
  @Option(
    name: .customLong("sms-twilio-url"),
    help: ArgumentHelp("A gateway that speaks Twilio's API; else Twilio.", valueName: "url"))
  var twilioURL: String?
  @Option(
    name: .customLong("sms-twilio-account"),
    help: ArgumentHelp("The account there; without it no such gateway.", valueName: "id"))
  var twilioAccount: String?
  @Option(
    name: .customLong("sms-from"), help: ArgumentHelp("Who sends the messages.", valueName: "number-or-name"))
  var from: String?
  @Flag(
    name: .customLong("otp-to-log"),
    help: "For development: print codes to the log. Refused where other machines can connect.")
  var printsToLog = false

  func fill(_ flags: inout Settings.Flags) {
    flags.values["sms_webhook_url"] = webhookURL
    flags.values["sms_twilio_url"] = twilioURL
    flags.values["sms_twilio_account"] = twilioAccount
    flags.values["sms_from"] = from
    if printsToLog { flags.values["otp_to_log"] = "true" }
  }
}
