import ArgumentParser
import RollcallServer

/// Options of `rollcall serve` about mail.
struct MailFlags: ParsableArguments {
  @Option(
    name: .customLong("smtp-url"),
    help: ArgumentHelp(
      "The server that takes our mail: smtp://… or smtps://…; without it no mail.", valueName: "url"))
  var url: String?
  @Option(name: .customLong("smtp-from"), help: ArgumentHelp("Who sends the mail.", valueName: "address"))
  var from: String?
  @Option(
    name: .customLong("smtp-ca"),
    help: ArgumentHelp("The certificates to trust there, PEM; else the system's.", valueName: "file"))
  var trust: String?

  func fill(_ flags: inout Settings.Flags) {
    flags.values["smtp_url"] = url
    flags.values["smtp_from"] = from
    flags.values["smtp_ca"] = trust
  }
}
