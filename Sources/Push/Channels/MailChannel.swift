/// Mailboxes: a mail by the operator's server.
public struct MailChannel: ChannelWay {
  let recipients: [String]

  /// - Parameter recipients: addresses of mail.
  public init(_ recipients: [String]) { self.recipients = recipients }

  /// Hands a message over, and waits for the answer.
  public func send(_ message: ChannelMessage, with sender: ChannelSender) -> Outcome {
    sender.mailer.send(message, to: recipients)
  }
}
