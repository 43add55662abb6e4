extension Words {
  enum Channels {
    static let kindFormat = "A webhook, ntfy or mail."
    static let noMail = "This server sends no mail: its operator sets --smtp-url."
    static let tokenFormat = "At most 255 visible characters, without blanks."
    static let rollcallSwitchedOff = "Rollcall has switched it off."
    static func nothingTold(_ value: String) -> String {
      "\(value). Nothing is told until it is on again."
    }
    static let whereLeads = "Destination"
    static let anotherAccessToken = "Another access token"
    static let accessToken = "Access token"
    static let keptTokenHint =
      "One is kept; leave this empty to keep it. With an address on another server it is forgotten."
    static let tokenHint = "Only where the server asks for one."
    static let forgetToken = "Forget the token"
    static let whenAlertBegins = "When an alert begins"
    static let whenOver = "When it is over"
    static let whenScheduledReport = "When a scheduled report is there"
    static let attachReports =
      "Attach the file of the report (it holds personal data, and is not erased from mailboxes)"
    static func file(_ file: MailedFile) -> String {
      switch file {
      case .attached: "The file is attached."
      case .missing: "The file is not attached: it is not in the reports folder any more."
      case .altered:
        "The file is not attached: it is not the one that was recorded. Ask the operator of the server."
      case .tooLarge(let megabytes):
        "The file is not attached: it is larger than \(megabytes) MB. It is in the reports folder."
      }
    }
    static let alertsOnlyWhatCannotWait = "Of alerts, only what cannot wait"
    static let webhookHint = "An https address that takes signed POSTs."
    static let ntfyHint = """
      The server and the topic: https://ntfy.example.org/topic. Whoever knows the topic can read \
      along.
      """
    static let mailHint = "1 to 10 addresses, with commas. All of them see each other's."
    static let nameHint = "Who hears it, e.g. Night duty."
    static let noMailServer = "This server sends no mail: its operator has not set a mail server."
    static let addressHint =
      "Webhook: an https address. ntfy: https://server/topic. Mail: 1 to 10 addresses, with commas."
    static let accessTokenNtfyServer = "Access token of the ntfy server"
    static let newTokenHint = "Only where that server asks for one. It is not shown again."
    static let switchedOff = "Switched off"
    static let beginningsEnds = "Beginnings and ends"
    static let noAlerts = "No alerts"
    static let allKinds = "all kinds"
    static func ofKinds(_ left: Int, _ allCases: Int) -> String {
      "\(left) of \(allCases) kinds"
    }
    static let criticalOnly = "critical only"
    static let givenUp = "Given up"
    static let toldOneMessageOthers = "Told in one message with others"
    static func notSent(_ reason: String) -> String {
      "Not sent: \(reason)"
    }
    static let purgedAlert = "An alert that is not kept any more"
    static func messagesOne(_ entry: String) -> String {
      "\(entry) messages in one"
    }
    static let scheduledReport = "A scheduled report"
    static let incidentStep = "A step of an incident"
    static let whenIncidentGoesOn = "Of each step of incidents: opened, offered, accepted, arrived, resolved"
    static let channelRemoved = "The channel is removed."
    static let removedAdvice = "It is told nothing more."
    static let tested = "A test message is on its way."
    static let testedAdvice = "What becomes of it stands in the log."
    static let tokenForgotten = """
      The access token was for another server and is forgotten: write one here if this server \
      asks for it.
      """
  }
}
