extension Words.Statement {
  /// Sending a statement by mail.
  enum Mail {
    static let title = "Send by mail"
    static let list = "Statements sent by mail"
    static let sent = "Sent by mail"
    static let recipient = "To the mailbox"
    static let recipientHint =
      "One address. What is sent holds personal data, and cannot be called back. The audit says who sent it."
    static let carriesPDF =
      "The mail carries this statement as PDF, with its SHA-256 and the head of the audit."
    static let carriesHTML =
      "The mail carries this statement as a page (HTML), with its SHA-256 and the head of the audit."
    static let send = "Send this statement"
    static let noMail =
      "Statements cannot be sent by mail, because this server sends none: its operator sets --smtp-url."
    static let noAddress = "This is no address of mail: ana@example.org."
    static func tooLarge(megabytes: Int) -> String {
      "The statement is not attached: it is larger than \(megabytes) MB."
    }
    static let noPDF = "The statement is attached as a page (HTML), because no PDF could be made of it."

    static let onItsWay = "The statement is on its way."
    static let onItsWayAdvice = "What becomes of it stands in its line."
    static let waiting = "Waiting"
    static let handedOver = "Taken by the mail server"
    static let givenUp = "Given up"
    static let notSent = "Not sent"
    static func many(_ mails: Int) -> String { Words.count(mails, "statement", "statements") }
    static let noneYet = "No statement was sent by mail yet."
  }
}
